import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';

/**
 * The winners of a risk as a 64-bit number in two words, low word first, shared evenly by the values: the 1-based position
 * of the winning dial, or 0 where no dial sets it. `assembly/kernel.ts` has the same layout.
 */
export const WINNER_WORDS = 2;
export const WINNER_BITS = Math.floor(64 / VALUE_KEYS.length);
const WINNER_MASK = (1 << WINNER_BITS) - 1;

/** Far above the limit of a bucket. */
export const MAX_DIALS = WINNER_MASK;

/** The winners of many risks; comparable word by word. */
export type Winners = Uint32Array;

/** The 0-based position of the dial that wins this value. */
export function winnerOf(winners: Winners, at: number, key: ValueKey): number | undefined {
  const position = readWinner(winners, at, VALUE_KEYS.indexOf(key));
  return position === 0 ? undefined : position - 1;
}

/** 1-based; 0 = none. */
export function readWinner(winners: Winners, at: number, value: number): number {
  const bit = value * WINNER_BITS;
  const [low, high] = [winners[at * WINNER_WORDS] as number, winners[at * WINNER_WORDS + 1] as number];
  if (bit >= 32) return (high >>> (bit - 32)) & WINNER_MASK;
  const lower = low >>> bit;
  return (bit + WINNER_BITS > 32 ? lower | (high << (32 - bit)) : lower) & WINNER_MASK;
}

/** Must not be set yet. */
export function writeWinner(winners: Winners, at: number, value: number, position: number): void {
  const bit = value * WINNER_BITS;
  const [low, high] = [at * WINNER_WORDS, at * WINNER_WORDS + 1];
  if (bit < 32) winners[low] = (winners[low] as number) | (position << bit);
  if (bit >= 32) winners[high] = (winners[high] as number) | (position << (bit - 32));
  else if (bit + WINNER_BITS > 32) winners[high] = (winners[high] as number) | (position >>> (32 - bit));
}

const LOW_WORD = 0xff_ff_ff_ffn;

/** The winners of one risk as one number, as SQL counts them. */
export const packWinners = (winners: Winners, at: number): bigint =>
  (BigInt(winners[at * WINNER_WORDS + 1] as number) << 32n) | BigInt(winners[at * WINNER_WORDS] as number);

export function unpackWinners(packed: readonly bigint[]): Winners {
  return Uint32Array.from(packed.flatMap((one) => [Number(one & LOW_WORD), Number(one >> 32n)]));
}
