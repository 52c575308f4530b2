import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { DialPath } from '#domain/dial/merge.ts';
import { findInside, findPart } from '#web/kit/focus.ts';
import { readField, type FieldValue } from './dialForm.ts';
import { createDraftStore, type DraftStore, type FormSource, type Snapshot } from './draft.ts';
import { addressOf, stepOfPath } from './steps.ts';

/** The state shared by the three steps. A stable object while the editor is open. */
export type Editor = Readonly<{
  store: DraftStore;
  /** Reveals a field, on whichever step it is. */
  reveal: (path: DialPath) => void;
}>;

export const EditorContext = createContext<Editor | undefined>(undefined);

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error('useEditor is used outside the dial editor');
  return editor;
}

/** A slice of the form's values; the reader re-renders only when that slice changes. */
export function useDraft<T>(select: (snapshot: Snapshot) => T): T {
  return useSnapshot(useEditor().store, select);
}

export function useSnapshot<T>({ subscribe, get }: DraftStore, select: (snapshot: Snapshot) => T): T {
  return useSyncExternalStore(subscribe, () => select(get()));
}

export const fieldId = (path: DialPath): string => `field-${path.replace('.', '-')}`;

/** One field of the form: it re-renders only for its own changes. */
export function useField<P extends DialPath>(path: P) {
  const { store } = useEditor();
  const value = useDraft(({ form }) => readField(form, path));
  const error = useDraft(({ messages, refusals }) => refusals.get(path) ?? messages.get(path));
  const onChange = useCallback((next: FieldValue<P>) => store.change(path, next), [store, path]);
  const onBlur = useCallback(() => store.leave(path), [store, path]);
  return { id: fieldId(path), value, error, onChange, onBlur };
}

type TextPath = 'name' | 'description' | 'reason';

/** The same for an input with change events. */
export function useTextField(path: TextPath) {
  const { onChange, ...field } = useField(path);
  const onType = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  return { ...field, onChange: onType };
}

export function useNewEditor(start: FormSource | undefined): Editor {
  const [store] = useState(() => createDraftStore(start));
  const navigate = useNavigate();
  // Not a dependency of the callback: every field would re-render with each new URL.
  const here = useLocation();
  const latest = useRef(here);
  useEffect(() => {
    latest.current = here;
  }, [here]);
  const reveal = useCallback(
    (path: DialPath) => {
      store.reveal(path);
      const { pathname, search } = latest.current;
      const address = addressOf(store.get().base?.dial.id, stepOfPath(path));
      if (address !== pathname) void navigate({ pathname: address, search });
    },
    [store, navigate],
  );
  return useMemo(() => ({ store, reveal }), [store, reveal]);
}

/** Returns the input of a field: itself, or the first one in it. */
export const findField = (path: DialPath): HTMLElement | undefined =>
  findInside(findPart(fieldId(path)), 'input, textarea, button');

/** Reveals and focuses the requested field once this step shows it. */
export function useRevealed(): void {
  const revealed = useDraft((snapshot) => snapshot.revealed);
  useEffect(() => {
    if (revealed === undefined) return;
    const target = findField(revealed.path);
    target?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  }, [revealed]);
}
