import { packWinners, WINNER_BITS } from '#domain/evaluation/compiled/winners.ts';
import type { Dialect } from '#domain/evaluation/sql/dialect.ts';
import {
  assertCompilable,
  type CodedTables,
  selectFrom,
  selectPositions,
  type SelectSteps,
  settersOf,
} from '#domain/evaluation/sql/select.ts';
import { moreColumnOf } from '#domain/evaluation/sql/table.ts';
import { type Figure, type Grouping, IMPACT_LIMITS } from '#domain/impact/impact.ts';
import { type ImpactTable, type Lists, selectOutcomes, SIDES } from '#domain/impact/impact-table.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { type ClassFacts, type GroupSource, listGroups, UNKNOWN_CODE, writeSegment } from './codes.ts';

/** Two lists of dials, and the tables of the class to compare them on. */
export type ImpactQuery = Lists &
  Readonly<{
    dialect: Dialect;
    /** See `SelectOptions`. */
    nested: boolean;
    tables: CodedTables;
    facts: ClassFacts;
    /** Evaluate all risks on this day instead of their own dates. */
    day: string | undefined;
  }>;

const winnersColumn = (side: (typeof SIDES)[number]): string => `winners_${side}`;
const OUTCOME = SIDES.map(winnersColumn);
const NO_RISK = '0 = 1';

/** Non-zero where the dial at this 1-based position of the new list matches. */
const matchColumn = (position: number): string => `matches_${position}`;

/**
 * The outcome of each risk: all winners of a side as one number, as in `winners.ts`. `matching`: positions in the new list
 * for which to also select whether the dial matches.
 */
function selectRisks(
  { dialect, nested, before, after, day, tables }: ImpactQuery,
  extraColumns: readonly string[],
  matching: readonly number[] = [],
): SelectSteps {
  const lists = { before, after };
  // Both lists are evaluated as one, the new one after the old one.
  const from = { before: 0, after: before.length };
  for (const side of SIDES) assertCompilable(lists[side]);
  const positions = SIDES.flatMap((side) =>
    VALUE_KEYS.map((key) => {
      const among = settersOf(lists[side], key) << BigInt(from[side]);
      return { name: `${key}_${side}`, among, from: from[side] };
    }),
  );
  const matches = matching.map((position) => {
    return { name: matchColumn(position), among: 1n << BigInt(before.length + position - 1), from: before.length };
  });
  const columns = [...positions, ...matches];
  const select = selectPositions(dialect, [...before, ...after], columns, { day, tables, nested }, extraColumns);
  const winners = SIDES.map((side) => {
    const terms = VALUE_KEYS.map(
      (key, value) => `${dialect.wide(`${key}_${side}`)} * ${1n << BigInt(value * WINNER_BITS)}`,
    );
    return `${terms.join(' + ')} AS ${winnersColumn(side)}`;
  });
  const packed = { name: 'packed', columns: [...extraColumns, ...matches.map(({ name }) => name), ...winners] };
  return { ...select, steps: [...select.steps, packed] };
}

/**
 * One row per outcome: the winners before and after, the number of risks, their premium, and the sort key of a
 * representative risk (highest revenue, then first row).
 */
export function selectOutcomeCounts(query: ImpactQuery): string {
  const { tuple, wideText } = query.dialect;
  const revenue = ['CASE WHEN revenue_ranges IS NULL THEN 1 ELSE 0 END', 'coalesce(-revenue_ranges, 0)'];
  const columns = [
    ...OUTCOME.map((name) => `${wideText(name)} AS ${name}_text`),
    'count(*) AS risks',
    'sum(premium) AS paid',
    `min(${tuple([...revenue, 'row'])}) AS best`,
  ];
  const risks = selectRisks(query, ['row', 'premium', 'revenue_ranges']);
  return selectFrom(risks, columns, `\nGROUP BY ${OUTCOME.join(', ')}`);
}

/** SQL: whether the outcome of a risk is one of these. */
function isAmong({ winners, size, risks }: ImpactTable, isSelected: Uint8Array): string {
  const outcomes: string[] = [];
  for (let outcome = 0; outcome < size; outcome += 1)
    if (isSelected[outcome] === 1 && risks[outcome] !== 0)
      outcomes.push(`(${SIDES.map((side) => packWinners(winners[side], outcome)).join(', ')})`);
  return outcomes.length === 0 ? NO_RISK : `(${OUTCOME.join(', ')}) IN (${outcomes.join(', ')})`;
}

/** A condition besides the outcome, the columns it needs, and the positions of dials that must match. */
type Restriction = Readonly<{ where: string; columns: readonly string[]; matching: readonly number[] }>;

/** What a figure asks of its risks besides their outcome; undefined = nothing. See `selectOutcomes`. */
export function restrictionOf(query: ImpactQuery, figure: Figure): Restriction | undefined {
  switch (figure.of) {
    case 'group':
      return isMember(query, figure.by, figure.key);
    case 'exposure':
      return figure.country === null ? undefined : isMember(query, COUNTRIES, figure.country);
    case 'segment': {
      const source = listGroups(query.facts).find(({ by }) => by === 'segment');
      return isInGroup(query, source, writeSegment(figure.layer, figure.country));
    }
    case 'overlap': {
      const second = query.after.findIndex(({ dial_id }) => dial_id === figure.second) + 1;
      if (second === 0) return { where: NO_RISK, columns: [], matching: [] };
      return { where: `${matchColumn(second)} > 0`, columns: [], matching: [second] };
    }
    default:
      return undefined;
  }
}

