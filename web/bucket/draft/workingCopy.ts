import { mergeEntries, type MergeChoices } from '#domain/bucket/merge.ts';
import { type BucketEntries, type BucketEntry, byDial, sameEntries, sameEntry } from '#domain/bucket/entry.ts';
import { NO_PENDING, type PendingCells, pendingIn } from '#web/bucket/cells.ts';

/** Someone else's list replaced the base. */
type Move = Readonly<{ base: BucketEntries; theirs: BucketEntries; choices: MergeChoices | undefined }>;

/** The list, and unparsable texts in its cells. */
type Content = Readonly<{ entries: BucketEntries; pending: PendingCells }>;

/**
 * One undo or redo step: the content on its other side and its label. Others' saves are merged in only when the step is
 * taken: rebasing 200 lists at once would be noticeable.
 */
type UndoStep = Content & Readonly<{ what: string; moves?: readonly Move[] }>;

export type WorkingCopy = Content &
  Readonly<{
    /** The last saved list. */
    base: BucketEntries;
    past: readonly UndoStep[];
    future: readonly UndoStep[];
  }>;

export type WorkingAction =
  /** Without `pending`, typed texts stay. */
  | Readonly<{ kind: 'change'; next: BucketEntries; what: string; pending?: PendingCells | undefined }>
  | Readonly<{ kind: 'undo' | 'redo' }>
  /** The server stored `sent` as `base`; edits made meanwhile stay. */
  | Readonly<{ kind: 'saved'; base: BucketEntries; sent: BucketEntries }>
  /** Someone else's list became the base. Undo steps are rebased too, so that undo reverts none of theirs. */
  | Readonly<{ kind: 'rebase'; base: BucketEntries; choices?: MergeChoices }>
  /** Replaces base and list as one step: undo restores the work, unsaved. */
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
      return applyChange(copy, action.next, action.pending ?? copy.pending, action.what);
    case 'undo':
      return takeStep(copy, 'past', 'future');
    case 'redo':
      return takeStep(copy, 'future', 'past');
    case 'saved': {
      const base = reuseEntries(copy.entries, action.base);
      const entries =
        copy.entries === action.sent
          ? base
          : reuseEntries(copy.entries, mergeEntries(action.sent, copy.entries, base).merged);
      return { ...copy, base, entries };
    }
    case 'rebase':
      return rebaseCopy(copy, action.base, action.choices);
    case 'reset': {
      const base = reuseEntries(copy.entries, action.base);
      return { ...applyChange(copy, base, NO_PENDING, action.what), base };
    }
  }
}

function applyChange(copy: WorkingCopy, next: BucketEntries, typed: PendingCells, what: string): WorkingCopy {
  const entries = sameEntries(next, copy.entries) ? copy.entries : next;
  const pending = pendingIn(entries, typed);
  if (entries === copy.entries && pending === copy.pending) return copy;
  const past = [...copy.past, { ...contentOf(copy), what }].slice(-MAX_STEPS);
  return { ...copy, entries, pending, past, future: [] };
}

const contentOf = ({ entries, pending }: Content): Content => ({ entries, pending });

/** Undo moves a step from past to future, redo the other way round. */
function takeStep(copy: WorkingCopy, from: 'past' | 'future', to: 'past' | 'future'): WorkingCopy {
  const step = copy[from].at(-1);
  if (step === undefined) return copy;
  const left = [...copy[to], { ...contentOf(copy), what: step.what }];
  return { ...copy, ...contentAt(step), [from]: copy[from].slice(0, -1), [to]: left };
}

function contentAt({ entries, pending, moves = [] }: UndoStep): Content {
  const list = moves.reduce(onto, entries);
  return { entries: list, pending: pendingIn(list, pending) };
}

function onto(mine: BucketEntries, { base, theirs, choices }: Move): BucketEntries {
  return reuseEntries(mine, mergeEntries(base, mine, theirs, choices).merged);
}

function rebaseCopy(copy: WorkingCopy, theirs: BucketEntries, choices?: MergeChoices): WorkingCopy {
  const { base, past, future } = copy;
  const move: Move = { base, theirs, choices };
  const along = (step: UndoStep): UndoStep => ({ ...step, moves: [...(step.moves ?? []), move] });
  const entries = onto(copy.entries, move);
  return {
    base: reuseEntries(copy.entries, theirs),
    entries,
    pending: pendingIn(entries, copy.pending),
    past: past.map(along),
    future: future.map(along),
  };
}

/** The same list, reusing equal entry objects so that unchanged rows do not re-render. */
function reuseEntries(previous: BucketEntries, next: BucketEntries): BucketEntries {
  const old = byDial(previous);
  const list = next.map((entry): BucketEntry => {
    const was = old.get(entry.dial_id);
    return was !== undefined && sameEntry(was, entry) ? was : entry;
  });
  return list.length === previous.length && list.every((entry, index) => entry === previous[index]) ? previous : list;
}
