import { type FieldError, MESSAGES } from '#domain/dial/check.ts';
import { checkValue, type DialValues, VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import { hasEndedBy } from './ending.ts';
import { BUCKET_LIMITS, type BucketEntries, type BucketEntry, effectiveValues } from './entry.ts';

/** The facts about a dial version that a bucket is checked with. */
export type DialFacts = Readonly<{
  deleted: boolean;
  active_from: string | null;
  active_until: string | null;
  values: DialValues;
}>;
export type FindDialFacts = (entry: BucketEntry) => DialFacts | undefined;

export const ENTRY_NOTES = {
  deleted: { text: 'This dial was deleted. Please remove it.', stops: true },
  expired: { text: 'This dial has expired and no longer takes part.', stops: false },
  upcoming: { text: 'This dial is not active yet and takes part later.', stops: false },
} as const;
export type EntryNoteKind = keyof typeof ENTRY_NOTES;

/** A dial of the bucket that has no effect today. `stops`: prevents the bucket from going live. */
export type EntryNote = Readonly<{ dial_id: string; kind: EntryNoteKind }>;

export function entryNotes(entries: BucketEntries, factsOf: FindDialFacts, today: string): EntryNote[] {
  return entries.flatMap((entry) => {
    const kind = noteOf(factsOf(entry), today);
    return kind === undefined ? [] : [{ dial_id: entry.dial_id, kind }];
  });
}

function noteOf(dial: DialFacts | undefined, today: string): EntryNoteKind | undefined {
  if (dial === undefined || dial.deleted) return 'deleted';
  if (hasEndedBy(dial, today)) return 'expired';
  if (dial.active_from !== null && dial.active_from > today) return 'upcoming';
  return undefined;
}

export const BUCKET_MESSAGES = {
  twice: 'This dial is in the bucket twice. Please keep one.',
  unknown: 'There is no such published version of this dial. Please remove it or choose another version.',
  tooMany: `A bucket holds at most ${BUCKET_LIMITS.entries} dials.`,
} as const;

/** All errors that prevent saving a bucket. Paths name the entry by index. */
export function checkEntries(entries: BucketEntries, factsOf: FindDialFacts): FieldError[] {
  const errors: FieldError[] = [];
  if (entries.length > BUCKET_LIMITS.entries) errors.push({ path: 'entries', message: BUCKET_MESSAGES.tooMany });
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const path = `entries.${index}`;
    const dial = factsOf(entry);
    if (seen.has(entry.dial_id)) errors.push({ path, message: BUCKET_MESSAGES.twice });
    else if (dial === undefined) errors.push({ path, message: BUCKET_MESSAGES.unknown });
    seen.add(entry.dial_id);
    for (const { path: value, message } of checkOverrides(entry.overrides, dial?.values ?? {}))
      errors.push({ path: `${path}.overrides.${value}`, message });
  }
  return errors;
}

/** The errors of overrides that need no dial. */
export const checkEachOverride = (entries: BucketEntries): FieldError[] =>
  entries.flatMap(({ overrides }, index) =>
    checkOverrides(overrides, {}).map(({ path, message }) => ({ path: `entries.${index}.overrides.${path}`, message })),
  );

/** Checks each override, and the effective Min line against Max line; reports the latter on the overridden one. */
export function checkOverrides(
  overrides: DialValues,
  own: DialValues,
): Readonly<{ path: ValueKey; message: string }>[] {
  const errors = VALUE_KEYS.flatMap((key) => {
    const message = checkValue(key, overrides[key]);
    return message === undefined ? [] : [{ path: key, message }];
  });
  const { min_line: min, max_line: max } = effectiveValues(own, overrides);
  const hasLineOverride = overrides.min_line !== undefined || overrides.max_line !== undefined;
  const hasValidLines = errors.every(({ path }) => path !== 'min_line' && path !== 'max_line');
  if (!hasValidLines || !hasLineOverride || min === undefined || max === undefined || min <= max) return errors;
  const path = overrides.min_line === undefined ? ('max_line' as const) : ('min_line' as const);
  return [...errors, { path, message: MESSAGES.minAboveMax }];
}
