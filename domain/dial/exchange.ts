import { bareCell } from '#domain/csv/cell.ts';
import { type Codec, type FindOption, LIST, someOf, TEXT, TRIMMED } from '#domain/dimension/codec.ts';
import { isSet, kindOf } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { VALUE_KEYS, valueKindOf, VALUES } from '#domain/value/registry.ts';
import type { FieldError } from './check.ts';
import { type DialData, EMPTY_DIAL, JOURNEYS } from './dial.ts';

/** A column of the spreadsheet and its field. */
export type Column = Readonly<{
  key: string;
  label: string;
  part: 'row' | 'data' | 'dimensions' | 'values';
  codec: Codec<never, unknown>;
}>;

/** Export only: an imported dial is compared with its newest version. */
const VERSION: Codec<number> = { write: String, read: (text) => ({ value: Number(text) }) };

/** One column per field, dimension and value, in registry order. */
export const COLUMNS: readonly Column[] = [
  { key: 'id', label: 'Id', part: 'row', codec: TRIMMED },
  { key: 'version', label: 'Version', part: 'row', codec: VERSION },
  { key: 'name', label: 'Name', part: 'data', codec: TEXT },
  { key: 'description', label: 'Description', part: 'data', codec: TEXT },
  { key: 'tags', label: 'Tags', part: 'data', codec: LIST },
  { key: 'authors', label: 'Authors', part: 'data', codec: LIST },
  { key: 'journeys', label: 'Journeys', part: 'data', codec: someOf(JOURNEYS) },
  { key: 'reason', label: 'Reason', part: 'data', codec: TEXT },
  { key: 'active_from', label: 'Active From', part: 'data', codec: TRIMMED },
  { key: 'active_until', label: 'Active Until', part: 'data', codec: TRIMMED },
  ...DIMENSION_KEYS.map((key): Column => {
    const dimension = dimensionOf(key);
    return { key, label: dimension.label, part: 'dimensions', codec: kindOf(dimension).codec };
  }),
  ...VALUE_KEYS.map((key): Column => ({
    key,
    label: VALUES[key].label,
    part: 'values',
    codec: valueKindOf(key).codec,
  })),
];

export type Cells = Readonly<Record<string, string>>;

export type ExchangedDial = Readonly<{ id: string; version: number; data: DialData }>;

/** Fields with errors are left unset. */
export type ReadDial = Readonly<{ id?: string; data: DialData; errors: readonly FieldError[] }>;

type DialFields = Record<Column['part'], Record<string, unknown>>;

/** One cell per column, not guarded. Lists are joined by "; ", intervals use their notation, unset fields are empty. */
export function toCells({ id, version, data }: ExchangedDial): Record<string, string> {
  const parts: DialFields = { row: { id, version }, data, dimensions: data.dimensions, values: data.values };
  return Object.fromEntries(
    COLUMNS.map(({ key, part, codec }) => {
      const value = parts[part][key];
      return [key, isSet(value) ? codec.write(value as never) : ''];
    }),
  );
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
export const NOT_AN_ID = 'This is not the id of a dial. Leave it empty for a new one.';
export const isDialId = (text: string): boolean => UUID.test(text);

/** Only parses the cells; `checkDial` validates the result. */
export function fromCells(cells: Cells, findOption: FindOption = () => undefined): ReadDial {
  const parts: DialFields = { row: {}, data: {}, dimensions: {}, values: {} };
  const errors: FieldError[] = [];
  for (const { key, part, codec } of COLUMNS) {
    const text = bareCell(cells[key] ?? '');
    if (text.trim() === '' || key === 'version') continue;
    const result = codec.read(text, findOption);
    if ('value' in result) parts[part][key] = result.value;
    else errors.push({ path: part === 'data' || part === 'row' ? key : `${part}.${key}`, message: result.message });
  }
  const { id } = parts.row;
  const data = { ...EMPTY_DIAL, ...parts.data, dimensions: parts.dimensions, values: parts.values } as DialData;
  if (typeof id !== 'string') return { data, errors };
  return isDialId(id) ? { id, data, errors } : { data, errors: [{ path: 'id', message: NOT_AN_ID }, ...errors] };
}

export type Header = Readonly<{
  /** By position; undefined for empty headers. */
  columns: readonly (Column | undefined)[];
  problems: readonly string[];
}>;

/** Ignores case, spaces and underscores. */
const spelling = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
    .trim();

const BY_SPELLING = new Map(
  COLUMNS.flatMap((column) => [column.key, column.label].map((text): [string, Column] => [spelling(text), column])),
);

export const findColumn = (head: string): Column | undefined => BY_SPELLING.get(spelling(head));

export function readHeader(heads: readonly string[]): Header {
  const columns = heads.map(findColumn);
  const problems = heads.flatMap((head, index) => {
    const column = columns[index];
    const where = `Column ${letterOf(index)}, “${head.trim()}”,`;
    if (head.trim() === '') return [];
    if (column === undefined) return [`${where} is not a field of a dial.`];
    const first = columns.indexOf(column);
    return first === index ? [] : [`${where} is the same field as column ${letterOf(first)}.`];
  });
  if (columns.every((column) => column === undefined))
    return { columns, problems: ['The first line does not name the columns. It needs at least “name”.'] };
  if (!columns.some((column) => column?.key === 'name')) problems.push('There is no column “name”.');
  return { columns, problems };
}

/** A to Z, then AA. */
export function letterOf(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}
