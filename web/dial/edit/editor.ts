import { createContext, use } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Dial } from '#contract/dial.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { DialPath } from '#domain/dial/merge.ts';
import type { DialForm } from './dialForm.ts';
import { useSnapshot, type DraftStore, type Snapshot } from './draftStore.ts';

/** What the three steps share. It changes with a save, never with a key stroke. */
export type Editor = Readonly<{
  form: UseFormReturn<DialForm>;
  store: DraftStore;
  /** What the fields are based on; none before the first save. */
  dial: Dial | undefined;
  previous: DialData | undefined;
  version: number;
  /** Raised by one with every try to save or publish. */
  attempt: number;
  /** The field to bring into view and focus; a new object asks again. */
  revealed: Readonly<{ path: DialPath }> | undefined;
  reveal: (path: DialPath) => void;
}>;

export const EditorContext = createContext<Editor | undefined>(undefined);

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error('useEditor is used outside the dial editor');
  return editor;
}

/** A piece of what the fields say now; the reader is drawn again only when that piece changes. */
export function useDraft<T>(select: (snapshot: Snapshot) => T): T {
  return useSnapshot(useEditor().store, select);
}

export const fieldId = (path: DialPath): string => `field-${path.replace('.', '-')}`;
