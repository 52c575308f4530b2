import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';

/**
 * The winners of one risk are one number of 64 bits, kept as two words, the lower one first. Each value has twelve bits:
 * the place of the dial that wins it, counted from one, or 0 where no dial sets it.
 */
export const WINNER_WORDS = 2;
const WINNER_BITS = 12;
const WINNER_MASK = (1 << WINNER_BITS) - 1;

/** Many more than a bucket may hold. */
export const MAX_DIALS = WINNER_MASK;

/** The winners of many risks. Two risks, or two buckets for one risk, differ exactly where their words do. */
export type Winners = Uint32Array;

/** The place in the bucket, from 0, of the dial that wins this value for the risk at this place. */
export function winnerOf(winners: Winners, at: number, key: ValueKey): number | undefined {
  const place = readWinner(winners, at, VALUE_KEYS.indexOf(key));
  return place === 0 ? undefined : place - 1;
}

/** Counted from one; 0 = none. */
export function readWinner(winners: Winners, at: number, value: number): number {
  const bit = value * WINNER_BITS;
  const [low, high] = [winners[at * WINNER_WORDS] as number, winners[at * WINNER_WORDS + 1] as number];
  if (bit >= 32) return (high >>> (bit - 32)) & WINNER_MASK;
  const lower = low >>> bit;
  return (bit + WINNER_BITS > 32 ? lower | (high << (32 - bit)) : lower) & WINNER_MASK;
}

/** Where there is none yet. */
export function writeWinner(winners: Winners, at: number, value: number, place: number): void {
  const bit = value * WINNER_BITS;
  const [low, high] = [at * WINNER_WORDS, at * WINNER_WORDS + 1];
  if (bit < 32) winners[low] = (winners[low] as number) | (place << bit);
  if (bit >= 32) winners[high] = (winners[high] as number) | (place << (bit - 32));
  else if (bit + WINNER_BITS > 32) winners[high] = (winners[high] as number) | (place >>> (32 - bit));
}
