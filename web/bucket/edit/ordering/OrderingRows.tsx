import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KnownBucketDial } from '#contract/bucket.ts';
import { positions } from '#domain/bucket/diff.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { indexOf, SLOT_NAMES, useCompare } from '#web/bucket/edit/compare/CompareProvider.tsx';
import { type Editor, useEditor } from '#web/bucket/editor.ts';
import type { useDecided } from '#web/impact/ImpactProvider.tsx';
import type { DialLookup } from '#web/bucket/query.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import { useVirtualRows } from '#web/kit/useVirtualRows.ts';
import { DragLayer, type DragMarks } from './DragLayer.tsx';
import { OrderingRow, type RowFinding, type RowList } from './OrderingRow.tsx';
import { findDropTarget, noteOf, rowChanges, UNCHANGED } from './rows.ts';
import { subjectIn, type useOrdering } from './useOrdering.ts';
import { useRowDrag } from './useRowDrag.ts';
import classes from './OrderingTab.module.css';

type OrderingRowsProps = Readonly<{
  /** Accepts drops anywhere in it. */
  panel: RefObject<HTMLElement | null>;
  list: RefObject<HTMLDivElement | null>;
  ordering: ReturnType<typeof useOrdering>;
  keysId: string;
  /** In their order, or the order after dropping what is lifted. */
  shown: Editor['shown'];
  /** The findings to show, by dial. */
  shownFindings: ReadonlyMap<string, RowFinding>;
  measuring: ReturnType<typeof useDecided>;
  mayView: boolean;
  /** Set if the rows show when their dials apply. */
  nameOption: NameOption | undefined;
}>;

/** The visible rows. Scrolling re-renders only this part of the list. */
export function OrderingRows(props: OrderingRowsProps) {
  const { panel, list, ordering, keysId, shown, shownFindings, measuring, mayView, nameOption } = props;
  const editor = useEditor();
  const { entries, lookup, search, bucket } = editor;
  const { slots } = useCompare();
  const marks = useRef<DragMarks>(null);
  const dragged = useRef<string>(undefined);
  const { current, lift, menu, actions, selected } = ordering;
  const hasScope = nameOption !== undefined;

  const live = bucket.live.entries;
  const changes = useMemo(() => rowChanges(live, entries), [live, entries]);
  const impact = measuring?.measured.impact;
  const decided = useMemo(
    () => impact && new Map(impact.decided.map(({ dial_id, risks, few }) => [dial_id, few ? null : risks])),
    [impact],
  );

  const isBelow = useNoticesBelow(entries, lookup);
  const linesAt = useCallback(
    (index: number) => {
      const entry = shown[index]?.entry;
      return entry === undefined ? 0 : countLines(lookup(entry), isBelow(entry.dial_id));
    },
    [shown, lookup, isBelow],
  );

  const rowIndexes = useMemo(() => new Map(shown.map(({ entry }, index) => [entry.dial_id, index])), [shown]);
  const keyOf = useCallback((index: number) => shown[index]?.entry.dial_id ?? String(index), [shown]);
  // A row that lost a line while it was out of sight must not keep its measured height.
  const sizeKeyOf = useCallback(
    (index: number) => `${keyOf(index)} ${linesAt(index)} ${hasScope}`,
    [linesAt, keyOf, hasScope],
  );
  const low = useMediaQuery(LOW, false, { getInitialValueInEffect: false });
  /** The estimated height of a row before it is measured. */
  const heightOf = useCallback(
    (index: number) => PLAIN[low ? 'low' : 'usual'] + (hasScope ? SCOPE_LINE : 0) + LINE * linesAt(index),
    [linesAt, low, hasScope],
  );
  const latestPositions = useLatest(rowIndexes);
  const pinned = useCallback(() => latestPositions.current.get(dragged.current ?? ''), [latestPositions]);
  const alwaysMounted = [current, lift?.dial_id].flatMap((id) => rowIndexes.get(id ?? '') ?? []);
  const { scroller, rows, height, measure, measurements, above } = useVirtualRows({
    list,
    count: shown.length,
    keyOf: sizeKeyOf,
    height: heightOf,
    alwaysMounted,
    pinned,
    overscan: 6,
  });

  /** A selected row drags all selected rows. */
  const draggedWith = (id: string) => (selected.has(id) ? selected : new Set([id]));
  const at = useMemo(() => positions(entries), [entries]);
  const reading = useLatest({
    placeAt: (y: number, id: string) => {
      const place = findDropTarget(
        measurements(),
        y + above,
        [...draggedWith(id)].map((one) => at.get(one) ?? 0),
      );
      return place && { ...place, line: place.line - above };
    },
    positionOf: (id: string) => at.get(id) ?? 0,
    nameOf: (id: string) => subjectIn(editor, draggedWith(id)),
    place: (id: string, position: number) => actions.place(id, position, false),
  });
  useRowDrag({ panel, list, scroller, marks, dragged, reading });
  useSlide(list, shown, new Map(rows.map(({ index, top }) => [keyOf(index), top])), lift?.dial_id);

  const onFigure = measuring?.show;
  const [count, isMovable, measuredRisks] = [entries.length, search === '', impact?.all.risks ?? 0];
  const shared = useMemo(
    (): RowList => ({ count, isMovable, mayView, measuredRisks, onFigure, nameOption, actions }),
    [count, isMovable, mayView, measuredRisks, onFigure, nameOption, actions],
  );
  const reachable = current !== undefined && rowIndexes.has(current) ? current : shown[0]?.entry.dial_id;
  return (
    <div
      ref={list}
      role="grid"
      aria-label="Dials in order"
      aria-rowcount={entries.length}
      aria-multiselectable
      aria-describedby={keysId}
      className={`ls-relative ${classes.list}`}
      style={{ height }}
    >
      {rows.map(({ index, top }) => {
        const row = shown[index];
        if (row === undefined) return null;
        const { entry, position } = row;
        const { dial_id: id } = entry;
        const slot = indexOf(slots, id);
        return (
          <OrderingRow
            key={id}
            ref={measure}
            list={shared}
            entry={entry}
            dial={lookup(entry)}
            place={{ index, isLast: index === shown.length - 1, position, top }}
            state={{
              isCurrent: id === reachable,
              isLifted: lift?.ids.has(id) === true,
              isSelected: selected.has(id),
              isMenuOpen: id === menu,
              isNoticeBelow: isBelow(id),
              slot: slot === undefined ? undefined : SLOT_NAMES[slot],
            }}
            change={changes.get(id) ?? UNCHANGED}
            found={shownFindings.get(id)}
            decided={decided && (decided.has(id) ? decided.get(id) : 0)}
          />
        );
      })}
      <DragLayer ref={marks} />
    </div>
  );
}

