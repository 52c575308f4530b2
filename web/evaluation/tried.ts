import type { ReactNode, RefObject } from 'react';
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

/** What the page adds to Try a risk. */
export type Extras = Readonly<{
  /** Above the form: the examples of the bucket. */
  before?: ReactNode;
  /** Beside the heading of the form, which is there only with this: "as in the example". */
  note?: ReactNode;
  /** A row of the head, below the five values: a `<tr>` with a cell over two columns and one for each value. */
  expected?: ReactNode;
  /** A line of the card below the result, before that against live: an `<Against>`. */
  against?: ReactNode;
  /** The filled button at the foot of the form. */
  action?: ReactNode;
}>;

/** Asked at every key. What does not show the risk itself takes the latest one when it needs it, and is drawn once. */
export type MakeExtras = (tried: Tried, latest: RefObject<Tried>) => Extras;

export const emptyRisk = (date: string): Risk => ({ date, journey: null, dimensions: {} });
