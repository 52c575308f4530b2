import type { ReactNode, RefObject } from 'react';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { Evaluation, RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';

/** A dial with its version's data. */
export type TriedEntry = BucketEntry & RatedEntry & Readonly<{ dial: Pick<DialData, 'name'> }>;

/** Dials in order, for a risk to be tried on. */
export type TriedList = Readonly<{
  /** Its name in the URL: `?try=live`. */
  key: string;
  /** "Live v12" */
  label: string;
  entries: readonly TriedEntry[];
  /** Why it gives no values, whatever its dials say. */
  noAnswer?: string | undefined;
}>;

/** The current risk, the list it is tried on, and the result. */
export type RiskTrial = Readonly<{
  risk: Risk;
  list: TriedList;
  evaluation: Evaluation;
  /** Replaces the risk on the screen and in the URL. */
  change: (risk: Risk) => void;
}>;

/** The page's slots in Try a risk. */
export type Extras = Readonly<{
  /** Above the form: the examples of the bucket. */
  before?: ReactNode;
  /** Beside the form's heading, which only appears with it: "as in the example". */
  note?: ReactNode;
  /** A row of the head, below the values: a `<tr>` with a cell over two columns and one for each value. */
  expected?: ReactNode;
  /** A line of the card below the result, before the one against live: an `<Against>`. */
  against?: ReactNode;
  /** The primary button at the end of the form. */
  action?: ReactNode;
  /** Whether there are examples to choose from. */
  hasExamples?: boolean;
}>;

/** Changes at every key. Components that do not show the risk read the latest one on demand and do not re-render. */
export type MakeExtras = (tried: RiskTrial, latest: RefObject<RiskTrial>) => Extras;

export const emptyRisk = (date: string): Risk => ({ date, journey: null, dimensions: {} });
