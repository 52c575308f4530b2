import type { DialValues } from '#domain/value/registry.ts';
import { addEntries, moveEntry, removeEntry, replaceEntry } from './edit.ts';
import { type BucketEntries, type BucketEntry, dropRedundantOverrides } from './entry.ts';
import { type UpdateAnswers, updateEntry, updateQuestions } from './update.ts';

/** Where a dial is put: at an end of the list, or next to a dial that is in it. */
export type Place = Readonly<{ at: 'top' | 'end' }> | Readonly<{ at: 'before' | 'after'; dial_id: string }>;

type Pin = Readonly<{ dial_id: string; version: number }>;

/** What a change of several buckets does to one of them. */
export type BucketEdit =
  /** Takes another version. What the bucket overrides stays where that version leaves the value alone, else it is asked. */
  | (Pin & Readonly<{ kind: 'update'; answers: UpdateAnswers }>)
  | (Pin & Readonly<{ kind: 'add'; overrides: DialValues; place: Place }>)
  /** Exactly this version with exactly these overrides, as another bucket has it. */
  | (Pin & Readonly<{ kind: 'set'; overrides: DialValues }>)
  | Readonly<{ kind: 'move'; dial_id: string; place: Place }>
  | Readonly<{ kind: 'remove'; dial_id: string }>;

export const EDIT_REFUSALS = {
  missing: 'This dial is not in the bucket any more.',
  present: 'This dial is in the bucket already.',
  'no-place': 'The dial that it was to stand next to is not in the bucket.',
  undecided: 'The bucket and the new version both change a value. Choose which one holds.',
} as const;
export type EditRefusal = keyof typeof EDIT_REFUSALS;

/** The list after all edits, or why one of them, by its index, cannot be made. */
export type Edited = Readonly<{ entries: BucketEntries }> | Readonly<{ refusal: EditRefusal; edit: number }>;

/** The values of a version of a dial itself; nothing where there is no such version. */
export type FindOwnValues = (pin: Pin) => DialValues | undefined;

/** All edits one after the other, or none. */
export function applyEdits(start: BucketEntries, edits: readonly BucketEdit[], ownOf: FindOwnValues): Edited {
  let entries = start;
  for (const [edit, one] of edits.entries()) {
    const next = applyEdit(entries, one, ownOf);
    if (typeof next === 'string') return { refusal: next, edit };
    entries = next;
  }
  return { entries };
}

function applyEdit(entries: BucketEntries, edit: BucketEdit, ownOf: FindOwnValues): BucketEntries | EditRefusal {
  const { dial_id } = edit;
  const entry = entries.find((one) => one.dial_id === dial_id);
  if (edit.kind === 'add') {
    if (entry !== undefined) return 'present';
    const position = positionOf(entries, edit.place);
    if (position === undefined) return 'no-place';
    const overrides = dropRedundantOverrides(edit.overrides, ownOf(edit) ?? {});
    return replaceEntry(addEntries(entries, [edit], position), { dial_id, version: edit.version, overrides });
  }
  if (entry === undefined) return 'missing';
  if (edit.kind === 'remove') return removeEntry(entries, dial_id);
  if (edit.kind === 'move') return placeEntry(entries, entry, edit.place);
  const own = ownOf(edit) ?? {};
  if (edit.kind === 'set') {
    const { version } = edit;
    return replaceEntry(entries, { dial_id, version, overrides: dropRedundantOverrides(edit.overrides, own) });
  }
  const { version, answers } = edit;
  const questions = updateQuestions(entry, ownOf(entry) ?? {}, { version, own });
  if (questions.some(({ value }) => answers[value] === undefined)) return 'undecided';
  return replaceEntry(entries, updateEntry(entry, { version, own }, answers));
}

function placeEntry(entries: BucketEntries, entry: BucketEntry, place: Place): BucketEntries | EditRefusal {
  const others = removeEntry(entries, entry.dial_id);
  const position = positionOf(others, place);
  return position === undefined ? 'no-place' : moveEntry(entries, entry.dial_id, position);
}

/** Puts in those of several dials that a bucket does not hold yet: one after the other, in their order. */
export function addEdits(
  dials: readonly (Pin & Readonly<{ overrides: DialValues }>)[],
  isHeld: (dialId: string) => boolean,
  place: Place,
): BucketEdit[] {
  const missing = dials.filter(({ dial_id }) => !isHeld(dial_id));
  return missing.map(({ dial_id, version, overrides }, index) => {
    const above = missing[index - 1];
    return {
      kind: 'add',
      dial_id,
      version,
      overrides,
      place: above === undefined ? place : { at: 'after', dial_id: above.dial_id },
    };
  });
}

/** Counted from 1, in the list that does not have the dial yet. */
export function positionOf(entries: BucketEntries, place: Place): number | undefined {
  if (!('dial_id' in place)) return place.at === 'top' ? 1 : entries.length + 1;
  const index = entries.findIndex(({ dial_id }) => dial_id === place.dial_id);
  if (index === -1) return undefined;
  return place.at === 'before' ? index + 1 : index + 2;
}
