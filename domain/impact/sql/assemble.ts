import { WINNER_WORDS, writeWinner } from '#domain/evaluation/compiled/winners.ts';
import type { PossibleValues } from '#domain/impact/possible-values.ts';
import {
  type ChangeCount,
  countValues,
  DIRECTIONS,
  type GroupImpact,
  IMPACT_LIMITS,
  type Impact,
  type Segment,
  type Share,
} from '#domain/impact/impact.ts';
import { pickLargest } from '#domain/impact/largest.ts';
import type { PairCounts } from '#domain/impact/pairs.ts';
import { tallyPairs } from '#domain/impact/tally.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { listGroups, UNKNOWN_CODE, readSegment } from './codes.ts';
import type { ImpactQuery, CodeList } from './queries.ts';

/** A result row, columns in order. Integers may arrive as strings. */
export type AnswerRow = readonly unknown[];

const VALUES = VALUE_KEYS.length;

/** Reads the result of `selectCount`. */
export function readCount({ facts }: ImpactQuery, [row = []]: readonly AnswerRow[]): ChangeCount {
  const [risks, premium, changedRisks, changedPremium, ...moved] = row.map(Number);
  const share = (some = 0, premium = 0): Share => ({ risks: some, premium: facts.hasPremiums ? premium : null });
  const values = VALUE_KEYS.map((value, index) => {
    const [lower, higher, other] = moved.slice(index * DIRECTIONS.length);
    return { value, lower: share(lower), higher: share(higher), other: share(other) };
  });
  return { all: share(risks, premium), changed: share(changedRisks, changedPremium), values: countValues(values) };
}

type ChangedMembers = Readonly<{ count: number; members: readonly Readonly<{ code: number; changed: Share }>[] }>;

/** Reads the result of `selectMembers`, keyed by group index. */
export function readMembers({ facts }: ImpactQuery, rows: readonly AnswerRow[]): ReadonlyMap<number, ChangedMembers> {
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
export const listMembers = ({ facts }: ImpactQuery, changed: ReadonlyMap<number, ChangedMembers>): CodeList[] =>
  listGroups(facts).flatMap(({ condition }, index) => {
    const codes = changed.get(index)?.members.map(({ code }) => code) ?? [];
    return codes.length === 0 ? [] : [{ condition, codes }];
  });

export type QueryResults = Readonly<{
  outcomes: readonly AnswerRow[];
  changed: ReadonlyMap<number, ChangedMembers>;
  texts: readonly AnswerRow[];
}>;

export function assembleImpact(
  query: ImpactQuery,
  possibleValues: readonly PossibleValues[],
  results: QueryResults,
): Impact {
  const { pairs, candidates } = readOutcomes(results.outcomes);
  const { hasPremiums } = query.facts;
  const { isChanged, ...tally } = tallyPairs(pairs, possibleValues, query.before, query.after, hasPremiums);
  return {
    ...tally,
    ...assembleGroups(query, results),
    largest: pickLargest(pairs, possibleValues, isChanged, (rankOf, picked) => {
      const found: (Candidate | undefined)[] = Array.from({ length: picked });
      for (const [pair, one] of candidates.entries()) {
        const index = rankOf[pair] as number;
        const current = found[index];
        if (index !== -1 && (current === undefined || isBetter(one, current))) found[index] = one;
      }
      return found.map((one) => one?.[2] ?? 0);
    }),
  };
}

/** Sort key of a representative risk, lowest first: unknown revenue, negated revenue, row. */
type Candidate = readonly [isUnknown: number, revenue: number, row: number];

const isBetter = (a: Candidate, b: Candidate): boolean => a[0] - b[0] < 0 || (a[0] === b[0] && isLower(a, b));
const isLower = (a: Candidate, b: Candidate): boolean => a[1] < b[1] || (a[1] === b[1] && a[2] < b[2]);

function readOutcomes(rows: readonly AnswerRow[]): Readonly<{ pairs: PairCounts; candidates: readonly Candidate[] }> {
  const size = rows.length * WINNER_WORDS;
  const [before, after] = [new Uint32Array(size), new Uint32Array(size)];
  for (const [pair, row] of rows.entries())
    for (let value = 0; value < VALUES; value += 1) {
      writeWinner(before, pair, value, Number(row[value]));
      writeWinner(after, pair, value, Number(row[VALUES + value]));
    }
  return {
    pairs: {
      count: rows.length,
      before,
      after,
      risks: Uint32Array.from(rows, (row) => Number(row[VALUES * 2])),
      premium: Float64Array.from(rows, (row) => Number(row[VALUES * 2 + 1])),
    },
    candidates: rows.map((row) => (row[VALUES * 2 + 2] as AnswerRow).map(Number) as unknown as Candidate),
  };
}

type CodeFacts = Readonly<{ text: string; all: Share }>;

function assembleGroups(query: ImpactQuery, { changed, texts }: QueryResults): Pick<Impact, 'groups' | 'segments'> {
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
