import type { BucketEntry } from '#domain/bucket/entry.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { Evaluation, RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';

/** A dial with what its version says. */
export type TriedEntry = BucketEntry & RatedEntry & Readonly<{ dial: Pick<DialData, 'name'> }>;

/** Dials in their order, for a risk to be tried on. */
export type TriedList = Readonly<{
  /** How the address names it: `?try=live`. */
  key: string;
  /** "Live v12" */
  label: string;
  entries: readonly TriedEntry[];
}>;

/** What is on the screen: a risk, the list it is tried on, and what comes of it. */
export type Tried = Readonly<{
  risk: Risk;
  list: TriedList;
  evaluation: Evaluation;
  /** Puts another risk in the place of the one on the screen, and in the address. */
  change: (risk: Risk) => void;
}>;

export const emptyRisk = (date: string): Risk => ({ date, journey: null, dimensions: {} });
