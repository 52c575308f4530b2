import { type CompiledBucket, compileBucket } from '#domain/evaluation/compiled/compile.ts';
import { MAX_BLOCK_RISKS } from '#domain/evaluation/compiled/kernel.ts';
import { resolveWinners } from '#domain/evaluation/compiled/resolve.ts';
import { WINNER_WORDS, type Winners } from '#domain/evaluation/compiled/winners.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { createInterner, type Interner } from './interner.ts';
import { type RiskTable, splitByBlock } from './risk-table.ts';

/** The result of one list for all risks. Risks with the same winners share an outcome. */
export type Outcomes = Readonly<{
  entries: readonly RatedEntry[];
  /** The outcome of each row. */
  byRow: Uint32Array;
  /** Winners, number of risks and premium of each outcome. */
  winners: Winners;
  risks: Uint32Array;
  premium: Float64Array;
}>;

/** The result of two lists for all risks. Risks with the same winners before and the same after share a pair. */
export type PairCounts = Readonly<{
  count: number;
  before: Winners;
  after: Winners;
  risks: Uint32Array;
  premium: Float64Array;
}>;

/**
 * Adds the pair of each row. Unaffected risks keep their winners: the first pairs are the old outcomes. The others were
 * re-evaluated.
 */
export type Pairs = PairCounts &
  Readonly<{
    /** The number of pairs that are old outcomes. */
    outcomes: number;
    /** The re-evaluated rows (ascending), and the pair of each. */
    reevaluated: Uint32Array;
    reevaluatedPairs: Uint32Array;
    /** The old outcome of each row, which is its pair unless it was re-evaluated. */
    oldOutcomes: Uint32Array;
  }>;

/** Risks resolved per batch: few enough for the winners to stay in the CPU cache. */
const BATCH_SIZE = MAX_BLOCK_RISKS * 2;
const winnersBuffer = new Uint32Array(BATCH_SIZE * WINNER_WORDS);

export function resolveOutcomes(table: RiskTable, entries: readonly RatedEntry[], day: string | undefined): Outcomes {
  const bucket = compileBucket(table.columns, entries, day);
  const size = table.columns.size();
  const [byRow, interner] = [new Uint32Array(size), createInterner()];
  for (let from = 0; from < size; from += BATCH_SIZE) {
    const to = Math.min(from + BATCH_SIZE, size);
    const winners = resolveWinners(bucket, { from, to }, winnersBuffer);
    for (let row = from, at = 0; row < to; row += 1, at += WINNER_WORDS)
      byRow[row] = interner.idOf(winners[at] as number, winners[at + 1] as number, 0);
  }
  const winners = new Uint32Array(interner.count() * WINNER_WORDS);
  copyWinners(interner, winners, 0, 0, 1);
  return { entries, byRow, winners, ...sumById(table, undefined, byRow, interner.count()) };
}

/** `affected`: the rows a change may affect; undefined for all. `moveWinners` translates old positions to new ones. */
export function resolvePairs(
  table: RiskTable,
  before: Outcomes,
  bucket: CompiledBucket,
  affected: Uint32Array | undefined,
  moveWinners: (winners: Winners) => Winners,
): Pairs {
  const rows = affected ?? Uint32Array.from(before.byRow.keys());
  const interner = createInterner();
  const pairOfRow = new Uint32Array(rows.length);
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    const to = Math.min(from + BATCH_SIZE, rows.length);
    const batch = affected === undefined ? { from, to } : rows.subarray(from, to);
    const winners = resolveWinners(bucket, batch, winnersBuffer);
    for (let index = from, at = 0; index < to; index += 1, at += WINNER_WORDS) {
      const outcome = before.byRow[rows[index] as number] as number;
      pairOfRow[index] = interner.idOf(outcome, winners[at] as number, winners[at + 1] as number);
    }
  }
  return joinPairs(
    before,
    interner,
    sumById(table, affected, pairOfRow, interner.count()),
    rows,
    pairOfRow,
    moveWinners,
  );
}

/** Old outcomes of unaffected risks first, then the pairs of re-evaluated ones. */
function joinPairs(
  before: Outcomes,
  interner: Interner,
  sums: Sums,
  reevaluated: Uint32Array,
  pairOfRow: Uint32Array,
  moveWinners: (winners: Winners) => Winners,
): Pairs {
  const outcomes = before.risks.length;
  const count = outcomes + interner.count();
  const [winnersBefore, winnersAfter] = [new Uint32Array(count * WINNER_WORDS), new Uint32Array(count * WINNER_WORDS)];
  winnersBefore.set(before.winners);
  winnersAfter.set(moveWinners(before.winners));
  copyWinners(interner, winnersAfter, outcomes, 1, 2);
  const [risks, premium] = [new Uint32Array(count), new Float64Array(count)];
  risks.set(before.risks);
  risks.set(sums.risks, outcomes);
  premium.set(before.premium);
  premium.set(sums.premium, outcomes);
  for (let id = 0; id < interner.count(); id += 1) {
    const [outcome, pair] = [interner.word(id, 0), outcomes + id];
    winnersBefore[pair * WINNER_WORDS] = before.winners[outcome * WINNER_WORDS] as number;
    winnersBefore[pair * WINNER_WORDS + 1] = before.winners[outcome * WINNER_WORDS + 1] as number;
    risks[outcome] = (risks[outcome] as number) - (sums.risks[id] as number);
    premium[outcome] = (premium[outcome] as number) - (sums.premium[id] as number);
  }
  for (let index = 0; index < pairOfRow.length; index += 1) pairOfRow[index] = (pairOfRow[index] as number) + outcomes;
  return {
    count,
    outcomes,
    before: winnersBefore,
    after: winnersAfter,
    risks,
    premium,
    reevaluated,
    reevaluatedPairs: pairOfRow,
    oldOutcomes: before.byRow,
  };
}

function copyWinners(from: Interner, to: Winners, first: number, low: 0 | 1, high: 1 | 2): void {
  for (let id = 0; id < from.count(); id += 1) {
    to[(first + id) * WINNER_WORDS] = from.word(id, low);
    to[(first + id) * WINNER_WORDS + 1] = from.word(id, high);
  }
}

type Sums = Readonly<{ risks: Uint32Array; premium: Float64Array }>;

/** Risks and premium of each id. `ids` belong to `rows`, or to all risks. */
function sumById(table: RiskTable, rows: Uint32Array | undefined, ids: Uint32Array, count: number): Sums {
  const [risks, premium] = [new Uint32Array(count), new Float64Array(count)];
  for (let index = 0; index < ids.length; index += 1) {
    const id = ids[index] as number;
    risks[id] = (risks[id] as number) + 1;
  }
  if (table.premiums === undefined) return { risks, premium };
  const premiums = new Float64Array(MAX_BLOCK_RISKS);
  for (const { block, inside, from } of splitByBlock(table, rows)) {
    table.premiums.readBlock(block, inside, premiums);
    for (let index = 0; index < inside.length; index += 1) {
      const id = ids[from + index] as number;
      premium[id] = (premium[id] as number) + (premiums[inside[index] as number] as number);
    }
  }
  return { risks, premium };
}
