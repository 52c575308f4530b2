import type { Codec, Reading } from '#domain/dimension/codec.ts';
import type { DimensionValue, NameOption } from '#domain/dimension/dimension.ts';
import type { IntervalSet } from './intervals/interval.type.ts';
import type { Phrase, SummaryPiece } from '#domain/dimension/words.ts';

export type SetChange = Readonly<{ added: readonly string[]; removed: readonly string[]; kept: readonly string[] }>;

export type DimensionChange =
  | (Readonly<{ kind: 'options'; before: boolean; after: boolean }> & SetChange)
  | Readonly<{
      kind: 'intervals';
      before: string | null;
      after: string | null;
      /** Newly covered intervals. An unset dimension covers everything. */
      gained: string;
      lost: string;
    }>
  | Readonly<{ kind: 'choice'; before: string | boolean | null; after: string | boolean | null }>;

/**
 * Representative risk values: every value of a risk is matched by the same dial values as one of these, or by none. Where a
 * risk can have several values, each belongs to one bin.
 */
export type Division<Risk> = Readonly<{
  bins: readonly Risk[];
  /** Per dial value, the indexes of the matching bins. */
  matched: readonly (readonly number[])[];
  /** Whether a risk can be in several bins. */
  several: boolean;
}>;

/** How a portfolio stores and compares the values of risks: one number within intervals, or any of several texts. */
export type Encoding<Value, Risk> =
  | Readonly<{ holds: 'number'; intervalsOf: (value: Value) => IntervalSet }>
  | Readonly<{
      holds: 'texts';
      /** The column type in a warehouse. */
      column: 'text' | 'flag' | 'texts';
      textsOf: (value: Value | Risk) => readonly string[];
      /** The value of a risk from its texts. */
      decode: (texts: readonly string[]) => Risk | undefined;
    }>;

/**
 * Everything that depends on the kind of a dimension. Values are set; callers handle unset ones, which match every risk.
 */
export type Kind<Value extends DimensionValue, Risk> = Readonly<{
  /** Checks the shape only; see `check`. */
  isValue: (value: unknown) => value is Value;
  /** A validation message. */
  check: (value: Value) => string | undefined;
  /** The stored form. Invalid values are unchanged. */
  normalise: (value: Value) => Value;
  /** Whether both match the same risks. */
  equals: (a: Value, b: Value) => boolean;
  /** For unequal values; undefined is unset. */
  diff: (before: Value | undefined, after: Value | undefined) => DimensionChange;
  /** "the risk code is CY or CZ"; empty if invalid. */
  clause: (value: Value, nameOption: NameOption) => Phrase[];
  /** Its part of a dial's one-line summary. */
  summarise: (value: Value, nameOption: NameOption) => SummaryPiece[];
  summaryOrder: number;
  describe: (value: Value, nameOption: NameOption) => string;
  /** Texts for the search index. */
  searchTexts: (value: Value, nameOption: NameOption) => readonly string[];
  codec: Codec<Value>;
  /** Why no risk can match both dials A and B; undefined where one might. */
  findDisjointReason: (a: Value, b: Value) => string | undefined;
  /** A risk without a value never matches. */
  matches: (value: Value, risk: Risk | undefined) => boolean;
  /** Why a risk does not match, shown next to the dimension's name: "Primary, asks for Excess". */
  explainMiss: (value: Value, risk: Risk | undefined, nameOption: NameOption) => string;
  /** Reads a risk value from JSON, strictly; the message is a sentence. */
  readRisk: (value: unknown) => Reading<Risk>;
  /** Converts a risk value to texts, one per value, and back. */
  riskTexts: Readonly<{ write: (risk: Risk) => readonly string[]; read: (texts: readonly string[]) => Reading<Risk> }>;
  /** Divides all risk values into bins that these dial values cannot distinguish. */
  divide: (values: readonly Value[]) => Division<Risk>;
  /** A risk value with both; undefined where a risk has only one. */
  combine: (a: Risk, b: Risk) => Risk | undefined;
  encoding: Encoding<Value, Risk>;
}>;

