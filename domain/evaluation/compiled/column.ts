import type { Condition } from './conditions.ts';
import type { Combination } from './dictionary.ts';
import type { Encoded } from './encoded.ts';
import type { Codes } from './kernel.ts';

/** A range of risks that are looked up together. */
export type Block = Readonly<{ start: number; risks: number }>;

/** The values of all risks for one condition, as codes, block by block. */
export type Column<E extends Encoded = Encoded> = Readonly<{
  /** Adds values, one block per range; undefined where all are unknown. */
  add: (encoded: E | undefined, ranges: readonly Block[]) => void;
  /** The codes of a block; empty where all its values are unknown. */
  slots: (block: number) => readonly Codes[];
  /** The number of codes, including 0. */
  count: () => number;
  /** Refines the codes until they distinguish these conditions. Returns whether any code changed. */
  distinguish: (conditions: readonly Condition[]) => boolean;
  /** The codes that match, without combinations. */
  matching: (condition: Condition) => readonly number[];
  /** Codes for several others; they match if any of those does. */
  combinations: () => readonly Combination[];
  /** Memory use. */
  bytes: () => number;
}>;
