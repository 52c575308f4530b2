import { bareCell, guardCell } from '#domain/csv/cell.ts';
import type { FieldError } from './check.ts';
import { type DialData, EMPTY_DIAL } from './dial.ts';
import { COLUMNS, type Column, type FindOption } from './exchange.column.ts';

/** Dials as rows of a spreadsheet. Other files import from here, not from the `exchange.*` files behind it. */
export { COLUMNS, type Column, type FindOption } from './exchange.column.ts';
export { findColumn, readHeader, type Header } from './exchange.header.ts';

export type Cells = Readonly<Record<string, string>>;

/** How a dial leaves and comes back: its id, the version it was, and what it says. */
export type ExchangedDial = Readonly<{ id: string; version: number; data: DialData }>;

/** What could be read; a field named in the errors is left unset. */
export type ReadDial = Readonly<{ id?: string; data: DialData; errors: readonly FieldError[] }>;

type Parts = Record<Column['part'], Record<string, unknown>>;

/** One cell per column. Lists are separated by "; ", intervals are notation, what is not set is empty. */
export function toCells({ id, version, data }: ExchangedDial): Record<string, string> {
  const parts: Parts = { row: { id, version }, data, dimensions: data.dimensions, values: data.values };
  return Object.fromEntries(COLUMNS.map(({ key, part, write }) => [key, guardCell(write(parts[part][key]))]));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
export const NOT_AN_ID = 'This is not the id of a dial. Leave it empty for a new one.';
export const isDialId = (text: string): boolean => UUID.test(text);

/** Reads the cells by key. Whether the dial keeps its rules is `checkDial`'s business. */
export function fromCells(cells: Cells, findOption: FindOption = () => undefined): ReadDial {
  const parts: Parts = { row: {}, data: {}, dimensions: {}, values: {} };
  const errors: FieldError[] = [];
  for (const { key, part, read } of COLUMNS) {
    const text = bareCell(cells[key] ?? '');
    if (text.trim() === '' || key === 'version') continue;
    const result = read(text, findOption);
    if ('value' in result) parts[part][key] = result.value;
    else errors.push({ path: part === 'data' || part === 'row' ? key : `${part}.${key}`, message: result.message });
  }
  const { id } = parts.row;
  const data = { ...EMPTY_DIAL, ...parts.data, dimensions: parts.dimensions, values: parts.values } as DialData;
  if (typeof id !== 'string') return { data, errors };
  return isDialId(id) ? { id, data, errors } : { data, errors: [{ path: 'id', message: NOT_AN_ID }, ...errors] };
}
