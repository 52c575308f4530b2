import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { scrollParent } from '#web/kit/scrollParent.ts';

export const ROW_HEIGHT = 47;
const OVERSCAN = 8;

/** The rows in sight of a page's scrolling body, and those of the two corners, so that the focus is never lost. */
export function useGridRows(body: RefObject<HTMLElement | null>, count: number, kept: readonly [number, number]) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    const parent = scrollParent(body.current);
    setScroller(parent);
    if (parent && body.current)
      setAbove(
        Math.round(body.current.getBoundingClientRect().top - parent.getBoundingClientRect().top + parent.scrollTop),
      );
  }, [body, count]);

  const [one, other] = kept;
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = new Set(defaultRangeExtractor(range));
      for (const row of [one, other]) if (row < range.count) rows.add(row);
      return [...rows].toSorted((a, b) => a - b);
    },
    [one, other],
  );
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: above,
    rangeExtractor,
    useFlushSync: false,
  });
  const page = () => Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / ROW_HEIGHT) - 3);
  return { indexes: virtualizer.getVirtualItems().map(({ index }) => index), height: count * ROW_HEIGHT, page };
}
