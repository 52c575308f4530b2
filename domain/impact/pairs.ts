import { type CompiledBucket, compileBucket } from '#domain/evaluation/compiled/compile.ts';
import { MAX_BLOCK_RISKS } from '#domain/evaluation/compiled/kernel.ts';
import { resolveWinners } from '#domain/evaluation/compiled/resolve.ts';
import { WINNER_WORDS, type Winners } from '#domain/evaluation/compiled/winners.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { createInterner, type Interner } from './interner.ts';
import { type KeptRisks, splitByBlock } from './kept-risks.ts';

/** What a list of dials gives all risks: risks with the same winners have the same outcome. */
export type Outcomes = Readonly<{
  entries: readonly RatedEntry[];
  /** For each risk its outcome. */
  of: Uint32Array;
  /** For each outcome its winners, its risks and their premium. */
  winners: Winners;
  risks: Uint32Array;
  premium: Float64Array;
}>;

/** What two lists of dials give all risks: those with the same winners before and the same after are one pair. */
export type PairCounts = Readonly<{
  count: number;
  before: Winners;
  after: Winners;
  risks: Uint32Array;
  premium: Float64Array;
}>;

/**
 * The same with the pair of each risk. First come the outcomes before, for risks that no change can touch; they keep
 * their winners. All others were evaluated again.
 */
export type Pairs = PairCounts &
  Readonly<{
    /** How many of them are outcomes before. */
    outcomes: number;
    /** The rows that were evaluated again, in ascending order, and the pair of each. */
    again: Uint32Array;
    pairsAgain: Uint32Array;
    /** For each risk its outcome before, which is its pair where it was not evaluated again. */
    untouched: Uint32Array;
  }>;

/** Winners are asked for as many risks at once: few enough to be still at hand when they are read. */
const STEP = MAX_BLOCK_RISKS * 2;
const room = new Uint32Array(STEP * WINNER_WORDS);

export function resolveOutcomes(kept: KeptRisks, entries: readonly RatedEntry[], day: string | undefined): Outcomes {
  const bucket = compileBucket(kept.columns, entries, day);
  const size = kept.columns.size();
  const [of, interner] = [new Uint32Array(size), createInterner()];
  for (let from = 0; from < size; from += STEP) {
    const to = Math.min(from + STEP, size);
    const winners = resolveWinners(bucket, { from, to }, room);
    for (let row = from, at = 0; row < to; row += 1, at += WINNER_WORDS)
      of[row] = interner.idOf(winners[at] as number, winners[at + 1] as number, 0);
  }
  const winners = new Uint32Array(interner.count() * WINNER_WORDS);
  copyWords(interner, winners, 0, 0, 1);
  return { entries, of, winners, ...sumUp(kept, undefined, of, interner.count()) };
}

/** `again` are the rows that a change may touch; undefined where that may be any. `moveWinner` says where a dial is now. */
export function resolvePairs(
  kept: KeptRisks,
  before: Outcomes,
  bucket: CompiledBucket,
  again: Uint32Array | undefined,
  moveWinners: (winners: Winners) => Winners,
): Pairs {
  const rows = again ?? Uint32Array.from(before.of.keys());
  const interner = createInterner();
  const own = new Uint32Array(rows.length);
  for (let from = 0; from < rows.length; from += STEP) {
    const to = Math.min(from + STEP, rows.length);
    const part = again === undefined ? { from, to } : rows.subarray(from, to);
    const winners = resolveWinners(bucket, part, room);
    for (let index = from, at = 0; index < to; index += 1, at += WINNER_WORDS) {
      const outcome = before.of[rows[index] as number] as number;
      own[index] = interner.idOf(outcome, winners[at] as number, winners[at + 1] as number);
    }
  }
  return joinPairs(before, interner, sumUp(kept, again, own, interner.count()), rows, own, moveWinners);
}

/** The outcomes that are untouched, then the pairs of what was evaluated again. */
function joinPairs(
  before: Outcomes,
  interner: Interner,
  sums: Sums,
  again: Uint32Array,
  own: Uint32Array,
  moveWinners: (winners: Winners) => Winners,
): Pairs {
  const outcomes = before.risks.length;
  const count = outcomes + interner.count();
  const [was, is] = [new Uint32Array(count * WINNER_WORDS), new Uint32Array(count * WINNER_WORDS)];
  was.set(before.winners);
  is.set(moveWinners(before.winners));
  copyWords(interner, is, outcomes, 1, 2);
  const [risks, premium] = [new Uint32Array(count), new Float64Array(count)];
  risks.set(before.risks);
  risks.set(sums.risks, outcomes);
  premium.set(before.premium);
  premium.set(sums.premium, outcomes);
  for (let id = 0; id < interner.count(); id += 1) {
    const [outcome, pair] = [interner.word(id, 0), outcomes + id];
    was[pair * WINNER_WORDS] = before.winners[outcome * WINNER_WORDS] as number;
    was[pair * WINNER_WORDS + 1] = before.winners[outcome * WINNER_WORDS + 1] as number;
    risks[outcome] = (risks[outcome] as number) - (sums.risks[id] as number);
    premium[outcome] = (premium[outcome] as number) - (sums.premium[id] as number);
  }
  for (let index = 0; index < own.length; index += 1) own[index] = (own[index] as number) + outcomes;
  return { count, outcomes, before: was, after: is, risks, premium, again, pairsAgain: own, untouched: before.of };
}

function copyWords(from: Interner, to: Winners, first: number, low: 0 | 1, high: 1 | 2): void {
  for (let id = 0; id < from.count(); id += 1) {
    to[(first + id) * WINNER_WORDS] = from.word(id, low);
    to[(first + id) * WINNER_WORDS + 1] = from.word(id, high);
  }
}

type Sums = Readonly<{ risks: Uint32Array; premium: Float64Array }>;

/** The risks and the premium of each id. Without rows, the ids are those of all risks. */
function sumUp(kept: KeptRisks, rows: Uint32Array | undefined, ids: Uint32Array, count: number): Sums {
  const [risks, premium] = [new Uint32Array(count), new Float64Array(count)];
  for (let index = 0; index < ids.length; index += 1) {
    const id = ids[index] as number;
    risks[id] = (risks[id] as number) + 1;
  }
  if (kept.premiums === undefined) return { risks, premium };
  const premiums = new Float64Array(MAX_BLOCK_RISKS);
  for (const { block, inside, from } of splitByBlock(kept, rows)) {
    kept.premiums.readBlock(block, inside, premiums);
    for (let index = 0; index < inside.length; index += 1) {
      const id = ids[from + index] as number;
      premium[id] = (premium[id] as number) + (premiums[inside[index] as number] as number);
    }
  }
  return { risks, premium };
}
