import { type Cut, FIRST_CODE } from '#domain/evaluation/compiled/segments.ts';
import { MAX_DIALS } from '#domain/evaluation/compiled/winners.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { VALUE_KEYS, VALUES, type ValueKey } from '#domain/value/registry.ts';
import { type Dialect, DICTIONARY, writeNumber } from './dialect.ts';
import { type Mask, type MaskedCondition, maskDials, type MaskedDials, maskOf } from './masks.ts';
import { CODED_RISKS, columnOf, holdsSeveral, moreColumnOf } from './table.ts';

export type SelectOptions = Readonly<{
  /** Evaluate all risks on this day instead of their own dates. */
  day?: string | undefined;
  /** Restricts the risks to one class of business. */
  cob?: string | undefined;
  /** Defaults to the tables of `createTables`. */
  tables?: CodedTables | undefined;
  /** Uses nested subqueries instead of WITH, for old engines. */
  nested?: boolean | undefined;
}>;

export type CodedTables = Readonly<{ risks: string; dictionary: string }>;
const TABLES: CodedTables = { risks: CODED_RISKS, dictionary: DICTIONARY };

/** The 1-based position, relative to `from`, of the first matching dial in `among`; 0 for none. */
export type PositionColumn = Readonly<{ name: string; among: Mask; from: number }>;

/**
 * One SELECT that evaluates a bucket for every risk of the coded table: per value the 1-based position of the winning dial
 * and the value; NULL where unset.
 */
export function selectBucket(dialect: Dialect, entries: readonly RatedEntry[], options: SelectOptions = {}): string {
  assertCompilable(entries);
  const columns = VALUE_KEYS.flatMap((key) => {
    const place = `placed.${placeName(key)}`;
    return [`nullif(${place}, 0) AS ${placeName(key)}`, `${valueAt(dialect, entries, key, place)} AS ${key}`];
  });
  const places = VALUE_KEYS.map((key) => ({ name: placeName(key), among: settersOf(entries, key), from: 0 }));
  return selectFrom(selectPositions(dialect, entries, places, options, ['reference']), ['reference', ...columns]);
}

export function assertCompilable({ length }: readonly RatedEntry[]): void {
  if (length > MAX_DIALS) throw new RangeError(`A bucket of more than ${MAX_DIALS} dials cannot be compiled.`);
}

const placeName = (key: ValueKey): string => `${key}_place`;

const valueSetBy = ({ dial, overrides }: RatedEntry, key: ValueKey) => overrides[key] ?? dial.values[key];

/** The dials that set a value, including by override. */
export const settersOf = (entries: readonly RatedEntry[], key: ValueKey): Mask =>
  maskOf(entries, (entry) => valueSetBy(entry, key) !== undefined);

/** The value of the dial at this position; NULL where the position is 0. */
export function valueAt(dialect: Dialect, entries: readonly RatedEntry[], key: ValueKey, place: string): string {
  const isText = VALUES[key].kind === 'option';
  const literal = (entry: RatedEntry) => {
    const value = valueSetBy(entry, key) ?? (isText ? '' : 0);
    return typeof value === 'string' ? dialect.text(value) : writeNumber(value);
  };
  if (settersOf(entries, key) === 0n) return 'NULL';
  return `CASE WHEN ${place} > 0 THEN ${dialect.at(dialect.list(entries.map(literal)), place)} END`;
}

/** One subquery; `from` defaults to the previous step. */
type SelectStep = Readonly<{ name: string; columns: readonly string[]; from?: string }>;
/** Subqueries to select from; `named` are further ones referenced by name. */
export type SelectSteps = Readonly<{ named: readonly string[]; steps: readonly SelectStep[]; nested: boolean }>;

/** A SELECT from the last step, followed by `end`. */
export function selectFrom({ named, steps, nested }: SelectSteps, columns: readonly string[], end = ''): string {
  if (!nested) {
    const all = steps.map(({ name, columns: own, from }, at) => step(name, own, from ?? steps[at - 1]?.name ?? ''));
    return `WITH\n${[...named, ...all].join(',\n')}\n${select(columns, steps.at(-1)?.name ?? '')}${end}`;
  }
  const inner = steps.reduce((before, { name, columns: own, from }) => {
    return `(${select(own, from ?? before)}) AS ${name}`;
  }, '');
  return `${select(columns, inner)}${end}`;
}

/** The last step, `placed`, has the extra columns and one column per position. */
export function selectPositions(
  dialect: Dialect,
  entries: readonly RatedEntry[],
  places: readonly PositionColumn[],
  { day, cob, tables = TABLES, nested = false }: SelectOptions,
  extraColumns: readonly string[],
): SelectSteps {
  const dials = maskDials(entries, day);
  const planes = Array.from({ length: Math.ceil(dials.count / dialect.planeDials) }, (_, plane) => plane);
  const where = cob === undefined ? '' : `\n  WHERE class_of_business = ${dialect.text(cob)}`;
  const masksOf = (one: TextCondition, plane: number) =>
    nested
      ? `(${select([maskByCode(dialect, one, plane)], dictionaryOf(tables, one))})`
      : `(SELECT masks_${plane} FROM ${stepName(one)})`;
  const matched = planes.map((plane) => `${matchesInPlane(dialect, dials, plane, masksOf)} AS dials_${plane}`);
  const parted = places.map((place) => ({ ...place, parts: planeMasksOf(dialect, place, planes) }));
  const parts = parted
    .flatMap((place) => place.parts)
    .map(({ name, plane, mask }) => {
      return `${dialect.and([`dials_${plane}`, dialect.mask(mask)])} AS ${name}`;
    });
  const segments = dials.conditions.flatMap((one) =>
    one.holds === 'number' ? [`${segmentOf(columnOf(one.condition), one.cuts)} AS ${segmentName(one)}`] : [],
  );
  const named = dials.conditions.flatMap((one) => {
    if (nested || one.holds === 'number') return [];
    const columns = planes.map((plane) => `${maskByCode(dialect, one, plane)} AS masks_${plane}`);
    return [step(stepName(one), columns, dictionaryOf(tables, one))];
  });
  const from = `${tables.risks}${where}`;
  const firsts = parted.map((place) => firstOf(dialect, place));
  // Old engines evaluate nested queries repeatedly, so these use as few steps as possible.
  const steps: SelectStep[] = nested
    ? [
        { name: 'matched', columns: [...extraColumns, ...segments, ...matched], from },
        { name: 'placed', columns: [...extraColumns, ...parts, ...firsts] },
      ]
    : [
        { name: 'coded', columns: ['*', ...segments], from },
        { name: 'matched', columns: [...extraColumns, ...matched] },
        { name: 'parted', columns: [...extraColumns, ...parts] },
        { name: 'placed', columns: [...extraColumns, ...firsts] },
      ];
  return { named, nested, steps };
}