const COUNTRIES = { dimension: 'domicile_countries' } as const satisfies Grouping;

function isMember(query: ImpactQuery, grouping: Grouping, key: string | null): Restriction {
  const name = JSON.stringify(grouping);
  return isInGroup(
    query,
    listGroups(query.facts).find(({ by }) => JSON.stringify(by) === name),
    key,
  );
}

function isInGroup({ dialect, tables }: ImpactQuery, source: GroupSource | undefined, key: string | null): Restriction {
  if (source === undefined) return { where: NO_RISK, columns: [], matching: [] };
  const columns = columnsOf(source);
  const [first = '', more] = columns;
  const code =
    key === null
      ? String(UNKNOWN_CODE)
      : `(SELECT max(code) FROM ${tables.dictionary} ` +
        `WHERE condition = '${source.condition}' AND text = ${dialect.text(key)} AND code > ${UNKNOWN_CODE})`;
  const isFirst = source.by === 'segment' ? dialect.has(first, code) : `${first} = ${code}`;
  const where = more === undefined || key === null ? isFirst : `(${isFirst} OR ${dialect.has(more, code)})`;
  return { where, columns, matching: [] };
}

const columnsOf = ({ by, column, condition, isMany }: GroupSource): string[] =>
  isMany && by !== 'segment' ? [column, moreColumnOf(condition as 'brokers')] : [column];

type Page = Readonly<{ after_row: number; limit: number }>;

/** One page of the rows of a figure. */
export function selectRowsOfFigure(query: ImpactQuery, table: ImpactTable, figure: Figure, page: Page): string {
  const { where, columns = [], matching } = whereOf(query, table, figure);
  const end = `\nWHERE ${where} AND row > ${page.after_row}\nORDER BY row\nLIMIT ${page.limit}`;
  return selectFrom(selectRisks(query, ['row', ...columns], matching), ['row'], end);
}

function whereOf(query: ImpactQuery, table: ImpactTable, figure: Figure) {
  const restriction = restrictionOf(query, figure);
  const isOutcome = isAmong(table, selectOutcomes(table, figure));
  return { ...restriction, where: restriction === undefined ? isOutcome : `${isOutcome} AND ${restriction.where}` };
}

/** One row with the count of each figure. */
export function selectCounts(query: ImpactQuery, table: ImpactTable, figures: readonly Figure[]): string {
  const conditions = figures.map((figure) => whereOf(query, table, figure));
  const columns = new Set(conditions.flatMap((one) => one.columns ?? []));
  const matching = new Set(conditions.flatMap((one) => one.matching ?? []));
  const counts = conditions.map(({ where }, index) => `count(CASE WHEN ${where} THEN 1 END) AS counted_${index}`);
  return selectFrom(selectRisks(query, ['row', ...columns], [...matching]), counts);
}

/** One row per outcome with another max line: its winners, and the risks and premium of each country. */
export function selectExposures(query: ImpactQuery, table: ImpactTable, countries: readonly string[]): string {
  const { wideText } = query.dialect;
  const conditions = countries.map((country) => isMember(query, COUNTRIES, country));
  const columns = [...new Set(conditions.flatMap((one) => one.columns))];
  const sums = conditions.flatMap(({ where }, index) => [
    `count(CASE WHEN ${where} THEN 1 END) AS risks_${index}`,
    `sum(CASE WHEN ${where} THEN premium ELSE 0 END) AS paid_${index}`,
  ]);
  const isChanged = isAmong(table, selectOutcomes(table, { of: 'exposure', measure: 'lines', country: null }));
  return selectFrom(
    selectRisks(query, ['premium', ...columns]),
    [...OUTCOME.map((name) => `${wideText(name)} AS ${name}_text`), ...sums],
    `\nWHERE ${isChanged}\nGROUP BY ${OUTCOME.join(', ')}`,
  );
}

/**
 * For each group with changes: its index, the number of changed members, and those with the most risks, then by code, which
 * sorts like their texts.
 */
export function selectMembers(query: ImpactQuery, table: ImpactTable): string {
  const { dialect } = query;
  const groups = listGroups(query.facts).map((source, index) => {
    const [first = '', more] = columnsOf(source);
    const member = (code: string) => dialect.tuple([String(index), code]);
    if (source.by === 'segment') return dialect.map(first, member);
    const single = dialect.list([member(first)]);
    return more === undefined ? single : dialect.concat([single, dialect.map(more, member)]);
  });
  const columns = listGroups(query.facts).flatMap(columnsOf);
  const changed = selectFrom(
    selectRisks(query, ['premium', ...columns]),
    ['premium', `${dialect.unfold(dialect.concat(groups))} AS member`],
    `\nWHERE ${isAmong(table, table.isChanged)}`,
  );
  const counted = `SELECT ${dialect.part('member', 1)} AS place, ${dialect.part('member', 2)} AS code,
  count(*) AS risks, sum(premium) AS paid
FROM (${changed}) AS changed
GROUP BY place, code`;
  const most = Math.max(IMPACT_LIMITS.members, IMPACT_LIMITS.segments);
  const order = dialect.tuple(['-risks', `CASE WHEN code = ${UNKNOWN_CODE} THEN 1 ELSE 0 END`, 'code', 'paid']);
  return `SELECT place, count(*) AS members, ${dialect.lowest(order, most)} AS listed
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
