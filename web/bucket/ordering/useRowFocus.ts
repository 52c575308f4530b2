import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Revealed } from '#web/bucket/draft/editor.ts';

/** Draws a change and gives a row the focus before the next key arrives: none is lost, however quick they come. */
export type Commit = (change: () => void, focus?: string) => void;

/** Which row has the focus, or had it last: the one that Tab comes back to. */
export function useRowFocus(list: RefObject<HTMLElement | null>, revealed: Revealed | undefined) {
  const [current, setCurrent] = useState<string>();
  const [wanted, setWanted] = useState<Readonly<{ dial_id: string }>>();
  const committing = useRef(false);

  useLayoutEffect(() => {
    if (wanted === undefined) return;
    const row = rowOf(list.current, wanted.dial_id);
    row?.scrollIntoView({ block: 'nearest' });
    row?.focus({ preventScroll: true });
  }, [list, wanted]);

  // Asked for by the page, to show where something is wrong.
  useLayoutEffect(() => {
    if (revealed === undefined || revealed.key !== undefined) return;
    setCurrent(revealed.dial_id);
    setWanted({ dial_id: revealed.dial_id });
  }, [revealed]);

  const commit = useCallback<Commit>((change, focus) => {
    committing.current = true;
    flushSync(() => {
      change();
      if (focus === undefined) return;
      setCurrent(focus);
      setWanted({ dial_id: focus });
    });
    committing.current = false;
  }, []);

  return { current, setCurrent, commit, committing };
}

export const rowOf = (list: HTMLElement | null, dialId: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-dial="${dialId}"]`) ?? null;
