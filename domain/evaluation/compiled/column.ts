import type { Asked } from './conditions.ts';
import type { Combination } from './dictionary.ts';
import type { Encoded } from './encoded.ts';
import type { Codes } from './kernel.ts';

/** Risks that are looked up together: as many, from the first. */
export type Block = Readonly<{ start: number; risks: number }>;

/** What all risks have for one condition, as codes, block by block. */
export type Column<E extends Encoded = Encoded> = Readonly<{
  /** Adds what risks have, a block for each of the ranges of it; undefined where nothing is known of any of them. */
  add: (encoded: E | undefined, ranges: readonly Block[]) => void;
  /** The codes of a block: none where nothing is known of any of its risks. */
  slots: (block: number) => readonly Codes[];
  /** How many codes there are, with 0. */
  count: () => number;
  /** Makes codes tell apart whatever dials ask for. Says whether any code changed. */
  distinguish: (asked: readonly Asked[]) => boolean;
  /** The codes of risks that match, without combinations. */
  matching: (asked: Asked) => readonly number[];
  /** Codes that stand for several others: they match where any of those does. */
  combinations: () => readonly Combination[];
  /** How much is kept of all risks. */
  bytes: () => number;
}>;
