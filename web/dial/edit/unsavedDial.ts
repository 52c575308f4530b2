import { EMPTY_DIAL, type DialData } from '#domain/dial/dial.ts';
import { DIAL_PATHS, type DialPath } from '#domain/dial/merge.ts';
import { workKey, type WorkCodec } from '#web/base/page/workStore.ts';
import { useStoredWork } from '#web/base/page/useStoredWork.ts';
import { useSession } from '#web/base/session/session.tsx';
import { useMemo } from 'react';
import { isForm, readField, toForm, type DialForm } from './dialForm.ts';
import type { DraftStore } from './draft.ts';
import { useSnapshot } from './editor.ts';

/** The form's values and their base: enough to restore it as if the page had stayed open. */
export type UnsavedDial = Readonly<{
  at: string;
  /** Undefined for a dial that was not created yet. */
  revision: string | null;
  version: number;
  base: DialData;
  form: DialForm;
}>;

const CODEC: WorkCodec<UnsavedDial> = {
  write: (work) => work,
  read: (written) => (isUnsavedDial(written) ? written : undefined),
};

function isUnsavedDial(written: Readonly<Record<string, unknown>>): written is UnsavedDial {
  const { at, revision, version, base, form } = written;
  const isBased = (revision === null || typeof revision === 'string') && typeof version === 'number';
  const isData = typeof base === 'object' && base !== null && 'dimensions' in base && 'values' in base;
  return typeof at === 'string' && isBased && isData && isForm(form);
}

/** The fields changed before the page was left, as in the form: valid or not. */
export function changedFields({ base, form }: Pick<UnsavedDial, 'base' | 'form'>): DialPath[] {
  const before = toForm(base);
  return DIAL_PATHS.filter((path) => !isSame(readField(before, path), readField(form, path)));
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Stores unsaved input in this browser until it is saved, and returns what an earlier visit left. */
export function useUnsavedDial(store: DraftStore) {
  const { person } = useSession();
  const base = useSnapshot(store, (snapshot) => snapshot.base);
  const form = useSnapshot(store, (snapshot) => snapshot.form);
  const dirty = useSnapshot(store, store.isDirty);
  const work = useMemo(
    () => ({
      revision: base?.dial.revision ?? null,
      version: base?.version ?? 1,
      base: base?.data ?? EMPTY_DIAL,
      form,
    }),
    [base, form],
  );
  return useStoredWork<UnsavedDial>({
    name: workKey('dial', person.id, base?.dial.id ?? 'new'),
    work,
    dirty,
    codec: CODEC,
    hasChanges: (kept) =>
      changedFields(kept).some((path) => !isSame(readField(kept.form, path), readField(store.get().form, path))),
  });
}
