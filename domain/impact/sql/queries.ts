import { DIALECTS } from '#domain/evaluation/sql/dialect.ts';
import { selectPositionsOfBoth, positionColumns } from '#domain/evaluation/sql/impact.ts';
import { type CodedTables, selectFrom, type SelectSteps } from '#domain/evaluation/sql/select.ts';
import { moreColumnOf } from '#domain/evaluation/sql/table.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { PossibleValues } from '#domain/impact/possible-values.ts';
import { IMPACT_LIMITS } from '#domain/impact/impact.ts';
import { type ClassFacts, type GroupSource, listGroups, UNKNOWN_CODE } from './codes.ts';

/** Two lists of dials, and the tables of the class to compare them on. */
export type ImpactQuery = Readonly<{
  tables: CodedTables;
  facts: ClassFacts;
  before: readonly RatedEntry[];
  after: readonly RatedEntry[];
  /** Evaluate all risks on this day instead of their own dates. */
  day: string | undefined;
}>;

const dialect = DIALECTS.clickhouse;

const selectWinners = (
  { before, after, day, tables }: ImpactQuery,
  extraColumns: readonly string[],
  matching?: readonly number[],
): SelectSteps => selectPositionsOfBoth(dialect, before, after, { day, tables, nested: true }, extraColumns, matching);

/**
 * One row per pair of outcomes: the positions of the winning dials before and after, the number of risks, their premium,
 * and a representative risk (highest revenue, then first row).
 */
export function selectOutcomeCounts(query: ImpactQuery): string {
  const names = [...positionColumns('before'), ...positionColumns('after')];
  const best = 'min((isNull(revenue_ranges), ifNull(-revenue_ranges, 0), row))';
  const columns = [...names, 'count() AS risks', 'sum(premium) AS paid', `${best} AS best`];
  return selectFrom(
    selectWinners(query, ['row', 'premium', 'revenue_ranges']),
    columns,
    `\nGROUP BY\n  ${names.join(',\n  ')}`,
  );
}

export const columnBefore = (value: number): string => `was_${value}`;
export const columnAfter = (value: number): string => `is_${value}`;

/**
 * The results of each risk, as indexes into its possible values; 0 where unset. `matching`: positions in the new list for
 * which to also select whether the dial matches.
 */
export function selectOutcomes(
  query: ImpactQuery,
  possibleValues: readonly PossibleValues[],
  extraColumns: readonly string[],
  matching?: readonly number[],
): SelectSteps {
  const winners = selectWinners(query, extraColumns, matching);
  const [was, is] = [positionColumns('before'), positionColumns('after')];
  const indexAt = (table: Uint32Array, name: string) =>
    dialect.at(dialect.list(Array.from(table, String)), `${name} + 1`);
  const columns = possibleValues.flatMap(({ before, after }, value) => [
    `${indexAt(before, was[value] as string)} AS ${columnBefore(value)}`,
    `${indexAt(after, is[value] as string)} AS ${columnAfter(value)}`,
  ]);
  const last = winners.steps.length - 1;
  const steps = winners.steps.map((one, at) => (at === last ? { ...one, columns: [...one.columns, ...columns] } : one));
  return { ...winners, steps };
}

/** SQL: whether any value changes. */
export const isChanged = (possibleValues: readonly PossibleValues[]): string =>
  `(${possibleValues.map((_possible, value) => `${columnBefore(value)} <> ${columnAfter(value)}`).join(' OR ')})`;

export const columnsOf = ({ by, column, condition, isMany }: GroupSource): string[] =>
  isMany && by !== 'segment' ? [column, moreColumnOf(condition as 'brokers')] : [column];

const allCodes = (source: GroupSource): string => {
  const [first = '', more] = columnsOf(source);
  return more === undefined ? first : `arrayConcat([${first}], ${more})`;
};

/**
 * For each group with changes: its index, the number of changed members, and those with the most risks, then by code, which
 * sorts like their texts.
 */
export function selectMembers(query: ImpactQuery, possibleValues: readonly PossibleValues[]): string {
  const groups = listGroups(query.facts).map((source, index) => ({ source, name: `toUInt8(${index})` }));
  const single = groups.filter(({ source }) => !source.isMany);
  const many = groups.filter(({ source }) => source.isMany);
  const members = [
    ...(single.length === 0 ? [] : [dialect.list(single.map(({ source, name }) => `(${name}, ${source.column})`))]),
    ...many.map(({ source, name }) => `arrayMap(code -> (${name}, code), ${allCodes(source)})`),
  ];
  const extraColumns = ['premium', ...groups.flatMap(({ source }) => columnsOf(source))];
  const changed = selectFrom(
    selectOutcomes(query, possibleValues, extraColumns),
    ['premium', `arrayJoin(arrayConcat(${members.join(', ')})) AS member`],
    `\nWHERE ${isChanged(possibleValues)}`,
  );
  const counted = `SELECT member.1 AS place, member.2 AS code, count() AS risks, sum(premium) AS paid
FROM (${changed}) AS changed
GROUP BY place, code`;
  const most = Math.max(IMPACT_LIMITS.members, IMPACT_LIMITS.segments);
  return `SELECT
  place,
  count() AS members,
  arraySlice(arraySort(groupArray((-risks, code = ${UNKNOWN_CODE}, code, paid))), 1, ${most}) AS listed
FROM (${counted}) AS counted
GROUP BY place`;
}

export type CodeList = Readonly<{ condition: string; codes: readonly number[] }>;

/** The texts of codes, with the total of their risks. */
export function selectTexts({ dictionary }: CodedTables, listed: readonly CodeList[]): string {
  const conditions = listed.map(
    ({ condition, codes }) => `(condition = '${condition}' AND code IN (${codes.join(', ')}))`,
  );
  return `SELECT condition, code, text, risks, premium FROM ${dictionary} WHERE ${conditions.join(' OR ')}`;
}
