import type { DimensionKey } from '#domain/dimension/registry.ts';
import type { DialValues, ValueKey } from '#domain/value/registry.ts';

/**
 * How many risks there are of something, and their premium; null where no risk of the class has one. A risk whose premium
 * is not known adds nothing to it. With `few` they are too few to be shown to whoever asks, and count as none.
 */
export type Share = Readonly<{ risks: number; premium: number | null; few?: true | undefined }>;

/** What a value is for a risk: an amount, an answer, or null where no dial sets it. */
export type Given = string | number | null;

/** All risks that one value gives the same before, and the same after. */
export type Move = Share & Readonly<{ before: Given; after: Given }>;

export type ValueImpact = Readonly<{
  value: ValueKey;
  lower: Share;
  higher: Share;
  /** What is neither: risks that get a value where there was none, that lose it, or whose answer is another one. */
  other: Share;
  /**
   * Every pair, those that do not change included, the most risks first, then the lowest before and after; never more
   * than `IMPACT_LIMITS.moves`.
   */
  moves: readonly Move[];
  /** The risks in pairs that are left out. */
  unlisted: Share;
}>;

/** A dial and the risks it stands for. */
export type DialShare = Share & Readonly<{ dial_id: string }>;

/**
 * What risks may be grouped by: a dimension whose values are named, or a kept column. Members of a dimension that is
 * answered by yes or no are `yes` and `no`.
 */
export type Grouping = Readonly<{ dimension: DimensionKey }> | Readonly<{ column: string }>;

/** Those of a group that change, and all of it. `key` is null for risks of which nothing is known here. */
export type Member = Readonly<{ key: string | null; changed: Share; all: Share }>;

export type GroupImpact = Readonly<{
  by: Grouping;
  /**
   * Those in which a risk changes: most changed risks first, then by key; never more than `IMPACT_LIMITS.members`. A risk
   * with several values is in each.
   */
  members: readonly Member[];
  /** How many members there are in which a risk changes. */
  count: number;
}>;

/**
 * A layer, as `layerOf` names it, in a country. Null where it is not known. A risk with several countries is in a segment
 * of each.
 */
export type Segment = Readonly<{ layer: string | null; country: string | null; changed: Share; all: Share }>;

/**
 * Risks that get the same five values before and the same after: the one with the highest revenue stands for all, the
 * first of them where several have it. `alike` counts them all.
 */
export type AlikeChange = Readonly<{ row: number; before: DialValues; after: DialValues; alike: number }>;

/** What another list of dials would do to the risks of a class. */
export type Impact = Readonly<{
  all: Share;
  changed: Share;
  /** All five, in the order of the registry. */
  values: readonly ValueImpact[];
  /** For each dial of the list after, in its order: the risks that get at least one of their five values from it. */
  decided: readonly DialShare[];
  /**
   * The dials that decide what changed, after or, where nothing decides it any more, before. Most risks first, then in
   * the order of the list after. A risk of which two values change by two dials is behind both.
   */
  behind: readonly DialShare[];
  /** Whatever is known of any risk of the class: dimensions in the order of the registry, then kept columns by name. */
  groups: readonly GroupImpact[];
  /** Those in which a risk changes, most changed risks first; `count` says how many there are. */
  segments: Readonly<{ listed: readonly Segment[]; count: number }>;
  /**
   * The largest changes of max line, in dollars, largest first, where no max line counts as none of it; then those of
   * other values. Among equals those that most risks share.
   */
  largest: readonly AlikeChange[];
  /** Rounded, without small groups: whoever asked may not see single risks. */
  coarse?: true | undefined;
}>;

export const DIRECTIONS = ['lower', 'higher', 'other'] as const;
export type Direction = (typeof DIRECTIONS)[number];
/** How many risks get another amount or answer of one value, by the way it moves. */
export type ValueCount = Readonly<{ value: ValueKey } & Record<Direction, number>>;

/** How many risks there are, how many of them change, and in which values, in the order of the registry. */
export type ChangeCount = Pick<Impact, 'all' | 'changed'> & Readonly<{ values: readonly ValueCount[] }>;

export const isMoved = (count: ValueCount): boolean => DIRECTIONS.some((direction) => count[direction] > 0);
/** Those values in which a risk changes. */
export const countValues = (values: readonly Pick<ValueImpact, 'value' | Direction>[]): ValueCount[] =>
  values
    .map(({ value, lower, higher, other }) => ({
      value,
      lower: lower.risks,
      higher: higher.risks,
      other: other.risks,
    }))
    .filter(isMoved);

/** The way an impact is measured. It moves when the same lists and the same risks may give another result. */
export const IMPACT_ENGINE = 'lineslip 1';

export const IMPACT_LIMITS = { moves: 400, members: 100, segments: 100, largest: 50 } as const;

/**
 * A figure, to ask for the risks behind it. Of a group and of a segment these are the risks that change. Of an overlap
 * they match both dials and get the value from the first, and of what is not set they do not get it, by the list after.
 */
export type Figure =
  | Readonly<{ of: 'changed' }>
  | Readonly<{ of: 'value'; value: ValueKey; direction: Direction }>
  | Readonly<{ of: 'move'; value: ValueKey; before: Given; after: Given }>
  | Readonly<{ of: 'decided' | 'behind'; dial_id: string }>
  | Readonly<{ of: 'group'; by: Grouping; key: string | null }>
  | Readonly<{ of: 'segment'; layer: string | null; country: string | null }>
  | Readonly<{ of: 'alike'; before: DialValues; after: DialValues }>
  | Readonly<{ of: 'overlap'; first: string; second: string; value: ValueKey }>
  | Readonly<{ of: 'unset'; value: ValueKey }>;

/** So many figures are counted at once. */
export const MAX_COUNTED_FIGURES = 200;
