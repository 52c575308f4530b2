import { mergeEntries, type MergeChoices } from '#domain/bucket/merge.ts';
import { type BucketEntries, type BucketEntry, byDial, sameEntries, sameEntry } from '#domain/bucket/entry.ts';
import { NO_PENDING, type PendingCells, pendingIn } from './cells.ts';

/** Someone else's list took the place of the base. */
type Move = Readonly<{ base: BucketEntries; theirs: BucketEntries; choices: MergeChoices | undefined }>;

/** The list, and what was typed into its cells that is no value yet. */
type Content = Readonly<{ entries: BucketEntries; pending: PendingCells }>;

/**
 * One step back or forward: the content as it was on its other side, and what the step is called. What others saved
 * since is merged in when one goes there: two hundred lists at once would be felt.
 */
type Step = Content & Readonly<{ what: string; moves?: readonly Move[] }>;

export type WorkingCopy = Content &
  Readonly<{
    /** What was last saved. */
    base: BucketEntries;
    past: readonly Step[];
    future: readonly Step[];
  }>;

export type WorkingAction =
  /** Without `pending`, what was typed stays. */
  | Readonly<{ kind: 'change'; next: BucketEntries; what: string; pending?: PendingCells | undefined }>
  | Readonly<{ kind: 'undo' | 'redo' }>
  /** The server took `sent` and has it as `base` now; what was typed meanwhile stays. */
  | Readonly<{ kind: 'saved'; base: BucketEntries; sent: BucketEntries }>
  /** Someone else's list became the base. The steps that can be undone move along, so that undoing takes back none of theirs. */
  | Readonly<{ kind: 'rebase'; base: BucketEntries; choices?: MergeChoices }>
  /** The base was replaced and the list with it, as one step: undoing it brings the work back, unsaved. */
  | Readonly<{ kind: 'reset'; base: BucketEntries; what: string }>;

export const MAX_STEPS = 200;

export const openCopy = (base: BucketEntries): WorkingCopy => ({
  base,
  entries: base,
  pending: NO_PENDING,
  past: [],
  future: [],
});

export function workingCopy(copy: WorkingCopy, action: WorkingAction): WorkingCopy {
  switch (action.kind) {
    case 'change':
      return changed(copy, action.next, action.pending ?? copy.pending, action.what);
    case 'undo':
      return stepped(copy, 'past', 'future');
    case 'redo':
      return stepped(copy, 'future', 'past');
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
      return { ...changed(copy, base, NO_PENDING, action.what), base };
    }
  }
}

function changed(copy: WorkingCopy, next: BucketEntries, typed: PendingCells, what: string): WorkingCopy {
  const entries = sameEntries(next, copy.entries) ? copy.entries : next;
  const pending = pendingIn(entries, typed);
  if (entries === copy.entries && pending === copy.pending) return copy;
  const past = [...copy.past, { ...contentOf(copy), what }].slice(-MAX_STEPS);
  return { ...copy, entries, pending, past, future: [] };
}

const contentOf = ({ entries, pending }: Content): Content => ({ entries, pending });

/** Undo takes a step from the past and leaves it in the future; redo the other way round. */
function stepped(copy: WorkingCopy, from: 'past' | 'future', to: 'past' | 'future'): WorkingCopy {
  const step = copy[from].at(-1);
  if (step === undefined) return copy;
  const left = [...copy[to], { ...contentOf(copy), what: step.what }];
  return { ...copy, ...contentAt(step), [from]: copy[from].slice(0, -1), [to]: left };
}

function contentAt({ entries, pending, moves = [] }: Step): Content {
  const list = moves.reduce(onto, entries);
  return { entries: list, pending: pendingIn(list, pending) };
}

function onto(mine: BucketEntries, { base, theirs, choices }: Move): BucketEntries {
  return shared(mine, mergeEntries(base, mine, theirs, choices).merged);
}

function rebased(copy: WorkingCopy, theirs: BucketEntries, choices?: MergeChoices): WorkingCopy {
  const { base, past, future } = copy;
  const move: Move = { base, theirs, choices };
  const along = (step: Step): Step => ({ ...step, moves: [...(step.moves ?? []), move] });
  const entries = onto(copy.entries, move);
  return {
    base: shared(copy.entries, theirs),
    entries,
    pending: pendingIn(entries, copy.pending),
    past: past.map(along),
    future: future.map(along),
  };
}

/** The same list, made of the entries that are there already where they say the same: unchanged rows do not re-render. */
function shared(known: BucketEntries, next: BucketEntries): BucketEntries {
  const old = byDial(known);
  const list = next.map((entry): BucketEntry => {
    const was = old.get(entry.dial_id);
    return was !== undefined && sameEntry(was, entry) ? was : entry;
  });
  return list.length === known.length && list.every((entry, index) => entry === known[index]) ? known : list;
}
