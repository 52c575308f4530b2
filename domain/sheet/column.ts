import { bareCell, guardCell } from '#domain/csv/cell.ts';
import { checkOptions, type OptionState } from '#domain/dial/options.ts';
import { type FindOption, joinList, type Reading, textKey } from '#domain/dimension/codec.ts';
import {
  type Dimension,
  type DimensionKind,
  type DimensionOf,
  type DimensionValue,
  isForClass,
  labelOf,
  listFacts,
  REFERENCE_LISTS,
  type ReferenceList,
} from '#domain/dimension/dimension.ts';
import { grouped, unitFacts } from '#domain/dimension/format.ts';
import { INVERTED_BOUNDS, parseIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import { kindOf } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, type DialDimensions, dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { checkValue, VALUE_KEYS, type ValueKey, valueKindOf, VALUES } from '#domain/value/registry.ts';
import type { ColumnKey, SheetOptions } from './bucket-sheet.ts';
import { describeDate, describeErrorCell, NOT_AN_AMOUNT, PERCENT_OF_MONEY } from './words.ts';
import { type CellFormat, type ReadCell, roundNumber } from './workbook.ts';

/** Dimension and value columns of a sheet: what their cells hold, and how they are read. */

const OWN_HEADS = { position: 'Position', name: 'Dial', version: 'Version', id: 'Id' } as const satisfies Record<
  Exclude<ColumnKey, DimensionKey | ValueKey>,
  string
>;
const isOwnColumn = (key: ColumnKey): key is keyof typeof OWN_HEADS => key in OWN_HEADS;
export const isValueColumn = (key: ColumnKey): key is ValueKey => key in VALUES;
export const isShare = (key: ValueKey): boolean => VALUES[key].unit === 'percent';
export const isDimensionColumn = (key: ColumnKey): key is DimensionKey => !isOwnColumn(key) && !isValueColumn(key);

/** "Max line, USD". */
export function headOf(key: ColumnKey): string {
  if (isOwnColumn(key)) return OWN_HEADS[key];
  if (!isValueColumn(key)) return dimensionOf(key).label;
  const { label, unit } = VALUES[key];
  return unit === null ? label : `${label}, ${unitFacts(unit).label}`;
}

const ALL_COLUMNS: readonly ColumnKey[] = [
  ...(Object.keys(OWN_HEADS) as (keyof typeof OWN_HEADS)[]),
  ...DIMENSION_KEYS,
  ...VALUE_KEYS,
];
const BY_HEAD: ReadonlyMap<string, ColumnKey> = new Map(
  ALL_COLUMNS.flatMap((key) =>
    [headOf(key), ...(isValueColumn(key) ? [VALUES[key].label] : [])].map((head): [string, ColumnKey] => [
      textKey(head),
      key,
    ]),
  ),
);
/** Ignores case and white space, and accepts a value without its unit. */
export const findHead = (text: string): ColumnKey | undefined => BY_HEAD.get(textKey(text));

/** The columns of a sheet, and from which on the conditions are folded: those that no dial of the bucket sets. */
export function listColumns(
  cob: string,
  dials: readonly DialDimensions[],
): Readonly<{ columns: readonly ColumnKey[]; folded: ReadonlySet<ColumnKey> }> {
  const used = new Set(dials.flatMap((dimensions) => Object.keys(dimensions)));
  const folded = DIMENSION_KEYS.filter((key) => !used.has(key) && isForClass(dimensionOf(key), cob));
  return {
    columns: [
      'position',
      'name',
      'version',
      ...DIMENSION_KEYS.filter((key) => used.has(key)),
      ...VALUE_KEYS,
      ...folded,
      'id',
    ],
    folded: new Set(folded),
  };
}

export function formatOf(key: ColumnKey): CellFormat {
  if (key === 'position') return 'position';
  return isValueColumn(key) ? (VALUES[key].unit ?? 'text') : 'text';
}

/** The names and states of reference options, ignoring case. A code wins over an equal label. */
export type OptionNames = Readonly<{
  find: FindOption;
  stateOf: (list: ReferenceList, code: string) => OptionState;
  /** What a cell shows: the label, or the code where the label is not clear. */
  nameOf: (list: ReferenceList, code: string) => string;
  listNames: (list: ReferenceList) => readonly string[];
}>;

export function nameOptions(options: SheetOptions): OptionNames {
  const codes = new Map(
    REFERENCE_LISTS.map((list): [ReferenceList, ReadonlyMap<string, string>] => [
      list,
      new Map([
        ...options[list].map(({ code, label }): [string, string] => [textKey(label), code]),
        ...options[list].map(({ code }): [string, string] => [textKey(code), code]),
      ]),
    ]),
  );
  const byCode = new Map(
    REFERENCE_LISTS.map((list) => [list, new Map(options[list].map((option) => [option.code, option]))] as const),
  );
  const find: FindOption = (list, text) => codes.get(list)?.get(textKey(text));
  const nameOf = (list: ReferenceList, code: string): string => {
    const label = byCode.get(list)?.get(code)?.label.trim() ?? '';
    return label !== '' && listFacts(list).showsCode !== true && find(list, label) === code ? label : code;
  };
  return {
    find,
    nameOf,
    stateOf: (list, code) => {
      const option = byCode.get(list)?.get(code);
      if (option === undefined) return 'unknown';
      return option.retired ? 'retired' : 'offered';
    },
    listNames: (list) => options[list].filter(({ retired }) => !retired).map(({ code }) => nameOf(list, code)),
  };
}

type KindOfColumn<K extends DimensionKind> = Readonly<{
  write: (value: never, dimension: DimensionOf<K>, names: OptionNames) => string;
  choices: (dimension: DimensionOf<K>, names: OptionNames) => readonly string[];
  notation: string;
}>;

const COLUMN_KINDS = {
  intervals: {
    write: (value: string) => value,
    choices: () => [],
    notation: 'Intervals: [ and ] include their bound, ( and ) exclude it, an empty side is open; a space between two.',
  },
  options: {
    write: (value: readonly string[], { list }, names) => joinList(value.map((code) => names.nameOf(list, code))),
    choices: ({ list }, names) => names.listNames(list),
    notation: 'Names or codes; a semicolon between two.',
  },
  choices: {
    write: (value: readonly string[], { options }) => joinList(value.map((one) => labelOf(options, one))),
    choices: ({ options }) => options.map(({ label }) => label),
    notation: 'One or more of the list; a semicolon between two.',
  },
  'one-of': {
    write: (value: string, { options }) => labelOf(options, value),
    choices: ({ options }) => options.map(({ label }) => label),
    notation: 'One of the list.',
  },
  'yes-no': { write: (value: boolean) => (value ? 'yes' : 'no'), choices: () => ['yes', 'no'], notation: 'yes or no.' },
} as const satisfies { [K in DimensionKind]: KindOfColumn<K> };

const columnKindOf = (dimension: Dimension) =>
  COLUMN_KINDS[dimension.kind] as unknown as KindOfColumn<DimensionKind> & {
    write: (value: DimensionValue, dimension: Dimension, names: OptionNames) => string;
  };

/** A condition as the cell shows it, not guarded. */
export const showDimension = (key: DimensionKey, value: unknown, names: OptionNames): string =>
  columnKindOf(dimensionOf(key)).write(value as DimensionValue, dimensionOf(key), names);

/** A value in words: "2,500,000", "4", "Maintains". */
export function showValue(key: ValueKey, value: string | number | undefined): string {
  if (typeof value !== 'number') return value === undefined ? '–' : valueKindOf(key).describe(value);
  return grouped(value);
}

export function choicesOf(key: ColumnKey, names: OptionNames): readonly string[] {
  if (isOwnColumn(key)) return [];
  if (!isValueColumn(key)) return columnKindOf(dimensionOf(key)).choices(dimensionOf(key), names);
  const value = VALUES[key];
  return value.kind === 'option' ? value.options.map(({ label }) => label) : [];
}

/** Valid input of a column; empty where there is none. */
export function exampleOf(key: ColumnKey, names: OptionNames): string {
  if (key === 'position') return '3';
  if (key === 'version') return 'v2';
  if (isOwnColumn(key)) return '';
  if (isValueColumn(key)) {
    const { unit } = VALUES[key];
    return unit === null ? (choicesOf(key, names)[0] ?? '') : unitFacts(unit).numbers[0];
  }
  const dimension = dimensionOf(key);
  return dimension.kind === 'intervals'
    ? unitFacts(dimension.unit).example
    : choicesOf(key, names)
        .slice(0, 1)
        .map((name) => joinList([name]))
        .join('');
}

export function explainColumn(key: ColumnKey): Readonly<{ help: string; notation: string }> {
  if (isOwnColumn(key)) return OWN_COLUMNS[key];
  if (!isValueColumn(key)) {
    const dimension = dimensionOf(key);
    return { help: dimension.help, notation: columnKindOf(dimension).notation };
  }
  const { help, unit } = VALUES[key];
  return { help, notation: unit === null ? 'One of the list.' : VALUE_NOTATIONS[unit] };
}

const OWN_COLUMNS = {
  position: {
    help: 'Where the dial stands. The first dial that applies decides.',
    notation: 'A number. To move a dial, give it another one.',
  },
  name: { help: 'The name of the dial', notation: 'To add a dial, give its name in a new row.' },
  version: { help: 'The version of the dial', notation: 'v and a number.' },
  id: { help: 'How Lineslip knows the row', notation: 'Hidden. Please leave it as it is.' },
} as const satisfies Record<keyof typeof OWN_HEADS, Readonly<{ help: string; notation: string }>>;

const VALUE_NOTATIONS = {
  usd: 'A number. An override is purple; empty it to have the value of the dial again.',
  percent: 'A share in percent: 9.5% or 9.5. An override is purple; empty it to have the value of the dial again.',
} as const satisfies Record<NonNullable<(typeof VALUES)[ValueKey]['unit']>, string>;

/** The text of a cell, whichever program saved it; empty where it is blank. */
export function textOf(cell: ReadCell | undefined): string {
  const text = bareCell((cell?.text ?? '').replaceAll(/\r\n?/g, '\n'));
  return text.trim() === '' ? '' : text;
}
export const guardText = (text: string): string => guardCell(text.replaceAll(/\r\n?/g, '\n'));

/** Excel turns what it cannot compute or takes for a date into something else. */
export function findMisreading(cell: ReadCell, key: ColumnKey, names: OptionNames): string | undefined {
  const example = exampleOf(key, names);
  if (cell.kind === 'error') return describeErrorCell(cell, example);
  return cell.kind === 'date' ? describeDate(example, formatOf(key) === 'text') : undefined;
}

/** In percent. A spreadsheet stores 0.095 where someone types 9.5% into a cell that is no percentage. */
export const LEAST_USUAL_SHARE = 0.5;

/** Whether a share fell so low that its percent sign may have been lost. A share that was not set before counts, too. */
export function isTinyShare(key: ValueKey, before: unknown, typed: unknown): boolean {
  const isBelow = (value: unknown) => typeof value === 'number' && value < LEAST_USUAL_SHARE;
  return isShare(key) && isBelow(typed) && !isBelow(before);
}

/** Whether a cell has the number that was written to it. Programs keep 15 digits. */
export const hasNumber = ({ kind, number }: ReadCell, written: number): boolean =>
  kind === 'number' && number !== null && roundNumber(number) === roundNumber(written);

export function readValueCell(cell: ReadCell, key: ValueKey, names: OptionNames): Reading<string | number> {
  const message = findMisreading(cell, key, names);
  if (message !== undefined) return { message };
  const { unit } = VALUES[key];
  if (unit !== null && cell.number !== null && cell.isPercent && !isShare(key)) return { message: PERCENT_OF_MONEY };
  const reading = readNumberOrText(cell, key, names);
  if (!('value' in reading)) return unit === null ? reading : { message: NOT_AN_AMOUNT[unit] };
  const wrong = checkValue(key, reading.value);
  return wrong === undefined ? reading : { message: wrong };
}

function readNumberOrText(cell: ReadCell, key: ValueKey, names: OptionNames): Reading<string | number> {
  if (VALUES[key].unit === null || cell.number === null) return valueKindOf(key).codec.read(textOf(cell), names.find);
  return { value: cell.number };
}

/** `before`: the condition as exported, whose retired options may stay. */
export function readDimensionCell(
  cell: ReadCell,
  key: DimensionKey,
  before: unknown,
  names: OptionNames,
): Reading<DimensionValue> {
  const message = findMisreading(cell, key, names);
  if (message !== undefined) return { message };
  const dimension = dimensionOf(key);
  const kind = kindOf(dimension);
  const text = textOf(cell);
  if (dimension.kind === 'intervals') {
    const parsed = parseIntervals(text, { negative: dimension.negative ?? false });
    if (!parsed.ok && parsed.hint !== undefined)
      return { message: parsed.hint.includes(INVERTED_BOUNDS) ? 'lower bound above the upper one' : parsed.hint };
  }
  const reading = kind.codec.read(text, names.find);
  if (!('value' in reading)) return reading;
  const wrong =
    kind.check(reading.value) ?? checkOptions({ [key]: reading.value }, names.stateOf, { [key]: before })[0]?.message;
  return wrong === undefined ? { value: kind.normalise(reading.value) } : { message: wrong };
}
