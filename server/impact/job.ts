import type { MeasuredRisk } from '#contract/impact.ts';
import type { ChangeCount, Exposure, Figure, Impact } from '#domain/impact/impact.ts';

/** Compares two lists of dials on the risks of one class of a portfolio. */
export type Comparison = Readonly<{
  /** The chunk files of the class, in order. Their content never changes. */
  files: readonly string[];
  /** Both lists as JSON of `RatedEntry[]`: they are passed to a thread, and equal texts are cache keys. */
  before: string;
  after: string;
  /** The day for all risks; null uses each risk's own date. */
  day: string | null;
}>;

/** `countries`: those whose exposure is measured, besides that of all risks. */
export type ImpactJob = Comparison & Readonly<{ wants: 'impact'; countries: readonly string[] }>;
export type RisksJob = Comparison &
  Readonly<{
    wants: 'risks';
    figure: Figure;
    /** Only rows after this one. */
    after_row: number;
    limit: number;
  }>;
/** For one of many lists that will not be measured again: nothing is cached. */
export type CountJob = Comparison & Readonly<{ wants: 'count' }>;
/** The number of risks behind each of these figures. */
export type FiguresJob = Comparison & Readonly<{ wants: 'figures'; figures: readonly Figure[] }>;
export type Job = ImpactJob | RisksJob | CountJob | FiguresJob;
/** Drops the tables of classes that are gone; `kept`: the chunk hashes of each class that remains. */
export type CleanJob = Readonly<{ wants: 'clean'; kept: readonly (readonly string[])[] }>;

/** Includes the risks with the largest changes, in order. */
export type ImpactAnswer = Readonly<{
  impact: Impact;
  largest: readonly MeasuredRisk[];
  exposures: readonly Exposure[];
}>;
export type RisksAnswer = Readonly<{ items: readonly MeasuredRisk[]; total: number }>;
type Answers = Readonly<{
  impact: ImpactAnswer;
  risks: RisksAnswer;
  count: ChangeCount;
  figures: readonly number[];
  clean: undefined;
}>;
export type AnswerOf<J extends Job | CleanJob> = Answers[J['wants']];
