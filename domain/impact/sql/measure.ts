import { unpackWinners } from '#domain/evaluation/compiled/winners.ts';
import {
  type ChangeCount,
  type Exposure,
  type Figure,
  type GroupImpact,
  IMPACT_LIMITS,
  type Impact,
  type Segment,
  type Share,
} from '#domain/impact/impact.ts';
import { sumExposure } from '#domain/impact/exposure.ts';
import { countRisksOf, createImpactTable, type Outcomes } from '#domain/impact/impact-table.ts';
import { listLargest } from '#domain/impact/largest.ts';
import { countChanges, tally } from '#domain/impact/tally.ts';
import { listGroups, readSegment, UNKNOWN_CODE } from './codes.ts';
import {
  type CodeList,
  type ImpactQuery,
  restrictionOf,
  selectCounts,
  selectExposures,
  selectMembers,
  selectOutcomeCounts,
  selectRowsOfFigure,
  selectTexts,
} from './queries.ts';

/** A result row, columns in order. Integers may arrive as strings. */
export type AnswerRow = readonly unknown[];
/** Runs one statement on a warehouse. */
export type RunQuery = (statement: string) => Promise<readonly AnswerRow[]>;

export type SqlMeasure = Readonly<{
  measure: () => Promise<Impact>;
  count: () => Promise<ChangeCount>;
  expose: (countries: readonly string[]) => Promise<readonly Exposure[]>;
  listRows: (figure: Figure, page: Readonly<{ after_row: number; limit: number }>) => Promise<FigureRows>;
  countFigures: (figures: readonly Figure[]) => Promise<number[]>;
}>;
type FigureRows = Readonly<{ rows: number[]; total: number }>;

/** Measures in a warehouse what `createMeasure` measures in memory, with identical results. */
export async function createSqlMeasure(query: ImpactQuery, run: RunQuery): Promise<SqlMeasure> {
  const { table, candidates } = readOutcomes(query, await run(selectOutcomeCounts(query)));

  const countFigures = async (figures: readonly Figure[]): Promise<number[]> => {
    const restricted = figures.filter((figure) => restrictionOf(query, figure) !== undefined);
    const [row = []] = restricted.length === 0 ? [] : await run(selectCounts(query, table, restricted));
    const counts = new Map(restricted.map((figure, index) => [figure, Number(row[index])]));
    return figures.map((figure) => counts.get(figure) ?? countRisksOf(table, figure));
  };
  return {
    measure: async () => {
      const changed = readMembers(query, await run(selectMembers(query, table)));
      const listed = listMembers(query, changed);
      const texts = listed.length === 0 ? [] : await run(selectTexts(query.tables, listed));
      return {
        ...tally(table),
        ...assembleGroups(query, changed, texts),
        largest: listLargest(table, (changeOf, count) => findRepresentatives(candidates, changeOf, count)),
      };
    },
    count: async () => countChanges(table, query.day),
    expose: async (countries) => {
      const rows = countries.length === 0 ? [] : await run(selectExposures(query, table, countries));
      const ofCountry = (country: string, index: number): Exposure =>
        sumExposure(createImpactTable(query, readSums(rows, 2 + 2 * index), query.facts.hasPremiums), country);
      return [sumExposure(table, null), ...countries.map(ofCountry)];
    },
    listRows: async (figure, page) => {
      const [rows, [total = 0]] = await Promise.all([
        run(selectRowsOfFigure(query, table, figure, page)),
        countFigures([figure]),
      ]);
      return { rows: rows.map(([row]) => Number(row)), total };
    },
    countFigures,
  };
}

function readOutcomes(query: ImpactQuery, rows: readonly AnswerRow[]) {
  return {
    table: createImpactTable(query, readSums(rows, 2), query.facts.hasPremiums),
    candidates: rows.map((row) => (row[4] as AnswerRow).map(Number) as unknown as Candidate),
  };
}

