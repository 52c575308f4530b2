import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { scrollParent } from '#web/kit/scrollParent.ts';
import { dropPlace, type DropPlace } from './dropPlace.ts';

const OVERSCAN = 6;

type OrderRowsOptions = Readonly<{
  list: RefObject<HTMLElement | null>;
  count: number;
  /** Sizes follow the dial, not the place. */
  keyOf: (index: number) => string;
  /** Until it is measured. */
  heightOf: (index: number) => number;
  /** Rows that stay drawn wherever one scrolls: what has the focus or is lifted. */
  kept: readonly number[];
  /** One more, asked for whenever other rows come into sight: what is dragged. Always the same function. */
  pinned?: () => number | undefined;
}>;

/** The rows in sight of a list inside a page's scrolling body, each with its place from the top of the list. */
export function useOrderRows({ list, count, keyOf, heightOf, kept, pinned }: OrderRowsOptions) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [above, setAbove] = useState(0);

  useLayoutEffect(() => {
    const parent = scrollParent(list.current);
    setScroller(parent);
    if (parent && list.current)
      setAbove(
        Math.round(list.current.getBoundingClientRect().top - parent.getBoundingClientRect().top + parent.scrollTop),
      );
  }, [list, count]);

  const keep = kept.join(' ');
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = new Set(defaultRangeExtractor(range));
      const held = pinned?.();
      for (const index of [...keep.split(' ').filter(Boolean).map(Number), ...(held === undefined ? [] : [held])])
        for (const row of [index - 1, index, index + 1]) if (row >= 0 && row < range.count) rows.add(row);
      return [...rows].toSorted((a, b) => a - b);
    },
    [keep, pinned],
  );

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: heightOf,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    scrollMargin: above,
    rangeExtractor,
    useFlushSync: false,
  });
  return {
    scroller,
    rows: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start - above })),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    /** Where a row dragged from a position would come down; `y` from the top of the list. */
    placeAt: (y: number, from: number): DropPlace | undefined => {
      const place = dropPlace(virtualizer.measurementsCache, y + above, from);
      return place && { ...place, line: place.line - above };
    },
  };
}