/** The candidates of one position column in one plane. */
type PlaneMask = Readonly<{ name: string; plane: number; mask: Mask }>;

const planeMasksOf = (dialect: Dialect, { name, among }: PositionColumn, planes: readonly number[]): PlaneMask[] =>
  planes
    .map((plane) => ({ name: `${name}_${plane}`, plane, mask: cutPlane(dialect, among, plane) }))
    .filter(({ mask }) => mask !== 0n);

/** The position of the first dial; earlier planes take precedence. */
function firstOf(
  dialect: Dialect,
  { name, from, parts }: PositionColumn & Readonly<{ parts: readonly PlaneMask[] }>,
): string {
  if (parts.length === 0) return `0 AS ${name}`;
  const cases = parts.map((part) => {
    const before = part.plane * dialect.planeDials - from;
    return `WHEN ${part.name} <> 0 THEN ${dialect.first(part.name)}${before === 0 ? '' : ` + ${before}`}`;
  });
  return `CASE ${cases.join(' ')} ELSE 0 END AS ${name}`;
}

const select = (columns: readonly string[], from: string): string => `SELECT\n  ${columns.join(',\n  ')}\nFROM ${from}`;

const step = (name: string, columns: readonly string[], from: string): string =>
  `${name} AS (\n  SELECT\n    ${columns.join(',\n    ')}\n  FROM ${from}\n)`;

const cutPlane = ({ planeDials }: Dialect, mask: Mask, plane: number): Mask =>
  BigInt.asUintN(planeDials, mask >> BigInt(plane * planeDials));

const segmentName = ({ condition }: MaskedCondition): string => `${columnOf(condition)}_segment`;
const stepName = ({ condition }: MaskedCondition): string => `${columnOf(condition)}_masks`;

type TextCondition = Extract<MaskedCondition, { holds: 'texts' }>;

const dictionaryOf = ({ dictionary }: CodedTables, { condition }: TextCondition): string =>
  `${dictionary}\n  WHERE condition = '${condition}'`;

/** The masks of all dictionary texts, indexed by code. */
function maskByCode(dialect: Dialect, { textMasks, otherwise }: TextCondition, plane: number): string {
  const texts = dialect.list(textMasks.map(({ text }) => dialect.text(text)));
  const masks = textMasks.map(({ mask }) => cutPlane(dialect, mask, plane));
  const rest = dialect.mask(cutPlane(dialect, otherwise, plane));
  return dialect.byCode(masks.length === 0 ? rest : dialect.translate('text', texts, dialect.masks(masks), rest));
}

/** The dials of one plane that match a risk. */
function matchesInPlane(
  dialect: Dialect,
  { count, active, conditions }: MaskedDials,
  plane: number,
  masksOf: (one: TextCondition, plane: number) => string,
): string {
  const all = cutPlane(dialect, (1n << BigInt(count)) - 1n, plane);
  const activeInPlane = cutPlane(dialect, active, plane);
  const relevant = conditions.filter((one) => cutPlane(dialect, one.otherwise, plane) !== all);
  const masks = relevant.map((one) => {
    if (one.holds === 'number') {
      const literal = dialect.masks(one.masks.map((mask) => cutPlane(dialect, mask, plane)));
      return dialect.at(literal, segmentName(one));
    }
    const [masks, first] = [masksOf(one, plane), columnOf(one.condition)];
    return holdsSeveral(one.condition)
      ? dialect.anyOf(masks, { first, more: moreColumnOf(one.condition) })
      : dialect.at(masks, first);
  });
  const initial = activeInPlane === all && masks.length > 0 ? [] : [dialect.mask(activeInPlane)];
  return dialect.and([...initial, ...masks]);
}

/** A binary search for the segment of a number, as an index into its masks; index 1 is unknown. */
function segmentOf(number: string, cuts: readonly Cut[]): string {
  const search = (low: number, high: number): string => {
    if (low === high) return String((cuts[low - 1]?.code ?? FIRST_CODE) + 1);
    const middle = (low + high) >> 1;
    const { at, after } = cuts[middle] as Cut;
    const isLeft = `${number} ${after ? '<=' : '<'} ${writeNumber(at)}`;
    return `CASE WHEN ${isLeft} THEN ${search(low, middle)} ELSE ${search(middle + 1, high)} END`;
  };
  return `CASE WHEN ${number} IS NULL THEN 1 ELSE ${search(0, cuts.length)} END`;
}
