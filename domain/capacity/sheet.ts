import { CLASSES, findClass } from '#domain/cob/class-of-business.ts';
import { bareCell } from '#domain/csv/cell.ts';
import { writeCsv } from '#domain/csv/write.ts';
import { readDay, writeDay } from '#domain/day/day.ts';
import { textKey } from '#domain/dimension/codec.ts';
import { readNumberCell } from '#domain/dimension/kind/number-cell.ts';
import {
  hasScope,
  LIMIT_CURRENCY,
  type Limit,
  MAX_LIMIT_AMOUNT,
  MAX_LIMIT_NAME,
  MAX_LIMIT_SOURCE,
  MAX_LIMITS,
} from './limit.ts';

/** What a sheet of limits may name. */
export type LimitNames = Readonly<{
  hasPartner: (number: number) => boolean;
  /** The code of a country, by code or name. */
  findCountry: (text: string) => string | undefined;
  today: string;
}>;

/** `cell` is an address like D4, empty for the sheet as a whole. */
export type SheetError = Readonly<{ cell: string; message: string }>;
export type LimitSheet = Readonly<{ limits: readonly Limit[]; errors: readonly SheetError[] }>;

type ColumnFacts = Readonly<{
  label: string;
  /** Other names of the column. */
  names: readonly string[];
  isRequired?: true;
  write: (limit: Limit) => string;
}>;

const COLUMNS = {
  name: { label: 'Name', names: ['limit name'], isRequired: true, write: ({ name }) => name },
  partner: { label: 'Partner', names: ['syndicate'], write: ({ partner }) => String(partner ?? '') },
  country: { label: 'Country', names: ['domicile', 'territory'], write: ({ country }) => country ?? '' },
  cob: {
    label: 'Class',
    names: ['class of business', 'cob'],
    write: ({ cob }) => (cob === null ? '' : (findClass(cob)?.label ?? cob)),
  },
  limit: { label: 'Limit', names: ['capacity'], isRequired: true, write: ({ limit }) => String(limit) },
  used: {
    label: 'Used',
    names: ['utilised', 'utilized', 'exposure'],
    isRequired: true,
    write: ({ used }) => String(used),
  },
  currency: { label: 'Currency', names: ['ccy'], write: () => LIMIT_CURRENCY },
  as_of: { label: 'As of', names: ['as at', 'date'], isRequired: true, write: ({ as_of }) => as_of },
  source: { label: 'Source', names: ['system'], write: ({ source }) => source },
} as const satisfies Record<string, ColumnFacts>;

type ColumnKey = keyof typeof COLUMNS;
const COLUMN_KEYS = Object.keys(COLUMNS) as ColumnKey[];
const labelOf = (key: ColumnKey): string => COLUMNS[key].label;

export const LIMIT_COLUMNS: readonly string[] = COLUMN_KEYS.map(labelOf);

/** The column that a head names. */
export function findLimitColumn(head: string): ColumnKey | undefined {
  const key = textKey(head).replaceAll('_', ' ');
  return COLUMN_KEYS.find((column) => [labelOf(column).toLowerCase(), ...COLUMNS[column].names].includes(key));
}

export const writeLimits = (limits: readonly Limit[]): string =>
  writeCsv(
    LIMIT_COLUMNS,
    limits.map((limit) => COLUMN_KEYS.map((key) => (COLUMNS[key] as ColumnFacts).write(limit))),
  );

/** `lines`: cells by line, the first one has the heads. Reads all or nothing: any error empties the list of limits. */
export function readLimits(lines: readonly (readonly string[])[], names: LimitNames): LimitSheet {
  const [heads = [], ...rows] = lines;
  const columns = heads.map(findLimitColumn);
  const found = rows.flatMap((cells, index) => (cells.every(isBlank) ? [] : [{ cells, line: index + 2 }]));
  const errors = [...checkHeads(heads, columns), ...checkNumber(found.length)];
  if (errors.length > 0) return { limits: [], errors };
  const lineOfName = new Map<string, number>();
  const limits: Limit[] = [];
  for (const { cells, line } of found) {
    const read = readRow(cells, columns, line, names);
    const key = textKey(read.limit.name);
    const first = lineOfName.get(key);
    if (first === undefined) lineOfName.set(key, line);
    else if (key !== '') read.refuse('name', `row ${first} has this name already, give each limit its own`);
    errors.push(...read.errors);
    limits.push(read.limit);
  }
  return { limits: errors.length > 0 ? [] : limits, errors };
}

const isBlank = (cell: string): boolean => cell.trim() === '';