/** Two lines and the rule below them, as OrderingRow.module.css lays them out. */
const PLAIN = { usual: 52, low: 44 } as const;
const LOW = '(max-height: 600px)';
const LINE = 36;
const SCOPE_LINE = 18;

/** Notice lines below a row. */
function countLines(dial: KnownBucketDial | undefined, noticeBelow: boolean): number {
  const notice = noticeBelow && dial !== undefined && dial.newer !== null;
  return (notice ? 1 : 0) + (noteOf(dial)?.stops === true ? 1 : 0);
}

/**
 * A dial that has a newer version when it first appears shows it on a line of its own. A version published later is
 * announced in the row itself: growing the row would move the ones below while the person works.
 */
function useNoticesBelow(entries: BucketEntries, lookup: DialLookup): (dialId: string) => boolean {
  const [seen, setSeen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const arrived = useMemo(
    () => entries.flatMap((entry) => (seen.has(entry.dial_id) ? [] : (lookup(entry) ?? []))),
    [entries, lookup, seen],
  );
  if (arrived.length > 0)
    setSeen(new Map([...seen, ...arrived.map(({ dial_id, newer }) => [dial_id, newer !== null] as const)]));
  return useCallback((dialId) => seen.get(dialId) === true, [seen]);
}

const SLIDE_MS = 160;
/** No animation from further away. */
const FARTHEST = 640;

/** Animates rows that swapped places. `still` is the row the person moves: it jumps. */
function useSlide(
  list: RefObject<HTMLElement | null>,
  order: unknown,
  tops: ReadonlyMap<string, number>,
  still: string | undefined,
) {
  const before = useRef({ order, tops });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { order, tops };
    if (was.order === order || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const row of list.current?.children ?? []) {
      const id = row instanceof HTMLElement ? (row.dataset['dial'] ?? '') : '';
      const [from, to] = [was.tops.get(id), tops.get(id)];
      if (id === still || from === undefined || to === undefined || from === to || Math.abs(from - to) > FARTHEST)
        continue;
      row.animate([{ transform: `translateY(${from - to}px)` }, { transform: 'none' }], {
        duration: SLIDE_MS,
        easing: 'ease-out',
      });
    }
  });
}
