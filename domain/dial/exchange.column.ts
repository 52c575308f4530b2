import { JOURNEYS } from './dial.ts';
import type { Dimension, FixedOption, ReferenceList } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { joinList, readAmount, readYesNo, splitList } from './exchange.cell.ts';
import { EXPIRING_LINE_OPTIONS, VALUE_KEYS, VALUES } from '#domain/value/registry.ts';

/** The code of an option, from what a person wrote for it. */
export type FindOption = (list: ReferenceList, text: string) => string | undefined;

type Read = Readonly<{ value: unknown }> | Readonly<{ message: string }>;

/** One column of the spreadsheet, and the field of a dial it holds. */
export type Column = Readonly<{
  key: string;
  label: string;
  part: 'row' | 'data' | 'dimensions' | 'values';
  write: (value: unknown) => string;
  /** Never asked of an empty cell, which is a field that is not set. */
  read: (text: string, findOption: FindOption) => Read;
}>;

type Codec = Pick<Column, 'write' | 'read'>;

const writeText = (value: unknown): string => (typeof value === 'string' ? value : '');
const writeList = (value: unknown): string => joinList(Array.isArray(value) ? (value as string[]) : []);

const TEXT: Codec = { write: writeText, read: (text) => ({ value: text }) };
const TRIMMED: Codec = { write: writeText, read: (text) => ({ value: text.trim() }) };
const LIST: Codec = { write: writeList, read: (text) => ({ value: splitList(text) }) };
const YES_NO: Codec = {
  write: (value) => (value === true ? 'yes' : value === false ? 'no' : ''),
  read: (text) => found(readYesNo(text), 'Please give yes or no'),
};

const amount = (unit: 'usd' | 'percent' | null): Codec => ({
  write: (value) => (typeof value === 'number' ? String(value) : ''),
  read: (text) => found(readAmount(text, unit), 'Please give a number like 2500000'),
});

const oneOf = (options: readonly FixedOption[]): Codec => ({
  write: writeText,
  read: (text) => found(findFixed(options, text), `Please give one of: ${labelsOf(options)}`),
});

const someOf = (options: readonly FixedOption[]): Codec => ({
  write: writeList,
  read: (text) => {
    const words = splitList(text);
    const unknown = words.find((word) => findFixed(options, word) === undefined);
    if (unknown !== undefined) return { message: `“${unknown}” is not one of: ${labelsOf(options)}` };
    return { value: words.map((word) => findFixed(options, word)) };
  },
});

const reference = (list: ReferenceList): Codec => ({
  write: writeList,
  read: (text, findOption) => ({ value: splitList(text).map((word) => findOption(list, word) ?? word) }),
});

function found(value: unknown, message: string): Read {
  return value === undefined ? { message } : { value };
}

function findFixed(options: readonly FixedOption[], text: string): string | undefined {
  const word = text.trim().toLowerCase();
  return options.find(({ value, label }) => value.toLowerCase() === word || label.toLowerCase() === word)?.value;
}

const labelsOf = (options: readonly FixedOption[]): string => options.map(({ label }) => label).join(', ');

function codecOf(dimension: Dimension): Codec {
  switch (dimension.kind) {
    case 'intervals':
      return TRIMMED;
    case 'yes-no':
      return YES_NO;
    case 'one-of':
      return oneOf(dimension.options);
    case 'choices':
      return someOf(dimension.options);
    case 'options':
      return reference(dimension.list);
  }
}

/** One column per field, dimension and value, in the order of the registry. The version is for reading only. */
export const COLUMNS: readonly Column[] = [
  { key: 'id', label: 'Id', part: 'row', ...TRIMMED },
  { key: 'version', label: 'Version', part: 'row', ...amount(null) },
  { key: 'name', label: 'Name', part: 'data', ...TEXT },
  { key: 'description', label: 'Description', part: 'data', ...TEXT },
  { key: 'tags', label: 'Tags', part: 'data', ...LIST },
  { key: 'authors', label: 'Authors', part: 'data', ...LIST },
  { key: 'journeys', label: 'Journeys', part: 'data', ...someOf(JOURNEYS) },
  { key: 'reason', label: 'Reason', part: 'data', ...TEXT },
  { key: 'active_from', label: 'Active From', part: 'data', ...TRIMMED },
  { key: 'active_until', label: 'Active Until', part: 'data', ...TRIMMED },
  ...DIMENSION_KEYS.map((key): Column => {
    const dimension = dimensionOf(key);
    return { key, label: dimension.label, part: 'dimensions', ...codecOf(dimension) };
  }),
  ...VALUE_KEYS.map((key): Column => {
    const { label, kind, unit } = VALUES[key];
    return { key, label, part: 'values', ...(kind === 'option' ? oneOf(EXPIRING_LINE_OPTIONS) : amount(unit)) };
  }),
];
