import { type Cut, FIRST_CODE } from '#domain/evaluation/compiled/segments.ts';
import { MAX_DIALS } from '#domain/evaluation/compiled/winners.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { VALUE_KEYS, VALUES, type ValueKey } from '#domain/value/registry.ts';
import { type Dialect, DICTIONARY, writeNumber } from './dialect.ts';
import { type Mask, type MaskedCondition, maskDials, type MaskedDials, maskOf } from './masks.ts';
import { CODED_RISKS, columnOf, hasSeveral, moreOf } from './table.ts';

export type Asking = Readonly<{
  /** The one day on which all risks are evaluated; without it each is on its own date. */
  day?: string | undefined;
  /** Of which class of business risks are; without it of any. */
  cob?: string | undefined;
  /** Where they are; without it in the tables that `createTables` makes. */
  tables?: CodedTables | undefined;
  /** Steps have names, which are easier to read. With this they are inside each other, as old engines want it. */
  nested?: boolean | undefined;
}>;

export type CodedTables = Readonly<{ risks: string; dictionary: string }>;
const TABLES: CodedTables = { risks: CODED_RISKS, dictionary: DICTIONARY };

/** A column with the place of the first dial that takes part among some, from 1 and counted from `from`; 0 for none. */
export type PlaceColumn = Readonly<{ name: string; among: Mask; from: number }>;

/**
 * What a bucket gives every risk of the coded table, as one SELECT. For each of the five values there is the place of the
 * dial that wins it, from 1, and the value itself; nothing where no dial sets it.
 */
export function selectBucket(dialect: Dialect, entries: readonly RatedEntry[], asking: Asking = {}): string {
  assertCompilable(entries);
  const columns = VALUE_KEYS.flatMap((key) => {
    const place = `placed.${placeName(key)}`;
    return [`nullif(${place}, 0) AS ${placeName(key)}`, `${valueAt(dialect, entries, key, place)} AS ${key}`];
  });
  const places = VALUE_KEYS.map((key) => ({ name: placeName(key), among: settersOf(entries, key), from: 0 }));
  return selectFrom(placeRisks(dialect, entries, places, asking, ['reference']), ['reference', ...columns]);
}

export function assertCompilable({ length }: readonly RatedEntry[]): void {
  if (length > MAX_DIALS) throw new RangeError(`A bucket of more than ${MAX_DIALS} dials cannot be compiled.`);
}

const placeName = (key: ValueKey): string => `${key}_place`;

const settingOf = ({ dial, overrides }: RatedEntry, key: ValueKey) => overrides[key] ?? dial.values[key];

/** The dials that set a value, be it by an override. */
export const settersOf = (entries: readonly RatedEntry[], key: ValueKey): Mask =>
  maskOf(entries, (entry) => settingOf(entry, key) !== undefined);

/** The value that the dial at this place sets; nothing where the place is 0. */
export function valueAt(dialect: Dialect, entries: readonly RatedEntry[], key: ValueKey, place: string): string {
  const isText = VALUES[key].kind === 'option';
  const literal = (entry: RatedEntry) => {
    const value = settingOf(entry, key) ?? (isText ? '' : 0);
    return typeof value === 'string' ? dialect.text(value) : writeNumber(value);
  };
  if (settersOf(entries, key) === 0n) return 'NULL';
  return `CASE WHEN ${place} > 0 THEN ${dialect.at(dialect.list(entries.map(literal)), place)} END`;
}

/** One step of a SELECT: what it is called, what it has, and where from, which is the step before where nothing is said. */
type Step = Readonly<{ name: string; columns: readonly string[]; from?: string }>;
/** Steps that end with the one that a SELECT is from. `named` are others that it refers to by their names. */
export type Steps = Readonly<{ named: readonly string[]; steps: readonly Step[]; nested: boolean }>;

/** A SELECT of what the last of the steps has; `end` is what comes after it. */
export function selectFrom({ named, steps, nested }: Steps, columns: readonly string[], end = ''): string {
  if (!nested) {
    const all = steps.map(({ name, columns: own, from }, at) => step(name, own, from ?? steps[at - 1]?.name ?? ''));
    return `WITH\n${[...named, ...all].join(',\n')}\n${select(columns, steps.at(-1)?.name ?? '')}${end}`;
  }
  const inner = steps.reduce((before, { name, columns: own, from }) => {
    return `(${select(own, from ?? before)}) AS ${name}`;
  }, '');
  return `${select(columns, inner)}${end}`;
}