function checkHeads(heads: readonly string[], columns: readonly (ColumnKey | undefined)[]): SheetError[] {
  const strange = heads.flatMap((head, place): SheetError[] => {
    const column = columns[place];
    const cell = addressOf(place, 1);
    if (column === undefined)
      return isBlank(head)
        ? []
        : [{ cell, message: `“${head.trim()}” is no column of limits, remove it or name it ${listOf(LIMIT_COLUMNS)}` }];
    return columns.indexOf(column) < place ? [{ cell, message: `there is a column ${labelOf(column)} already` }] : [];
  });
  const missing = COLUMN_KEYS.filter((key) => (COLUMNS[key] as ColumnFacts).isRequired && !columns.includes(key)).map(
    (key): SheetError => ({ cell: '', message: `There is no column ${labelOf(key)}` }),
  );
  return [...strange, ...missing];
}

function checkNumber(count: number): SheetError[] {
  if (count === 0) return [{ cell: '', message: 'There is no limit below the heads' }];
  return count > MAX_LIMITS
    ? [{ cell: '', message: `There are ${count} limits, at most ${MAX_LIMITS} can be imported` }]
    : [];
}

function readRow(
  cells: readonly string[],
  columns: readonly (ColumnKey | undefined)[],
  line: number,
  { hasPartner, findCountry, today }: LimitNames,
) {
  const errors: SheetError[] = [];
  const textOf = (key: ColumnKey): string => bareCell(cells[columns.indexOf(key)]?.trim() ?? '');
  const refuse = (key: ColumnKey, message: string): void => {
    errors.push({ cell: addressOf(Math.max(0, columns.indexOf(key)), line), message });
  };
  const readText = (key: ColumnKey, max: number): string => {
    const text = textOf(key);
    if (text.length > max) refuse(key, `longer than ${max} characters, shorten it`);
    return text;
  };
  /** Empty cells cover everything. */
  const readScope = <T>(key: ColumnKey, find: (text: string) => T | undefined, message: (text: string) => string) => {
    const text = textOf(key);
    const value = text === '' ? null : find(text);
    if (value === undefined) refuse(key, message(text));
    return value ?? null;
  };
  const readMoney = (key: 'limit' | 'used', isWrong: (amount: number) => boolean, example: string): number => {
    const text = textOf(key);
    const amount = readAmount(text);
    if (amount !== undefined && !isWrong(amount) && amount <= MAX_LIMIT_AMOUNT) return amount;
    const quote = text === '' ? 'empty' : `“${text}” is no amount in US dollars`;
    refuse(key, `${quote}, write it as ${example}`);
    return 1;
  };
  const name = readText('name', MAX_LIMIT_NAME);
  if (name === '') refuse('name', 'empty, give the limit a name');
  const limit: Limit = {
    name,
    partner: readScope('partner', findPartner(hasPartner), (text) => `there is no partner ${text}`),
    country: readScope('country', findCountry, (text) => `“${text}” is no country, write it as US or United States`),
    cob: readScope(
      'cob',
      findClassByName,
      (text) => `“${text}” is no class of business, write it as ${CLASSES[0]?.label}`,
    ),
    limit: readMoney('limit', (amount) => amount <= 0, '400000000'),
    used: readMoney('used', () => false, '248000000'),
    as_of: readDay(textOf('as_of')) ?? '',
    source: readText('source', MAX_LIMIT_SOURCE),
  };
  if (limit.as_of === '') refuse('as_of', `“${textOf('as_of')}” is no day, write it as 2026-10-31`);
  else if (limit.as_of > today) refuse('as_of', `${writeDay(limit.as_of)} is in the future`);
  const currency = textOf('currency');
  if (currency !== '' && currency.toUpperCase() !== LIMIT_CURRENCY)
    refuse(
      'currency',
      `${currency} cannot be compared with max lines, convert limit and used and write ${LIMIT_CURRENCY}`,
    );
  if (errors.length === 0 && !hasScope(limit)) refuse('partner', 'give a partner, a country or a class');
  return { limit, errors, refuse };
}

/** Thousands separators, k, m and bn are read. 400.000 may be 400 as well as 400,000, and is not. */
function readAmount(text: string): number | undefined {
  const reading = readNumberCell(
    text,
    { unit: 'usd' },
    {
      decimal: text.includes(',') ? '.' : undefined,
      percent: undefined,
      dates: undefined,
      isDollars: true,
      rates: new Map(),
      answers: new Set(),
    },
  );
  return reading.kind === 'value' ? Math.round(reading.value as number) : undefined;
}

/** 9101, or "9101 Alder". */
const findPartner =
  (hasPartner: LimitNames['hasPartner']) =>
  (text: string): number | undefined => {
    const number = Number(/^\d+/.exec(text)?.[0]);
    return hasPartner(number) ? number : undefined;
  };

const findClassByName = (text: string): string | undefined =>
  CLASSES.find(({ slug, label }) => slug === text || textKey(label) === textKey(text))?.slug;

/** D4. Sheets have fewer columns than letters. */
const addressOf = (place: number, line: number): string => `${String.fromCodePoint(65 + Math.min(place, 25))}${line}`;

const listOf = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** "D4: “sixty” is no amount in US dollars, write it as 400000000." */
export const describeSheetError = ({ cell, message }: SheetError): string =>
  cell === '' ? `${message}.` : `${cell}: ${message}.`;
