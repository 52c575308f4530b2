import { mergeEntries, type MergeChoices } from '#domain/bucket/merge.ts';
import { type BucketEntries, type BucketEntry, byDial, sameEntries, sameEntry } from '#domain/bucket/entry.ts';

/** Someone else's list took the place of the base. */
type Move = Readonly<{ base: BucketEntries; theirs: BucketEntries; choices: MergeChoices | undefined }>;

/**
 * One step back or forward: the list as it was on its other side, and what the step is called. What others saved since
 * is merged in when one goes there: two hundred lists at once would be felt.
 */
type Step = Readonly<{ entries: BucketEntries; what: string; moves?: readonly Move[] }>;

export type WorkingCopy = Readonly<{
  /** What was last saved. */
  base: BucketEntries;
  entries: BucketEntries;
  past: readonly Step[];
  future: readonly Step[];
}>;

export type WorkingAction =
  | Readonly<{ kind: 'change'; next: BucketEntries; what: string }>
  | Readonly<{ kind: 'undo' | 'redo' }>
  /** The server took `sent` and has it as `base` now; what was typed meanwhile stays. */
  | Readonly<{ kind: 'saved'; base: BucketEntries; sent: BucketEntries }>
  /** Someone else's list became the base. The steps that can be undone move along, so that undoing takes back none of theirs. */
  | Readonly<{ kind: 'rebase'; base: BucketEntries; choices?: MergeChoices }>
  /** The base was replaced and the list with it, as one step: undoing it brings the work back, unsaved. */
  | Readonly<{ kind: 'reset'; base: BucketEntries; what: string }>;

export const MOST_STEPS = 200;

export const openCopy = (base: BucketEntries): WorkingCopy => ({ base, entries: base, past: [], future: [] });

export function workingCopy(copy: WorkingCopy, action: WorkingAction): WorkingCopy {
  switch (action.kind) {
    case 'change':
      return changed(copy, action.next, action.what);
    case 'undo':
      return undone(copy);
    case 'redo':
      return redone(copy);
    case 'saved': {
      const base = shared(copy.entries, action.base);
      const entries =
        copy.entries === action.sent
          ? base
          : shared(copy.entries, mergeEntries(action.sent, copy.entries, base).merged);
      return { ...copy, base, entries };
    }
    case 'rebase':
      return rebased(copy, action.base, action.choices);
    case 'reset': {
      const base = shared(copy.entries, action.base);
      return { ...changed(copy, base, action.what), base };
    }
  }
}

function changed(copy: WorkingCopy, next: BucketEntries, what: string): WorkingCopy {
  if (next === copy.entries || sameEntries(next, copy.entries)) return copy;
  const past = [...copy.past, { entries: copy.entries, what }].slice(-MOST_STEPS);
  return { ...copy, entries: next, past, future: [] };
}

function undone(copy: WorkingCopy): WorkingCopy {
  const step = copy.past.at(-1);
  if (step === undefined) return copy;
  const future = [...copy.future, { entries: copy.entries, what: step.what }];
  return { ...copy, entries: listAt(step), past: copy.past.slice(0, -1), future };
}

function redone(copy: WorkingCopy): WorkingCopy {
  const step = copy.future.at(-1);
  if (step === undefined) return copy;
  const past = [...copy.past, { entries: copy.entries, what: step.what }];
  return { ...copy, entries: listAt(step), past, future: copy.future.slice(0, -1) };
}

const listAt = ({ entries, moves = [] }: Step): BucketEntries => moves.reduce(onto, entries);

function onto(mine: BucketEntries, { base, theirs, choices }: Move): BucketEntries {
  return shared(mine, mergeEntries(base, mine, theirs, choices).merged);
}

function rebased({ base, entries, past, future }: WorkingCopy, theirs: BucketEntries, choices?: MergeChoices) {
  const move: Move = { base, theirs, choices };
  const along = (step: Step): Step => ({ ...step, moves: [...(step.moves ?? []), move] });
  return {
    base: shared(entries, theirs),
    entries: onto(entries, move),
    past: past.map(along),
    future: future.map(along),
  };
}

/** The same list, made of the entries that are there already where they say the same: rows that did not change are not drawn again. */
function shared(known: BucketEntries, next: BucketEntries): BucketEntries {
  const old = byDial(known);
  const list = next.map((entry): BucketEntry => {
    const was = old.get(entry.dial_id);
    return was !== undefined && sameEntry(was, entry) ? was : entry;
  });
  return list.length === known.length && list.every((entry, index) => entry === known[index]) ? known : list;
}
