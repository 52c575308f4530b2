import type { MeasuredRisk } from '#contract/impact.ts';
import type { ChangeCount, Figure, Impact } from '#domain/impact/impact.ts';

/** What is measured: a list of dials against another one, for the risks of one class of a portfolio. */
export type Comparison = Readonly<{
  /** The chunks of the class, in order. What a file holds never changes. */
  files: readonly string[];
  /** Both lists as the JSON of `RatedEntry[]`: they cross to another thread, and equal texts are the same list. */
  before: string;
  after: string;
  /** The day all risks are on; null where each is on its own date. */
  day: string | null;
}>;

export type ImpactJob = Comparison & Readonly<{ wants: 'impact' }>;
export type RisksJob = Comparison &
  Readonly<{
    wants: 'risks';
    figure: Figure;
    /** Those that come after this row. */
    after_row: number;
    limit: number;
  }>;
/** Of one among many lists that nobody measures again: nothing is remembered of it. */
export type CountJob = Comparison & Readonly<{ wants: 'count' }>;
/** How many risks are behind each of these figures. */
export type FiguresJob = Comparison & Readonly<{ wants: 'figures'; figures: readonly Figure[] }>;
export type Job = ImpactJob | RisksJob | CountJob | FiguresJob;
/** Drops whatever an engine of its own still has of classes that are gone; `kept` are the hashes of the chunks of each. */
export type CleanJob = Readonly<{ wants: 'clean'; kept: readonly (readonly string[])[] }>;

/** The risks that stand for the largest changes come with it, in their order. */
export type ImpactAnswer = Readonly<{ impact: Impact; largest: readonly MeasuredRisk[] }>;
export type RisksAnswer = Readonly<{ items: readonly MeasuredRisk[]; total: number }>;
type Answers = Readonly<{
  impact: ImpactAnswer;
  risks: RisksAnswer;
  count: ChangeCount;
  figures: readonly number[];
  clean: undefined;
}>;
export type AnswerOf<J extends Job | CleanJob> = Answers[J['wants']];
