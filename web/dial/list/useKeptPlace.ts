import { useCallback, useLayoutEffect, useRef } from 'react';

/** Where a person left a list for one of its dials, by what was listed. */
const left = new Map<string, number>();

/** Another list starts at the top; coming back to the one that was left goes on there, once. */
export function useKeptPlace(scroller: HTMLElement | null, listed: string | undefined): () => void {
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!scroller || listed === undefined || shown.current === listed) return;
    const isFirst = shown.current === undefined;
    shown.current = listed;
    const top = left.get(listed) ?? (isFirst ? undefined : 0);
    if (top !== undefined) scroller.scrollTo({ top });
    left.clear();
  }, [scroller, listed]);

  return useCallback(() => {
    left.clear();
    if (scroller && listed !== undefined) left.set(listed, scroller.scrollTop);
  }, [scroller, listed]);
}
