import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState, type FocusEvent } from 'react';
import { scrollParent } from './scrollParent.ts';

const ROW_HEIGHT = 52;
const OVERSCAN = 10;

export type PlacedRow = Readonly<{ index: number; gapBefore: number }>;

/**
 * Draws the rows in sight of a table inside a page's scrolling body. The row that has the focus stays, with its
 * neighbours, wherever one scrolls: so the focus is never lost and Tab goes on from where it was.
 */
export function useVirtualRows(count: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [above, setAbove] = useState(0);
  const [focused, setFocused] = useState<number>();

  useLayoutEffect(() => {
    const parent = scrollParent(body.current);
    setScroller(parent);
    if (parent && body.current)
      setAbove(
        Math.round(body.current.getBoundingClientRect().top - parent.getBoundingClientRect().top + parent.scrollTop),
      );
    // A little too much or too little above the rows moves only where the drawing begins.
  }, [count]);

  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = new Set(defaultRangeExtractor(range));
      if (focused !== undefined)
        for (const row of [focused - 1, focused, focused + 1]) if (row >= 0 && row < range.count) rows.add(row);
      return [...rows].toSorted((a, b) => a - b);
    },
    [focused],
  );

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: above,
    rangeExtractor,
  });

  const items = virtualizer.getVirtualItems();
  const rows = items.map(({ index, start }, at): PlacedRow => {
    const before = items[at - 1]?.end ?? above;
    return { index, gapBefore: Math.max(0, start - before) };
  });
  const gapAfter = Math.max(0, virtualizer.getTotalSize() + above - (items.at(-1)?.end ?? above));

  const onFocus = (event: FocusEvent) => setFocused(rowOf(event.target));
  // On its way to a row beside, the focus must find that row still there.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setFocused(undefined);
  };
  return { body, scroller, rows, gapAfter, measure: virtualizer.measureElement, onFocus, onBlur };
}

function rowOf(element: Element): number | undefined {
  const index = element.closest<HTMLElement>('[data-index]')?.dataset['index'];
  return index === undefined ? undefined : Number(index);
}