export const NOT_KNOWN = 'not known';

/** "Primary, asks for Excess". */
export const explainMismatch = (has: string | undefined, expected: string): string =>
  `${has ?? NOT_KNOWN}, asks for ${expected}`;

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

/** Shared by dimensions with a single answer. */
export const answerKind = {
  check: () => undefined,
  normalise: <T>(value: T): T => value,
  equals: (a: unknown, b: unknown): boolean => a === b,
  diff: (before: string | boolean | undefined, after: string | boolean | undefined): DimensionChange => ({
    kind: 'choice',
    before: before ?? null,
    after: after ?? null,
  }),
  matches: (value: unknown, risk: unknown): boolean => value === risk,
  combine: <T>(a: T, b: T): T | undefined => (a === b ? a : undefined),
} as const;

/** One bin per answer. */
export const divideByAnswer = <T>(answers: readonly T[], values: readonly T[]): Division<T> => ({
  bins: answers,
  matched: values.map((value) => answers.flatMap((answer, index) => (answer === value ? [index] : []))),
  several: false,
});

/** Shared by dimensions with sets. A risk can have several values, so two sets are never disjoint. */
export const setKind = {
  isValue: isList,
  normalise: (value: readonly string[]): readonly string[] => [...new Set(value)],
  equals: (a: readonly string[], b: readonly string[]): boolean => {
    const { added, removed } = diffSets(a, b);
    return added.length + removed.length === 0;
  },
  diff: (before: readonly string[] | undefined, after: readonly string[] | undefined): DimensionChange => ({
    kind: 'options',
    before: before !== undefined,
    after: after !== undefined,
    ...diffSets(before ?? [], after ?? []),
  }),
  findDisjointReason: () => undefined,
  matches: (value: readonly string[], risk: readonly string[] | undefined): boolean =>
    risk?.some((code) => value.includes(code)) ?? false,
  combine: (a: readonly string[], b: readonly string[]): readonly string[] => [...new Set([...a, ...b])],
  encoding: {
    holds: 'texts',
    column: 'texts',
    textsOf: (texts: readonly string[]) => texts,
    decode: (texts: readonly string[]) => texts,
  },
} as const;

/** One bin per code; other codes match nothing. */
export function divideByCode(
  codes: readonly string[],
  values: readonly (readonly string[])[],
): Division<readonly string[]> {
  const indices = new Map(codes.map((code, index) => [code, index]));
  return {
    bins: codes.map((code) => [code]),
    matched: values.map((value) => value.flatMap((code) => indices.get(code) ?? [])),
    several: true,
  };
}

/** Accepts a text or a list of texts; undefined if any is rejected. */
export function readTexts(value: unknown, isAccepted: (text: string) => boolean): readonly string[] | undefined {
  const texts: unknown = Array.isArray(value) ? value : [value];
  return isList(texts) && texts.every(isAccepted) ? texts : undefined;
}

/** For dimensions with one risk value. */
export function singleText<Risk>(
  label: string,
  write: (risk: Risk) => string,
  parse: (text: string) => Reading<Risk>,
): Kind<never, Risk>['riskTexts'] {
  return {
    write: (risk) => [write(risk)],
    read: ([text = '', ...more]) => (more.length > 0 ? { message: `${label} is given more than once.` } : parse(text)),
  };
}

/** For dimensions with several risk values; drops duplicates. */
export const severalTexts = (
  read: (value: unknown) => Reading<readonly string[]>,
): Kind<never, readonly string[]>['riskTexts'] => ({
  write: (risk) => risk,
  read: (texts) => read([...new Set(texts)]),
});

export function diffSets(before: readonly string[], after: readonly string[]): SetChange {
  const [old, now] = [new Set(before), new Set(after)];
  return {
    added: after.filter((item) => !old.has(item)),
    removed: before.filter((item) => !now.has(item)),
    kept: after.filter((item) => old.has(item)),
  };
}
