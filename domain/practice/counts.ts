import type { DialCount } from '#domain/feed/counters.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';

/**
 * What is stored of the dials of one bucket version: one array with a block per counter, and in each block one number per
 * position. A version never changes, so positions need no ids. A new counter takes the next free block; stored arrays
 * without it read as zero.
 */
const BLOCKS = {
  took_part: 0,
  decided: 1,
  ignore_expiring_line: 2,
  lead_share_cap: 3,
  max_line: 4,
  min_line: 5,
  policy_share_cap: 6,
} as const satisfies Record<'took_part' | 'decided' | ValueKey, number>;
/**
 * The number under which decisions stay that engines made by a draft which was approved for a day and called off before it.
 * No version has it; the dials of the draft are not kept.
 */
export const CALLED_OFF = 0;
/** How many blocks are stored per hour: took part and decided. */
export const HOUR_BLOCKS = 2;
const BLOCK_COUNT = Math.max(...Object.values(BLOCKS)) + 1;

/**
 * Where a database finds how often the dial at a position (from 1) decided: `counts[n * DECIDED_BLOCK + position]`, and
 * alone in the column `decided`.
 */
export const DECIDED_BLOCK = BLOCKS.decided;

/** By position, and by the position that decided instead. Only for dials that decided nothing. */
export type Beaten = { readonly [position: string]: { readonly [by: string]: number } };
export type StoredCounts = Readonly<{ counts: readonly number[]; beaten: Beaten }>;

/** The decisions of one dial of a bucket version. */
export type PositionCount = Readonly<{ took_part: number; decided: number; won: Readonly<Record<ValueKey, number>> }>;

/** Dials that the version does not have are left out. */
export function storeCounts(dials: readonly DialCount[], dialIds: readonly string[]): StoredCounts {
  const positions = new Map(dialIds.map((id, position) => [id, position]));
  const counts = Array.from({ length: BLOCK_COUNT * dialIds.length }, () => 0);
  const beaten: Record<string, Record<string, number>> = {};
  for (const { dial_id, took_part, won, beaten_by, decided = mostOf(won) } of dials) {
    const position = positions.get(dial_id);
    if (position === undefined) continue;
    const set = (block: keyof typeof BLOCKS, count: number) =>
      void (counts[BLOCKS[block] * dialIds.length + position] = count);
    set('took_part', took_part);
    set('decided', decided);
    for (const key of VALUE_KEYS) set(key, won[key] ?? 0);
    const by = beaten_by === null ? undefined : positions.get(beaten_by.dial_id);
    if (decided === 0 && by !== undefined && beaten_by !== null) beaten[position] = { [by]: beaten_by.times };
  }
  return { counts, beaten };
}

export function readCounts(counts: readonly number[], dialCount: number): readonly PositionCount[] {
  return Array.from({ length: dialCount }, (_, position) => readCount(counts, dialCount, position));
}

/** How often the dial at a position decided. */
export const decidedAt = (counts: readonly number[], dialCount: number, position: number): number =>
  counts[BLOCKS.decided * dialCount + position] ?? 0;

/** What is stored of the dial at one position. */
export function readCount(counts: readonly number[], dialCount: number, position: number): PositionCount {
  const at = (block: keyof typeof BLOCKS) => counts[BLOCKS[block] * dialCount + position] ?? 0;
  return {
    took_part: at('took_part'),
    decided: at('decided'),
    won: Object.fromEntries(VALUE_KEYS.map((key) => [key, at(key)])) as Record<ValueKey, number>,
  };
}

/** Adds the counts of several days of one version. */
export function addCounts(days: readonly StoredCounts[]): StoredCounts {
  const sums: number[] = [];
  for (const { counts } of days)
    counts.forEach((count, index) => {
      sums[index] = (sums[index] ?? 0) + count;
    });
  return { counts: sums, beaten: days.reduce((sum, { beaten }) => addBeaten(sum, beaten), {}) };
}

export function addBeaten(a: Beaten, b: Beaten): Beaten {
  const sum: Record<string, Record<string, number>> = {};
  for (const part of [a, b])
    for (const [position, winners] of Object.entries(part))
      for (const [by, times] of Object.entries(winners)) {
        const own = (sum[position] ??= {});
        own[by] = (own[by] ?? 0) + times;
      }
  return sum;
}

/** At least so many decisions. */
const mostOf = (won: DialCount['won']): number => Math.max(0, ...Object.values(won));
