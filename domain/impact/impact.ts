import type { DimensionKey } from '#domain/dimension/registry.ts';
import type { DialValues, ValueKey } from '#domain/value/registry.ts';

/**
 * A number of risks and their premium; null where no risk of the class has one. Unknown premiums add nothing. `few`: below
 * the minimum shown to this reader; the numbers are zero.
 */
export type Share = Readonly<{ risks: number; premium: number | null; few?: true | undefined }>;

/** A value as a risk gets it: an amount, an option, or null where no dial sets it. */
export type ResultValue = string | number | null;

/** All risks with the same result of one value before, and the same after. */
export type Move = Share & Readonly<{ before: ResultValue; after: ResultValue }>;

/** How the value of a risk changes. `gain` and `lose`: it had none, or gets none. `other`: it gets another option. */
export const DIRECTIONS = ['lower', 'higher', 'gain', 'lose', 'other'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export const mapDirections = <T>(make: (direction: Direction) => T): Readonly<Record<Direction, T>> => ({
  lower: make('lower'),
  higher: make('higher'),
  gain: make('gain'),
  lose: make('lose'),
  other: make('other'),
});

export type ValueImpact = Readonly<{ value: ValueKey }> &
  Readonly<Record<Direction, Share>> &
  Readonly<{
    /**
     * Every pair of results, unchanged ones included. Most risks first, then lowest before and after; at most
     * `IMPACT_LIMITS.moves`.
     */
    moves: readonly Move[];
    /** The risks beyond that limit. */
    unlisted: Share;
  }>;

export type DialShare = Share & Readonly<{ dial_id: string }>;

/**
 * What risks can be grouped by: a dimension with named values, or a kept column. Members of a yes-no dimension are `yes`
 * and `no`.
 */
export type Grouping = Readonly<{ dimension: DimensionKey }> | Readonly<{ column: string }>;

/** `key` is null for risks without a known value. */
export type Member = Readonly<{ key: string | null; changed: Share; all: Share }>;

export type GroupImpact = Readonly<{
  by: Grouping;
  /**
   * Members in which a risk changes: most changed risks first, then by key; at most `IMPACT_LIMITS.members`. A risk with
   * several values is in each.
   */
  members: readonly Member[];
  /** How many members there are in which a risk changes. */
  count: number;
}>;

/**
 * A layer (see `layerOf`) in a country; null where unknown. A risk with several countries is in a segment of each.
 */
export type Segment = Readonly<{ layer: string | null; country: string | null; changed: Share; all: Share }>;

/**
 * Risks with the same values before and the same after, represented by the one with the highest revenue (the
 * first on a tie). `alike` counts them.
 */
export type AlikeChange = Readonly<{ row: number; before: DialValues; after: DialValues; alike: number }>;

/** How exposure is added up: the max lines of the risks that a bucket takes, or their premium. */
export const EXPOSURE_MEASURES = ['lines', 'premium'] as const;
export type ExposureMeasure = (typeof EXPOSURE_MEASURES)[number];

/** What the new list adds, negative if it takes away, and the risks that it comes from. See `Share` for `few`. */
export type AddedExposure = Readonly<{ risks: number; added: number; few?: true | undefined }>;

/** Of the risks of one country; null: of all risks. `premium` is null where no risk of the class has one. */
export type Exposure = Readonly<{ country: string | null; lines: AddedExposure; premium: AddedExposure | null }>;

/** The effect of another list of dials on the risks of a class. */
export type Impact = Readonly<{
  all: Share;
  changed: Share;
  /** All of them, in the order of the registry. */
  values: readonly ValueImpact[];
  /** For each dial of the new list, in order: the risks that get at least one value from it. */
  decided: readonly DialShare[];
  /**
   * The dials responsible for changes: the new winner or, where there is none, the old one. Most risks first, then in the
   * order of the new list. A risk with two values changed by two dials counts for both.
   */
  behind: readonly DialShare[];
  /** Every grouping with known values: dimensions in registry order, then kept columns by name. */
  groups: readonly GroupImpact[];
  /** Segments in which a risk changes, most changed risks first; `count` is the total. */
  segments: Readonly<{ listed: readonly Segment[]; count: number }>;
  /**
   * The largest changes of max line in dollars first (an unset max line counts as 0), then changes of other values. Ties
   * go to the change with more risks.
   */
  largest: readonly AlikeChange[];
  /** Rounded and without small groups, for readers who may not see single risks. */
  coarse?: true | undefined;
}>;

/** Changed risks of one value, by direction. */
export type ValueCount = Readonly<{ value: ValueKey } & Record<Direction, number>>;

/** A dial whose new version is not in force, while the version that it replaces is. */
export type WindowGap = Readonly<{
  dial_id: string;
  kind: 'starts' | 'ended';
  /** The day on which the new version starts, which closes the gap, or on which it ended. */
  day: string;
  /** What the dial sets, and no other dial is sure to set; the most important first. */
  values: readonly ValueKey[];
}>;

/** The risks that lose the value: undefined where they are not measured, null where they are too few to show. */
export type GapValue = Readonly<{ value: ValueKey; risks?: number | null | undefined }>;
export type MeasuredGap = Omit<WindowGap, 'values'> & Readonly<{ values: readonly GapValue[] }>;

/** Totals, changed risks, the changed values in registry order, and the gaps, if all are evaluated on one day. */
export type ChangeCount = Pick<Impact, 'all' | 'changed'> &
  Readonly<{ values: readonly ValueCount[]; gaps: readonly MeasuredGap[] }>;

export const isMoved = (count: ValueCount): boolean => DIRECTIONS.some((direction) => count[direction] > 0);
/** Only values in which a risk changes. */
export const countValues = (values: readonly Pick<ValueImpact, 'value' | Direction>[]): ValueCount[] =>
  values
    .map(({ value, ...shares }) => ({ value, ...mapDirections((direction) => shares[direction].risks) }))
    .filter(isMoved);

/** Bumped when the same lists and risks may give a different result. */
export const IMPACT_ENGINE = 'lineslip 2';

export const IMPACT_LIMITS = { moves: 400, members: 100, segments: 100, largest: 50 } as const;

/**
 * Identifies a figure, to list its risks. `group` and `segment`: the changed risks. `overlap`: risks that match both dials
 * and get the value from the first. `unset`: risks without the value in the new list. `gap`: risks that get the value from
 * this dial in the old list, and none in the new one. `exposure`: risks that add to an `Exposure` or take from it.
 */
export type Figure =
  | Readonly<{ of: 'changed' }>
  | Readonly<{ of: 'value'; value: ValueKey; direction: Direction }>
  | Readonly<{ of: 'move'; value: ValueKey; before: ResultValue; after: ResultValue }>
  | Readonly<{ of: 'decided' | 'behind'; dial_id: string }>
  | Readonly<{ of: 'group'; by: Grouping; key: string | null }>
  | Readonly<{ of: 'segment'; layer: string | null; country: string | null }>
  | Readonly<{ of: 'alike'; before: DialValues; after: DialValues }>
  | Readonly<{ of: 'overlap'; first: string; second: string; value: ValueKey }>
  | Readonly<{ of: 'unset'; value: ValueKey }>
  | Readonly<{ of: 'gap'; dial_id: string; value: ValueKey }>
  | Readonly<{ of: 'exposure'; measure: ExposureMeasure; country: string | null }>;

export const MAX_COUNTED_FIGURES = 200;
