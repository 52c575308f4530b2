import { useSyncExternalStore } from 'react';
import type { CheckContext, FieldError } from '#domain/dial/check.ts';
import { EMPTY_DIAL, type DialData } from '#domain/dial/dial.ts';
import { checkForm } from './dialForm.check.ts';
import { fingerprint, toData, toForm, type DialForm } from './dialForm.ts';
import type { Opened } from './draft.query.ts';

/** What the fields say at this moment, and what is wrong with it. */
export type Snapshot = Readonly<{ data: DialData; errors: readonly FieldError[] }>;

export type DraftStore = Readonly<{
  /** What the fields are based on; none before the first save. */
  base: () => Opened | undefined;
  /** What the rules need to know besides the fields. */
  context: () => CheckContext;
  get: () => Snapshot;
  set: (form: DialForm) => void;
  rebase: (opened: Opened) => void;
  /** Whether leaving loses something. */
  isDirty: () => boolean;
  /** What the fields say is given up on purpose: nothing is lost from here on. */
  giveUp: () => void;
  subscribe: (listener: () => void) => () => void;
}>;

const utcToday = () => new Date().toISOString().slice(0, 10);

/** Stands beside the form, so that what is made of many fields (sentence, counts) is read once per change, not per reader. */
export function createDraftStore(opened: Opened | undefined): DraftStore {
  let base = opened;
  let isGivenUp = false;
  let form = toForm(opened?.dial.data ?? EMPTY_DIAL);
  const context = () => ({ today: utcToday(), version: base?.dial.version ?? 1, previous: base?.previous });
  const read = (): Snapshot => ({ data: toData(form), errors: checkForm(form, context()) });
  let snapshot = read();
  const listeners = new Set<() => void>();
  const tell = () => {
    snapshot = read();
    for (const listener of listeners) listener();
  };
  return {
    base: () => base,
    context,
    get: () => snapshot,
    set: (values) => {
      form = values;
      tell();
    },
    rebase: (next) => {
      base = next;
      tell();
    },
    isDirty: () => !isGivenUp && fingerprint(snapshot.data) !== fingerprint(base?.dial.data ?? EMPTY_DIAL),
    giveUp: () => {
      isGivenUp = true;
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `select` gives a plain value or a piece of the snapshot: a reader is drawn again only when that changes. */
export function useSnapshot<T>(store: DraftStore, select: (snapshot: Snapshot) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