/** The outcomes of rows whose first two columns are the winners; risks are in this column, premium in the next one. */
function readSums(rows: readonly AnswerRow[], column: number): Outcomes {
  const winnersAt = (at: number) => unpackWinners(rows.map((row) => BigInt(String(row[at]))));
  return {
    winners: { before: winnersAt(0), after: winnersAt(1) },
    risks: Uint32Array.from(rows, (row) => Number(row[column])),
    premium: Float64Array.from(rows, (row) => Number(row[column + 1])),
  };
}

/** Sort key of a representative risk, lowest first: unknown revenue, negated revenue, row. */
type Candidate = readonly [isUnknown: number, revenue: number, row: number];

const isBetter = (a: Candidate, b: Candidate): boolean => a[0] - b[0] < 0 || (a[0] === b[0] && isLower(a, b));
const isLower = (a: Candidate, b: Candidate): boolean => a[1] < b[1] || (a[1] === b[1] && a[2] < b[2]);

/** The best candidate of each change, see `listLargest`. */
function findRepresentatives(candidates: readonly Candidate[], changeOf: Int32Array, count: number): number[] {
  const found: (Candidate | undefined)[] = Array.from({ length: count });
  for (const [outcome, one] of candidates.entries()) {
    const change = changeOf[outcome] as number;
    const current = found[change];
    if (change !== -1 && (current === undefined || isBetter(one, current))) found[change] = one;
  }
  return found.map((one) => one?.[2] ?? 0);
}

type ChangedMembers = Readonly<{ count: number; members: readonly Readonly<{ code: number; changed: Share }>[] }>;

/** Reads the result of `selectMembers`, keyed by group index. */
function readMembers({ facts }: ImpactQuery, rows: readonly AnswerRow[]): ReadonlyMap<number, ChangedMembers> {
  return new Map(
    rows.map(([index, count, listed]) => [
      Number(index),
      {
        count: Number(count),
        members: (listed as AnswerRow[]).map(([risks, , code, premium]) => ({
          code: Number(code),
          changed: { risks: -Number(risks), premium: facts.hasPremiums ? Number(premium) : null },
        })),
      },
    ]),
  );
}

/** The codes whose texts must be queried. */
const listMembers = ({ facts }: ImpactQuery, changed: ReadonlyMap<number, ChangedMembers>): CodeList[] =>
  listGroups(facts).flatMap(({ condition }, index) => {
    const codes = changed.get(index)?.members.map(({ code }) => code) ?? [];
    return codes.length === 0 ? [] : [{ condition, codes }];
  });

type CodeFacts = Readonly<{ text: string; all: Share }>;

function assembleGroups(
  query: ImpactQuery,
  changed: ReadonlyMap<number, ChangedMembers>,
  texts: readonly AnswerRow[],
): Pick<Impact, 'groups' | 'segments'> {
  const { hasPremiums } = query.facts;
  const factsOfCode = new Map(
    texts.map(([condition, code, text, risks, premium]): [string, CodeFacts] => [
      `${String(condition)} ${String(code)}`,
      { text: String(text), all: { risks: Number(risks), premium: hasPremiums ? Number(premium) : null } },
    ]),
  );
  const groups: GroupImpact[] = [];
  let segments: Impact['segments'] = { listed: [], count: 0 };
  for (const [index, { by, condition }] of listGroups(query.facts).entries()) {
    const { count, members } = changed.get(index) ?? { count: 0, members: [] };
    const named = members.map((member) => {
      const { text, all } = factsOfCode.get(`${condition} ${member.code}`) as CodeFacts;
      return { key: member.code === UNKNOWN_CODE ? null : text, changed: member.changed, all };
    });
    if (by !== 'segment') {
      groups.push({ by, members: named.slice(0, IMPACT_LIMITS.members), count });
      continue;
    }
    const listed = named.slice(0, IMPACT_LIMITS.segments).map(({ key, ...shares }): Segment => {
      const [layer, country] = readSegment(key ?? '');
      return { layer, country, ...shares };
    });
    segments = { listed, count };
  }
  return { groups, segments };
}
