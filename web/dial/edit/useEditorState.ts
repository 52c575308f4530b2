import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import type { DialPath } from '#domain/dial/merge.ts';
import { createResolver } from './dialForm.check.ts';
import { toForm, type DialForm } from './dialForm.ts';
import type { Opened } from './draft.query.ts';
import { createDraftStore } from './draftStore.ts';
import type { Editor } from './editor.ts';
import { addressOf, stepOfPath } from './steps.ts';

export type EditorState = Readonly<{
  editor: Editor;
  /** Takes what was just saved as the new base. The fields stay as they are: nobody's cursor jumps. */
  rebase: (opened: Opened) => void;
  /** Shows every message; true when there is none. The first wrong field gets the focus. */
  validate: () => Promise<boolean>;
}>;

/** The form, what is derived from it, and what it is based on. */
export function useEditorState(opened: Opened | undefined): EditorState {
  const [store] = useState(() => createDraftStore(opened));
  const [base, setBase] = useState(opened);
  const [attempt, setAttempt] = useState(0);
  const [revealed, setRevealed] = useState<{ path: DialPath }>();
  const [resolver] = useState(() => createResolver(store.context));
  const [defaultValues] = useState(() => toForm(opened?.dial.data ?? EMPTY_DIAL));
  const form = useForm<DialForm>({ mode: 'onTouched', resolver, defaultValues });
  const { subscribe, getValues, trigger } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => store.set(getValues()) }),
    [subscribe, getValues, store],
  );

  const rebase = useCallback(
    (next: Opened) => {
      store.rebase(next);
      setBase(next);
    },
    [store],
  );
  const navigate = useNavigate();
  // Kept out of the callback: were it made anew with every address, every field would be drawn again with it.
  const location = useLatest(useLocation());
  const reveal = useCallback(
    (path: DialPath) => {
      setRevealed({ path });
      const { pathname, search } = location.current;
      const address = addressOf(store.base()?.dial.id, stepOfPath(path));
      if (address !== pathname) void navigate({ pathname: address, search });
    },
    [store, navigate, location],
  );
  const validate = useCallback(async () => {
    setAttempt((before) => before + 1);
    await trigger();
    store.set(getValues());
    const [first] = store.get().errors;
    if (first !== undefined) reveal(first.path as DialPath);
    return first === undefined;
  }, [trigger, getValues, store, reveal]);

  const editor = useMemo(
    (): Editor => ({
      form,
      store,
      dial: base?.dial,
      previous: base?.previous,
      version: base?.dial.version ?? 1,
      attempt,
      revealed,
      reveal,
    }),
    [form, store, base, attempt, revealed, reveal],
  );
  return { editor, rebase, validate };
}

function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
