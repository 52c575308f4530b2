import { type RefObject, useCallback, useMemo, useRef } from 'react';
import { positions } from '#domain/bucket/diff.ts';
import { moveEntry } from '#domain/bucket/edit.ts';
import { indexOf, SLOT_NAMES } from '#web/bucket/compare/compareSlots.ts';
import { useCompare } from '#web/bucket/compare/CompareProvider.tsx';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { useMay } from '#web/session/session.tsx';
import { CompareDock } from './CompareDock.tsx';
import { DragLayer, type DragMarks } from './DragLayer.tsx';
import { nameIn } from './nameIn.ts';
import { OrderingRow } from './OrderingRow.tsx';
import { rowChanges, UNCHANGED } from './rowChanges.ts';
import { plain, rowHeight } from './rowHeight.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import type { useOrdering } from './useOrdering.ts';
import { useOrderRows } from './useOrderRows.ts';
import { useRowDrag } from './useRowDrag.ts';
import { useSlide } from './useSlide.ts';
import classes from './OrderingTab.module.css';

type OrderingListProps = Readonly<{
  /** A dial may be dropped anywhere in it. */
  panel: RefObject<HTMLElement | null>;
  list: RefObject<HTMLDivElement | null>;
  ordering: ReturnType<typeof useOrdering>;
  keysId: string;
}>;

export function OrderingList({ panel, list, ordering, keysId }: OrderingListProps) {
  const editor = useEditor();
  const { entries, lookup, search, shown: found, bucket } = editor;
  const { slots, open } = useCompare();
  const mayView = useMay()({ scope: 'dials', action: 'view' });
  const marks = useRef<DragMarks>(null);
  const dragged = useRef<string>(undefined);
  const { current, lift, menu, actions } = ordering;

  const live = bucket.live.entries;
  const changes = useMemo(() => rowChanges(live, entries), [live, entries]);
  const shown = useMemo(() => {
    if (lift === undefined) return found;
    return moveEntry(lift.basis, lift.dial_id, lift.to).map((entry, index) => ({ entry, position: index + 1 }));
  }, [lift, found]);

  const places = useMemo(() => new Map(shown.map(({ entry }, index) => [entry.dial_id, index])), [shown]);
  const keyOf = useCallback((index: number) => shown[index]?.entry.dial_id ?? String(index), [shown]);
  // A row that becomes plain must not keep the height it was measured with before.
  const sizeKeyOf = useCallback(
    (index: number) => (plain(shown[index] && lookup(shown[index].entry)) ? keyOf(index) : `${keyOf(index)} measured`),
    [shown, lookup, keyOf],
  );
  const heightOf = useCallback(
    (index: number) => rowHeight(shown[index] && lookup(shown[index].entry)),
    [shown, lookup],
  );
  const latestPlaces = useLatest(places);
  const pinned = useCallback(() => latestPlaces.current.get(dragged.current ?? ''), [latestPlaces]);
  const kept = [current, lift?.dial_id].flatMap((id) => places.get(id ?? '') ?? []);
  const { scroller, rows, height, measure, placeAt } = useOrderRows({
    list,
    count: shown.length,
    keyOf: sizeKeyOf,
    heightOf,
    kept,
    pinned,
  });

  const reading = useLatest({
    placeAt,
    positionOf: (id: string) => positions(entries).get(id) ?? 0,
    nameOf: (id: string) => nameIn(editor, id),
    place: (id: string, position: number) => actions.place(id, position, false),
  });
  useRowDrag({ panel, list, scroller, marks, dragged, reading });
  useSlide(list, shown, new Map(rows.map(({ index, top }) => [keyOf(index), top])), lift?.dial_id);

  const reachable = current !== undefined && places.has(current) ? current : shown[0]?.entry.dial_id;
  return (
    <>
      {!open && <CompareDock />}
      <div className={classes.card}>
        <div
          ref={list}
          role="grid"
          aria-label="Dials in order"
          aria-rowcount={entries.length}
          aria-describedby={keysId}
          className={classes.list}
          style={{ height }}
        >
          {rows.map(({ index, top }) => {
            const row = shown[index];
            if (row === undefined) return null;
            const { entry, position } = row;
            const { dial_id: id } = entry;
            const slot = indexOf(slots, id);
            const dial = lookup(entry);
            return (
              <OrderingRow
                key={id}
                ref={plain(dial) ? undefined : measure}
                entry={entry}
                dial={dial}
                index={index}
                last={index === shown.length - 1}
                position={position}
                count={entries.length}
                top={top}
                {...(changes.get(id) ?? UNCHANGED)}
                slot={slot === undefined ? undefined : SLOT_NAMES[slot]}
                current={id === reachable}
                lifted={id === lift?.dial_id}
                movable={search === ''}
                menuOpen={id === menu}
                mayView={mayView}
                actions={actions}
              />
            );
          })}
          <DragLayer ref={marks} />
        </div>
      </div>
    </>
  );
}
