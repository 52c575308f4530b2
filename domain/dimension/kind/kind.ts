import type { Codec, Reading } from '#domain/dimension/codec.ts';
import type { DimensionValue, NameOption } from '#domain/dimension/dimension.ts';
import type { Phrase, SummaryPiece } from '#domain/dimension/words.ts';

export type SetChange = Readonly<{ added: readonly string[]; removed: readonly string[]; kept: readonly string[] }>;

/** How two values of one dimension differ. */
export type DimensionChange =
  | (Readonly<{ kind: 'options'; before: boolean; after: boolean }> & SetChange)
  | Readonly<{
      kind: 'intervals';
      before: string | null;
      after: string | null;
      /** Notation of what is covered now that was not. An unset dimension covers everything. */
      gained: string;
      lost: string;
    }>
  | Readonly<{ kind: 'choice'; before: string | boolean | null; after: string | boolean | null }>;

/**
 * Risks that stand for all others: whatever a risk has, one of these is matched by the same values, or none of the values
 * matches it. Where a risk may have several, each of them is of one class.
 */
export type Division<Risk> = Readonly<{
  classes: readonly Risk[];
  /** Of each value, the indices of the classes it matches. */
  matched: readonly (readonly number[])[];
  /** Whether a risk may be in several of them. */
  several: boolean;
}>;

/**
 * Everything that depends on the kind of a dimension. Values are set ones: what is not set matches every risk, and is
 * the caller's business.
 */
export type Kind<Value extends DimensionValue, Risk> = Readonly<{
  /** Whether it has the shape of a value; what it means is `check`'s business. */
  isValue: (value: unknown) => value is Value;
  /** The message of the form, if it cannot be saved like this. */
  check: (value: Value) => string | undefined;
  /** The one way it is kept. What cannot be read stays, for the check to name. */
  normalise: (value: Value) => Value;
  /** Whether both match the same risks. */
  equals: (a: Value, b: Value) => boolean;
  /** Of two that are not equal; undefined is not set. */
  diff: (before: Value | undefined, after: Value | undefined) => DimensionChange;
  /** "the risk code is CY or CZ"; nothing where it cannot be read. */
  clause: (value: Value, nameOption: NameOption) => Phrase[];
  /** Its part of the line below a dial's name. */
  summarise: (value: Value, nameOption: NameOption) => SummaryPiece[];
  summaryOrder: number;
  /** The value by itself, in a few words. */
  describe: (value: Value, nameOption: NameOption) => string;
  /** Texts by whose words a dial is found. */
  searchTexts: (value: Value, nameOption: NameOption) => readonly string[];
  codec: Codec<Value>;
  /** Why no risk can match both, of dials called A and B; nothing where one can, or where that is not certain. */
  findDisjointReason: (a: Value, b: Value) => string | undefined;
  /** Whether a risk with this value matches. Without one it does not. */
  matches: (value: Value, risk: Risk | undefined) => boolean;
  /** Why a risk with this value does not match, beside the name of the dimension: "Primary, this dial wants Excess". */
  explainMiss: (value: Value, risk: Risk | undefined, nameOption: NameOption) => string;
  /** What a risk has here, from JSON; the message says in a sentence what is wrong with it. Nothing is guessed. */
  readRisk: (value: unknown) => Reading<Risk>;
  /** What a risk has here as texts, one for each of several values, and back. */
  riskTexts: Readonly<{ write: (risk: Risk) => readonly string[]; read: (texts: readonly string[]) => Reading<Risk> }>;
  /** What has to be told apart of a risk to know which of the values match it. */
  divide: (values: readonly Value[]) => Division<Risk>;
  /** What a risk has that has both; nothing where a risk has one alone. */
  combine: (a: Risk, b: Risk) => Risk | undefined;
}>;

/** What a sentence says of a risk that has no value. */
export const NOT_KNOWN = 'not known';

/** "Primary, this dial wants Excess". */
export const wants = (has: string | undefined, wanted: string): string =>
  `${has ?? NOT_KNOWN}, this dial wants ${wanted}`;

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

/** The same of two dimensions that take one of two or more answers. */
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

/** Every answer is a class of its own. */
export const divideAnswers = <T>(answers: readonly T[], values: readonly T[]): Division<T> => ({
  classes: answers,
  matched: values.map((value) => answers.flatMap((answer, index) => (answer === value ? [index] : []))),
  several: false,
});

/** The same of two dimensions that take a set. A risk may have several values: nothing is certain to keep two apart. */
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
} as const;

/** Every code is a class of its own; any other code is matched by nothing. */
export function divideCodes(
  codes: readonly string[],
  values: readonly (readonly string[])[],
): Division<readonly string[]> {
  const indices = new Map(codes.map((code, index) => [code, index]));
  return {
    classes: codes.map((code) => [code]),
    matched: values.map((value) => value.flatMap((code) => indices.get(code) ?? [])),
    several: true,
  };
}

/** One text or a list of texts, as a list; undefined where one of them is not accepted. */
export function readTexts(value: unknown, isAccepted: (text: string) => boolean): readonly string[] | undefined {
  const texts: unknown = Array.isArray(value) ? value : [value];
  return isList(texts) && texts.every(isAccepted) ? texts : undefined;
}

/** For a risk that has one value here: its text, and the value that `parse` makes of it. */
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

/** For a risk that may have several values here. One that is given twice counts once. */
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
