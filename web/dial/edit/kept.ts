import { EMPTY_DIAL, type DialData } from '#domain/dial/dial.ts';
import { DIAL_PATHS, type DialPath } from '#domain/dial/merge.ts';
import { nameKept, type KeptCodec } from '#web/frame/kept/keptStore.ts';
import { useKept } from '#web/frame/kept/useKept.ts';
import { useSession } from '#web/session/session.tsx';
import { useMemo } from 'react';
import { isForm, readField, toForm, type DialForm } from './dialForm.ts';
import type { DraftStore } from './draft.ts';
import { useSnapshot } from './editor.ts';

/** What stood in the fields, and what they were filled from: enough to put it back as if the page had stayed open. */
export type KeptDial = Readonly<{
  at: string;
  /** None of a dial that was not created yet. */
  revision: string | null;
  version: number;
  base: DialData;
  form: DialForm;
}>;

const CODEC: KeptCodec<KeptDial> = {
  write: (work) => work,
  read: (written) => (isKept(written) ? written : undefined),
};

function isKept(written: Readonly<Record<string, unknown>>): written is KeptDial {
  const { at, revision, version, base, form } = written;
  const isBased = (revision === null || typeof revision === 'string') && typeof version === 'number';
  const isData = typeof base === 'object' && base !== null && 'dimensions' in base && 'values' in base;
  return typeof at === 'string' && isBased && isData && isForm(form);
}

/** The fields that were changed before the page was left, as they stand in the form: readable or not. */
export function changedFields({ base, form }: Pick<KeptDial, 'base' | 'form'>): DialPath[] {
  const before = toForm(base);
  return DIAL_PATHS.filter((path) => !isSame(readField(before, path), readField(form, path)));
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Keeps what is written in this browser until it is saved, and gives what an earlier visit left. */
export function useKeptDial(store: DraftStore) {
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
  return useKept<KeptDial>({
    name: nameKept('dial', person.id, base?.dial.id ?? 'new'),
    work,
    dirty,
    codec: CODEC,
    hasChanges: (kept) =>
      changedFields(kept).some((path) => !isSame(readField(kept.form, path), readField(store.get().form, path))),
  });
}
