import { readWinner } from '#domain/evaluation/compiled/winners.ts';
import type { DialValues } from '#domain/value/registry.ts';
import type { PossibleValues } from './possible-values.ts';
import { type AlikeChange, IMPACT_LIMITS } from './impact.ts';
import { createInterner } from './interner.ts';
import type { RiskTable } from './risk-table.ts';
import type { PairCounts } from './pairs.ts';
import { pickFirst } from './top.ts';

/** The largest changes, each with a representative risk. */
export const listLargest = (
  table: RiskTable,
  pairs: PairCounts,
  possibleValues: readonly PossibleValues[],
  isChanged: Uint8Array,
  changedRows: Uint32Array,
  pairsOfRows: Uint32Array,
): AlikeChange[] =>
  pickLargest(pairs, possibleValues, isChanged, (rankOf, picked) =>
    findRepresentatives(table, picked, rankOf, changedRows, pairsOfRows),
  );

/**
 * Finds a representative row for each picked change. `rankOf` maps each pair to the picked change it belongs to, or -1.
 */
type FindRows = (rankOf: Int32Array, picked: number) => readonly number[];

export function pickLargest(
  pairs: PairCounts,
  possibleValues: readonly PossibleValues[],
  isChanged: Uint8Array,
  findRows: FindRows,
): AlikeChange[] {
  const { alikeOf, tuplesOf, risks } = groupAlike(pairs, possibleValues, isChanged);
  const line = possibleValues.findIndex(({ key }) => key === 'max_line');
  const amount = (index: number): number => Number(possibleValues[line]?.all[index] ?? 0);
  const sizes = risks.map((_, alike) => {
    const { before, after } = tuplesOf(alike);
    return Math.abs(amount(after[line] as number) - amount(before[line] as number));
  });
  const picked = pickFirst(risks.length, IMPACT_LIMITS.largest, (a, b) => {
    const [left, right] = [tuplesOf(a), tuplesOf(b)];
    return (
      (sizes[b] as number) - (sizes[a] as number) ||
      (risks[b] as number) - (risks[a] as number) ||
      compareIndexes([...left.before, ...left.after], [...right.before, ...right.after])
    );
  });
  const ranks = new Map(picked.map((alike, rank) => [alike, rank]));
  const rows = findRows(
    Int32Array.from(alikeOf, (alike) => ranks.get(alike) ?? -1),
    picked.length,
  );
  return picked.map((alike, index) => {
    const { before, after } = tuplesOf(alike);
    return {
      row: rows[index] as number,
      before: toValues(possibleValues, before),
      after: toValues(possibleValues, after),
      alike: risks[alike] as number,
    };
  });
}

const compareIndexes = (a: readonly number[], b: readonly number[]): number =>
  a.map((index, at) => index - (b[at] as number)).find((difference) => difference !== 0) ?? 0;

const toValues = (possibleValues: readonly PossibleValues[], indexes: readonly number[]): DialValues =>
  Object.fromEntries(
    possibleValues.flatMap(({ key, all }, value) => {
      const result = all[indexes[value] as number] ?? null;
      return result === null ? [] : [[key, result]];
    }),
  );

/** Groups changed pairs with the same values before and after. */
function groupAlike(pairs: PairCounts, possibleValues: readonly PossibleValues[], isChanged: Uint8Array) {
  const [tuples, alikes] = [createInterner(), createInterner()];
  /** The id of the results of one side: that of the values before it, extended by one result after the other. */
  const tupleOf = (side: 'before' | 'after', pair: number): number => {
    let tuple = 0;
    for (const [value, possible] of possibleValues.entries())
      tuple = tuples.idOf(tuple, possible[side][readWinner(pairs[side], pair, value)] as number, value);
    return tuple;
  };
  const alikeOf = new Int32Array(pairs.count).fill(-1);
  const risks: number[] = [];
  for (let pair = 0; pair < pairs.count; pair += 1) {
    if (isChanged[pair] !== 1 || pairs.risks[pair] === 0) continue;
    const alike = alikes.idOf(tupleOf('before', pair), tupleOf('after', pair), 0);
    alikeOf[pair] = alike;
    risks[alike] = (risks[alike] ?? 0) + (pairs.risks[pair] as number);
  }
  const indexesOf = (tuple: number): number[] => {
    const indexes: number[] = [];
    for (let value = possibleValues.length - 1; value >= 0; value -= 1) {
      indexes[value] = tuples.word(tuple, 1);
      tuple = tuples.word(tuple, 0);
    }
    return indexes;
  };
  const tuplesOf = (alike: number) => ({
    before: indexesOf(alikes.word(alike, 0)),
    after: indexesOf(alikes.word(alike, 1)),
  });
  return { alikeOf, tuplesOf, risks };
}

/** For each picked change, the risk with the highest revenue; the first on a tie. */
function findRepresentatives(
  { columns }: RiskTable,
  picked: number,
  rankOf: Int32Array,
  rows: Uint32Array,
  pairsOfRows: Uint32Array,
): number[] {
  const revenues = columns.numbers.get('revenue_ranges');
  const blocks = columns.blocks();
  const best = Array.from({ length: picked }, () => ({ row: -1, revenue: Number.NEGATIVE_INFINITY }));
  let block = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] as number;
    const rank = rankOf[pairsOfRows[index] as number] as number;
    if (rank === -1) continue;
    while (row >= (blocks[block + 1]?.start ?? Number.POSITIVE_INFINITY)) block += 1;
    const revenue = revenues?.numberAt(block, row - (blocks[block]?.start ?? 0)) ?? Number.NEGATIVE_INFINITY;
    const current = best[rank] as (typeof best)[number];
    if (current.row === -1 || revenue > current.revenue) best[rank] = { row, revenue };
  }
  return best.map(({ row }) => row);
}
