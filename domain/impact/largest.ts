import { readWinner } from '#domain/evaluation/compiled/winners.ts';
import type { DialValues } from '#domain/value/registry.ts';
import type { PossibleValues } from './givens.ts';
import { type AlikeChange, IMPACT_LIMITS } from './impact.ts';
import { createInterner } from './interner.ts';
import type { KeptRisks } from './kept-risks.ts';
import type { PairCounts } from './pairs.ts';
import { pickFirst } from './top.ts';

/** The largest changes, each with the risk that stands for all that are alike. */
export const listLargest = (
  kept: KeptRisks,
  pairs: PairCounts,
  givens: readonly PossibleValues[],
  isChanged: Uint8Array,
  changedRows: Uint32Array,
  pairsOfRows: Uint32Array,
): AlikeChange[] =>
  pickLargest(pairs, givens, isChanged, (placeOf, picked) =>
    findRepresentatives(kept, picked, placeOf, changedRows, pairsOfRows),
  );

/**
 * Which rows stand for the changes that were picked: `placeOf` says for each pair which of them it is one of, and -1 for
 * none.
 */
type Represent = (placeOf: Int32Array, picked: number) => readonly number[];

/** The largest changes, of pairs that are counted already. */
export function pickLargest(
  pairs: PairCounts,
  givens: readonly PossibleValues[],
  isChanged: Uint8Array,
  represent: Represent,
): AlikeChange[] {
  const { alikeOf, tuplesOf, risks } = groupAlike(pairs, givens, isChanged);
  const line = givens.findIndex(({ key }) => key === 'max_line');
  const amount = (index: number): number => Number(givens[line]?.all[index] ?? 0);
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
  const places = new Map(picked.map((alike, place) => [alike, place]));
  const rows = represent(
    Int32Array.from(alikeOf, (alike) => places.get(alike) ?? -1),
    picked.length,
  );
  return picked.map((alike, index) => {
    const { before, after } = tuplesOf(alike);
    return {
      row: rows[index] as number,
      before: toValues(givens, before),
      after: toValues(givens, after),
      alike: risks[alike] as number,
    };
  });
}

const compareIndexes = (a: readonly number[], b: readonly number[]): number =>
  a.map((index, at) => index - (b[at] as number)).find((difference) => difference !== 0) ?? 0;

/** What is given for the five values, as values. */
const toValues = (givens: readonly PossibleValues[], indexes: readonly number[]): DialValues =>
  Object.fromEntries(
    givens.flatMap(({ key, all }, value) => {
      const given = all[indexes[value] as number] ?? null;
      return given === null ? [] : [[key, given]];
    }),
  );

/** The indexes of five givens fit three words: there are never more than 8,191 of a value. */
const INDEX_BITS = 13;
const INDEX_MASK = (1 << INDEX_BITS) - 1;

/** Pairs that change and give the same five values before and the same after. */
function groupAlike(pairs: PairCounts, givens: readonly PossibleValues[], isChanged: Uint8Array) {
  const [tuples, alikes] = [createInterner(), createInterner()];
  const tupleOf = (side: 'before' | 'after', pair: number): number => {
    const [a, b, c, d, e] = givens.map((given, value) => given[side][readWinner(pairs[side], pair, value)] as number);
    return tuples.idOf(
      ((a as number) | ((b as number) << INDEX_BITS)) >>> 0,
      ((c as number) | ((d as number) << INDEX_BITS)) >>> 0,
      e as number,
    );
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
    const [first, second] = [tuples.word(tuple, 0), tuples.word(tuple, 1)];
    return [
      first & INDEX_MASK,
      first >>> INDEX_BITS,
      second & INDEX_MASK,
      second >>> INDEX_BITS,
      tuples.word(tuple, 2),
    ];
  };
  const tuplesOf = (alike: number) => ({
    before: indexesOf(alikes.word(alike, 0)),
    after: indexesOf(alikes.word(alike, 1)),
  });
  return { alikeOf, tuplesOf, risks };
}

/** For each of the picked: of all that are alike, the risk with the highest revenue, the first of them where several have it. */
function findRepresentatives(
  { columns }: KeptRisks,
  picked: number,
  placeOf: Int32Array,
  rows: Uint32Array,
  pairsOfRows: Uint32Array,
): number[] {
  const revenues = columns.numbers.get('revenue_ranges');
  const blocks = columns.blocks();
  const best = Array.from({ length: picked }, () => ({ row: -1, revenue: Number.NEGATIVE_INFINITY }));
  let block = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] as number;
    const place = placeOf[pairsOfRows[index] as number] as number;
    if (place === -1) continue;
    while (row >= (blocks[block + 1]?.start ?? Number.POSITIVE_INFINITY)) block += 1;
    const revenue = revenues?.numberAt(block, row - (blocks[block]?.start ?? 0)) ?? Number.NEGATIVE_INFINITY;
    const known = best[place] as (typeof best)[number];
    if (known.row === -1 || revenue > known.revenue) best[place] = { row, revenue };
  }
  return best.map(({ row }) => row);
}
