import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

const TABLE_ROW_HEIGHT = 52;

type VirtualRowsOptions = Readonly<{
  /** What holds the rows, inside a page's scrolling body. */
  list: RefObject<HTMLElement | null>;
  count: number;
  /** Of every row, or of each until it is measured. */
  height: number | ((index: number) => number);
  /** Where sizes follow what the row shows, not its place. */
  keyOf?: (index: number) => string;
  /** Rows that stay drawn with their neighbours wherever one scrolls: what has the focus or is lifted. */
  kept?: readonly number[];
  /** One more, asked for whenever other rows come into sight: what is dragged. Always the same function. */
  pinned?: () => number | undefined;
  overscan?: number;
}>;

/** The rows in sight, each with its place from the top of the list. */
export function useVirtualRows(options: VirtualRowsOptions) {
  const { list, count, height, keyOf, kept = [], pinned, overscan = 8 } = options;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [above, setAbove] = useState(0);

  useLayoutEffect(() => {
    const parent = scrollParent(list.current);
    setScroller(parent);
    if (parent && list.current)
      setAbove(
        Math.round(list.current.getBoundingClientRect().top - parent.getBoundingClientRect().top + parent.scrollTop),
      );
    // A little too much or too little above the rows moves only where the drawing begins.
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
    estimateSize: typeof height === 'number' ? () => height : height,
    ...(keyOf && { getItemKey: keyOf }),
    overscan,
    scrollMargin: above,
    rangeExtractor,
    useFlushSync: false,
  });
  return {
    scroller,
    rows: virtualizer
      .getVirtualItems()
      .map(({ index, start, end }) => ({ index, top: start - above, end: end - above })),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    /** Every row that was ever measured, on the scroller's scale: the list begins at `above`. */
    measurements: () => virtualizer.measurementsCache,
    above,
  };
}

/**
 * The rows in sight of a table. The row that has the focus stays, with its neighbours, wherever one scrolls: so the
 * focus is never lost and Tab goes on from where it was.
 */
export function useTableRows(count: number, { overscan = 10 }: Pick<VirtualRowsOptions, 'overscan'> = {}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [focused, setFocused] = useState<number>();
  const kept = focused === undefined ? [] : [focused];
  const { scroller, rows, height, measure } = useVirtualRows({
    list: body,
    count,
    height: TABLE_ROW_HEIGHT,
    kept,
    overscan,
  });
  const placed = rows.map(({ index, top }, at) => ({ index, gapBefore: Math.max(0, top - (rows[at - 1]?.end ?? 0)) }));
  const gapAfter = Math.max(0, height - (rows.at(-1)?.end ?? 0));

  const onFocus = (event: FocusEvent) => setFocused(rowOf(event.target));
  // On its way to a row beside, the focus must find that row still there.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setFocused(undefined);
  };
  return { body, scroller, rows: placed, gapAfter, measure, onFocus, onBlur };
}

function rowOf(element: Element): number | undefined {
  const index = element.closest<HTMLElement>('[data-index]')?.dataset['index'];
  return index === undefined ? undefined : Number(index);
}

/** The element that scrolls what is inside it: pages scroll their body, never the window. */
export function scrollParent(element: Element | null): HTMLElement | null {
  for (let at = element?.parentElement ?? null; at !== null; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return null;
}