/** `placed` has the columns of each risk that are carried on, and a column for each of the places asked for. */
export function placeRisks(
  dialect: Dialect,
  entries: readonly RatedEntry[],
  places: readonly PlaceColumn[],
  { day, cob, tables = TABLES, nested = false }: Asking,
  carried: readonly string[],
): Steps {
  const dials = maskDials(entries, day);
  const planes = Array.from({ length: Math.ceil(dials.count / dialect.planeDials) }, (_, plane) => plane);
  const where = cob === undefined ? '' : `\n  WHERE class_of_business = ${dialect.text(cob)}`;
  const masksOf = (one: TextCondition, plane: number) =>
    nested
      ? `(${select([maskByCode(dialect, one, plane)], dictionaryOf(tables, one))})`
      : `(SELECT masks_${plane} FROM ${stepName(one)})`;
  const matched = planes.map((plane) => `${matchedIn(dialect, dials, plane, masksOf)} AS dials_${plane}`);
  const parted = places.map((place) => ({ ...place, parts: partsOf(dialect, place, planes) }));
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
  // Each one inside another is looked through again and again by old engines, so what can be is one step.
  const steps: Step[] = nested
    ? [
        { name: 'matched', columns: [...carried, ...segments, ...matched], from },
        { name: 'placed', columns: [...carried, ...parts, ...firsts] },
      ]
    : [
        { name: 'coded', columns: ['*', ...segments], from },
        { name: 'matched', columns: [...carried, ...matched] },
        { name: 'parted', columns: [...carried, ...parts] },
        { name: 'placed', columns: [...carried, ...firsts] },
      ];
  return { named, nested, steps };
}

/** The dials of one plane that a place is looked for among. */
type Part = Readonly<{ name: string; plane: number; mask: Mask }>;

const partsOf = (dialect: Dialect, { name, among }: PlaceColumn, planes: readonly number[]): Part[] =>
  planes
    .map((plane) => ({ name: `${name}_${plane}`, plane, mask: cutPlane(dialect, among, plane) }))
    .filter(({ mask }) => mask !== 0n);

/** The place of the first dial, asked of earlier planes first. */
function firstOf(dialect: Dialect, { name, from, parts }: PlaceColumn & Readonly<{ parts: readonly Part[] }>): string {
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

/** The masks of all texts of the dictionary, in the order of their codes, so that a code finds its mask at its place. */
function maskByCode(dialect: Dialect, { asked, otherwise }: TextCondition, plane: number): string {
  const texts = dialect.list(asked.map(({ text }) => dialect.text(text)));
  const masks = asked.map(({ mask }) => cutPlane(dialect, mask, plane));
  const rest = dialect.mask(cutPlane(dialect, otherwise, plane));
  return dialect.byCode(masks.length === 0 ? rest : dialect.translate('text', texts, dialect.masks(masks), rest));
}

/** The dials of one plane that a risk matches in every condition. */
function matchedIn(
  dialect: Dialect,
  { count, there, conditions }: MaskedDials,
  plane: number,
  masksOf: (one: TextCondition, plane: number) => string,
): string {
  const all = cutPlane(dialect, (1n << BigInt(count)) - 1n, plane);
  const mine = cutPlane(dialect, there, plane);
  const asking = conditions.filter((one) => cutPlane(dialect, one.otherwise, plane) !== all);
  const masks = asking.map((one) => {
    if (one.holds === 'number') {
      const literal = dialect.masks(one.masks.map((mask) => cutPlane(dialect, mask, plane)));
      return dialect.at(literal, segmentName(one));
    }
    const [masks, first] = [masksOf(one, plane), columnOf(one.condition)];
    return hasSeveral(one.condition)
      ? dialect.anyOf(masks, { first, more: moreOf(one.condition) })
      : dialect.at(masks, first);
  });
  const given = mine === all && masks.length > 0 ? [] : [dialect.mask(mine)];
  return dialect.and([...given, ...masks]);
}

/** The place of a number’s segment among its masks, by a binary search: the first place is that of nothing. */
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
