import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { scrollParent } from './scroll.ts';

const TABLE_ROW_HEIGHT = 52;

type VirtualRowsOptions = Readonly<{
  /** The container of the rows, inside a page's scrolling body. */
  list: RefObject<HTMLElement | null>;
  count: number;
  /** For every row, or for each until it is measured. */
  height: number | ((index: number) => number);
  /** If sizes depend on the row's content, not its index. */
  keyOf?: (index: number) => string;
  /** Rows that stay mounted with their neighbours wherever one scrolls: the focused or lifted one. */
  alwaysMounted?: readonly number[];
  /** One more such row, read whenever the range changes: the dragged one. Must be stable. */
  pinned?: () => number | undefined;
  overscan?: number;
}>;

/** The visible rows, each with its offset from the top of the list. */
export function useVirtualRows(options: VirtualRowsOptions) {
  const { list, count, height, keyOf, alwaysMounted = [], pinned, overscan = 8 } = options;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [above, setAbove] = useState(0);

  useLayoutEffect(() => {
    const parent = scrollParent(list.current);
    setScroller(parent);
    if (parent && list.current)
      setAbove(
        Math.round(list.current.getBoundingClientRect().top - parent.getBoundingClientRect().top + parent.scrollTop),
      );
    // A small error above the rows only moves where rendering begins.
  }, [list, count]);

  const keep = alwaysMounted.join(' ');
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = new Set(defaultRangeExtractor(range));
      const pinnedIndex = pinned?.();
      for (const index of [
        ...keep.split(' ').filter(Boolean).map(Number),
        ...(pinnedIndex === undefined ? [] : [pinnedIndex]),
      ])
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
    /** All measured rows, in the scroller's coordinates: the list begins at `above`. */
    measurements: () => virtualizer.measurementsCache,
    above,
  };
}

/**
 * The visible rows of a table. The focused row stays mounted with its neighbours, so that the focus is never lost and
 * Tab continues from it.
 */
export function useTableRows(count: number, { overscan = 10 }: Pick<VirtualRowsOptions, 'overscan'> = {}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [focused, setFocused] = useState<number>();
  const [revealed, setRevealed] = useState<Readonly<{ index: number; show: (row: HTMLElement) => void }>>();
  const alwaysMounted = [focused, revealed?.index].filter((index) => index !== undefined);
  const { scroller, rows, height, measure } = useVirtualRows({
    list: body,
    count,
    height: TABLE_ROW_HEIGHT,
    alwaysMounted,
    overscan,
  });
  const placed = rows.map(({ index, top }, at) => ({ index, gapBefore: Math.max(0, top - (rows[at - 1]?.end ?? 0)) }));
  const gapAfter = Math.max(0, height - (rows.at(-1)?.end ?? 0));

  useEffect(() => {
    const row = Array.from(body.current?.rows ?? []).find((one) => rowOf(one) === revealed?.index);
    if (row) revealed?.show(row);
  }, [revealed]);
  /** Mounts a row wherever one has scrolled, and gives it to `show`. */
  const reveal = useCallback((index: number, show: (row: HTMLElement) => void) => setRevealed({ index, show }), []);

  const onFocus = (event: FocusEvent) => setFocused(rowOf(event.target));
  // The focus must find the neighbouring row still mounted.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setFocused(undefined);
  };
  return { body, scroller, rows: placed, gapAfter, measure, onFocus, onBlur, reveal };
}

function rowOf(element: Element): number | undefined {
  const index = element.closest<HTMLElement>('[data-index]')?.dataset['index'];
  return index === undefined ? undefined : Number(index);
}
