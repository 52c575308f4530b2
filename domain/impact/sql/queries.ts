import { DIALECTS } from '#domain/evaluation/sql/dialect.ts';
import { placeByBoth, placeNames } from '#domain/evaluation/sql/impact.ts';
import { type CodedTables, selectFrom, type Steps } from '#domain/evaluation/sql/select.ts';
import { moreOf } from '#domain/evaluation/sql/table.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { PossibleValues } from '#domain/impact/givens.ts';
import { IMPACT_LIMITS } from '#domain/impact/impact.ts';
import { type ClassFacts, type GroupSource, listGroups, NOTHING } from './codes.ts';

/** Two lists of dials, and the tables of the class that they are measured on. */
export type Asked = Readonly<{
  tables: CodedTables;
  facts: ClassFacts;
  before: readonly RatedEntry[];
  after: readonly RatedEntry[];
  /** The one day on which all risks are evaluated; without it each is on its own date. */
  day: string | undefined;
}>;

const dialect = DIALECTS.clickhouse;

const place = (
  { before, after, day, tables }: Asked,
  carried: readonly string[],
  matching?: readonly number[],
): Steps => placeByBoth(dialect, before, after, { day, tables, nested: true }, carried, matching);

/**
 * Each pair of outcomes: the places of the dials that win the five values before and after, how many risks there are, their
 * premium, and which of them has the highest revenue, the first of them where several have it.
 */
export function selectOutcomeCounts(asked: Asked): string {
  const names = [...placeNames('before'), ...placeNames('after')];
  const best = 'min((isNull(revenue_ranges), ifNull(-revenue_ranges, 0), row))';
  const columns = [...names, 'count() AS risks', 'sum(premium) AS paid', `${best} AS best`];
  return selectFrom(
    place(asked, ['row', 'premium', 'revenue_ranges']),
    columns,
    `\nGROUP BY\n  ${names.join(',\n  ')}`,
  );
}

export const wasName = (value: number): string => `was_${value}`;
export const isName = (value: number): string => `is_${value}`;

/**
 * What each risk gets, as places among all that may be given, in their order; 0 where it is nothing. `matching` are places
 * of the list after of which it also says whether their dials match.
 */
export function selectOutcomes(
  asked: Asked,
  givens: readonly PossibleValues[],
  carried: readonly string[],
  matching?: readonly number[],
): Steps {
  const placed = place(asked, carried, matching);
  const [was, is] = [placeNames('before'), placeNames('after')];
  const given = (table: Uint32Array, name: string) =>
    dialect.at(dialect.list(Array.from(table, String)), `${name} + 1`);
  const columns = givens.flatMap(({ before, after }, value) => [
    `${given(before, was[value] as string)} AS ${wasName(value)}`,
    `${given(after, is[value] as string)} AS ${isName(value)}`,
  ]);
  const last = placed.steps.length - 1;
  const steps = placed.steps.map((one, at) => (at === last ? { ...one, columns: [...one.columns, ...columns] } : one));
  return { ...placed, steps };
}

/** Whether any of the values is another one after. */
export const isChanged = (givens: readonly PossibleValues[]): string =>
  `(${givens.map((_given, value) => `${wasName(value)} <> ${isName(value)}`).join(' OR ')})`;

export const columnsOf = ({ by, column, condition, isMany }: GroupSource): string[] =>
  isMany && by !== 'segment' ? [column, moreOf(condition as 'brokers')] : [column];

/** All codes of a risk that may have several. */
const allCodes = (source: GroupSource): string => {
  const [first = '', more] = columnsOf(source);
  return more === undefined ? first : `arrayConcat([${first}], ${more})`;
};

/**
 * For each group in which a risk changes: its place among the groups, how many members have one, and those that have the
 * most, then by their codes, which are in the order of their texts.
 */
export function selectMembers(asked: Asked, givens: readonly PossibleValues[]): string {
  const groups = listGroups(asked.facts).map((source, index) => ({ source, name: `toUInt8(${index})` }));
  const single = groups.filter(({ source }) => !source.isMany);
  const many = groups.filter(({ source }) => source.isMany);
  const members = [
    ...(single.length === 0 ? [] : [dialect.list(single.map(({ source, name }) => `(${name}, ${source.column})`))]),
    ...many.map(({ source, name }) => `arrayMap(code -> (${name}, code), ${allCodes(source)})`),
  ];
  const carried = ['premium', ...groups.flatMap(({ source }) => columnsOf(source))];
  const changed = selectFrom(
    selectOutcomes(asked, givens, carried),
    ['premium', `arrayJoin(arrayConcat(${members.join(', ')})) AS member`],
    `\nWHERE ${isChanged(givens)}`,
  );
  const counted = `SELECT member.1 AS place, member.2 AS code, count() AS risks, sum(premium) AS paid
FROM (${changed}) AS changed
GROUP BY place, code`;
  const most = Math.max(IMPACT_LIMITS.members, IMPACT_LIMITS.segments);
  return `SELECT
  place,
  count() AS members,
  arraySlice(arraySort(groupArray((-risks, code = ${NOTHING}, code, paid))), 1, ${most}) AS listed
FROM (${counted}) AS counted
GROUP BY place`;
}

export type Listed = Readonly<{ condition: string; codes: readonly number[] }>;

/** What codes stand for, and how many risks have them, changed or not. */
export function selectTexts({ dictionary }: CodedTables, listed: readonly Listed[]): string {
  const wanted = listed.map(({ condition, codes }) => `(condition = '${condition}' AND code IN (${codes.join(', ')}))`);
  return `SELECT condition, code, text, risks, premium FROM ${dictionary} WHERE ${wanted.join(' OR ')}`;
}
