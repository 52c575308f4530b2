import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { positions } from '#domain/bucket/diff.ts';
import { moveEntries } from '#domain/bucket/edit.ts';
import { touchedBy } from '#domain/impact/findings.ts';
import { addressOf } from '#web/bucket/address.ts';
import { indexOf, SLOT_NAMES, useCompare } from '#web/bucket/compare/CompareProvider.tsx';
import { useEditor } from '#web/bucket/draft/editor.ts';
import type { DialLookup } from '#web/bucket/query.ts';
import { useDecided } from '#web/bucket/impact/ImpactProvider.tsx';
import { GapRows } from '#web/bucket/findings/Gaps.tsx';
import { useFindings } from '#web/bucket/findings/useFindings.ts';
import { useTouched } from '#web/bucket/findings/useTouched.ts';
import { useShowsScope } from '#web/bucket/show/ScopeSwitch.tsx';
import { useNameOption } from '#web/dial/query.ts';
import { useMay } from '#web/session/session.tsx';
import { DragLayer, type DragMarks } from './DragLayer.tsx';
import { ListHead } from './ListHead.tsx';
import { subjectIn, type useOrdering } from './useOrdering.ts';
import { OrderingRow } from './OrderingRow.tsx';
import { rowChanges, UNCHANGED, dropPlace, noteOf } from './rows.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import { useVirtualRows } from '#web/kit/useVirtualRows.ts';
import { useRowDrag } from './useRowDrag.ts';
import classes from './OrderingTab.module.css';
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import IconCompare from '@tabler/icons-react/dist/esm/icons/IconColumns2.mjs';
import { draggedDial } from '#web/bucket/compare/dragData.ts';
import type { KnownBucketDial } from '#contract/bucket.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';

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
  const [showsScope] = useShowsScope();
  const nameOption = useNameOption();
  const marks = useRef<DragMarks>(null);
  const dragged = useRef<string>(undefined);
  const { current, lift, menu, actions, selected } = ordering;

  const live = bucket.live.entries;
  const changes = useMemo(() => rowChanges(live, entries), [live, entries]);
  const shown = useMemo(() => {
    if (lift === undefined) return found;
    return moveEntries(lift.basis, lift.ids, lift.to).map((entry, index) => ({ entry, position: index + 1 }));
  }, [lift, found]);

  const measuring = useDecided();
  const { findings, countOf } = useTouched(
    addressOf(bucket),
    useFindings(entries, live, lookup),
    measuring && { against: 'live', day: measuring.measured.day ?? 'own' },
  );
  const [showsAll, setShowsAll] = useState(false);
  const told = useMemo(
    () =>
      new Map(
        findings?.dials.flatMap((one) =>
          one.isNew || showsAll ? [[one.dial_id, { finding: one, touched: touchedBy(one, countOf) }]] : [],
        ),
      ),
    [findings, countOf, showsAll],
  );
  /** To the next row with a finding, from the top again after the last. */
  const step = () => {
    const ids = shown.map(({ entry }) => entry.dial_id);
    const after = ids.indexOf(current ?? '') + 1;
    const next = [...ids.slice(after), ...ids.slice(0, after)].find((id) => told.has(id));
    if (next !== undefined) actions.focusRow(next);
  };

  const impact = measuring?.measured.impact;
  const decided = useMemo(
    () => impact && new Map(impact.decided.map(({ dial_id, risks }) => [dial_id, risks])),
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

  const places = useMemo(() => new Map(shown.map(({ entry }, index) => [entry.dial_id, index])), [shown]);
  const keyOf = useCallback((index: number) => shown[index]?.entry.dial_id ?? String(index), [shown]);
  // A row that becomes plain must not keep the height it was measured with before.
  const sizeKeyOf = useCallback(
    (index: number) => (linesAt(index) === 0 ? keyOf(index) : `${keyOf(index)} measured ${showsScope}`),
    [linesAt, keyOf, showsScope],
  );
  const low = useMediaQuery(LOW, false, { getInitialValueInEffect: false });
  /** How high a row will be, before it is drawn and measured. */
  const heightOf = useCallback(
    (index: number) => PLAIN[low ? 'low' : 'usual'] + (showsScope ? SCOPE_LINE : 0) + LINE * linesAt(index),
    [linesAt, low, showsScope],
  );
  const latestPlaces = useLatest(places);
  const pinned = useCallback(() => latestPlaces.current.get(dragged.current ?? ''), [latestPlaces]);
  const kept = [current, lift?.dial_id].flatMap((id) => places.get(id ?? '') ?? []);
  const { scroller, rows, height, measure, measurements, above } = useVirtualRows({
    list,
    count: shown.length,
    keyOf: sizeKeyOf,
    height: heightOf,
    kept,
    pinned,
    overscan: 6,
  });

  /** A selected row takes along all that are selected. */
  const draggedWith = (id: string) => (selected.has(id) ? selected : new Set([id]));
  const reading = useLatest({
    placeAt: (y: number, id: string) => {
      const at = positions(entries);
      const place = dropPlace(
        measurements(),
        y + above,
        [...draggedWith(id)].map((one) => at.get(one) ?? 0),
      );
      return place && { ...place, line: place.line - above };
    },
    positionOf: (id: string) => positions(entries).get(id) ?? 0,
    nameOf: (id: string) => subjectIn(editor, draggedWith(id)),
    place: (id: string, position: number) => actions.place(id, position, false),
  });
  useRowDrag({ panel, list, scroller, marks, dragged, reading });
  useSlide(list, shown, new Map(rows.map(({ index, top }) => [keyOf(index), top])), lift?.dial_id);

  const reachable = current !== undefined && places.has(current) ? current : shown[0]?.entry.dial_id;
  return (
    <>
      {!open && <CompareDock />}
      <div className="ls-card">
        <ListHead
          dials={entries.length}
          findings={findings}
          told={told.size}
          showsAll={showsAll}
          onShowAll={setShowsAll}
          onStep={step}
          showsDecided={impact !== undefined}
        />
        <div
          ref={list}
          role="grid"
          aria-label="Dials in order"
          aria-rowcount={entries.length}
          aria-multiselectable
          aria-describedby={keysId}
          className="ls-relative"
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
                ref={linesAt(index) === 0 ? undefined : measure}
                entry={entry}
                dial={lookup(entry)}
                finding={told.get(id)?.finding}
                touched={told.get(id)?.touched}
                onFigure={measuring?.show}
                noticeBelow={isBelow(id)}
                index={index}
                last={index === shown.length - 1}
                position={position}
                count={entries.length}
                top={top}
                {...(changes.get(id) ?? UNCHANGED)}
                slot={slot === undefined ? undefined : SLOT_NAMES[slot]}
                current={id === reachable}
                lifted={lift?.ids.has(id) === true}
                selected={selected.has(id)}
                movable={search === ''}
                menuOpen={id === menu}
                mayView={mayView}
                decided={decided && (decided.get(id) ?? 0)}
                decidedOf={impact?.all.risks ?? 0}
                nameOption={showsScope ? nameOption : undefined}
                actions={actions}
              />
            );
          })}
          <DragLayer ref={marks} />
        </div>
        {showsAll && findings !== undefined && findings.gaps.length > 0 && (
          <ul aria-label="Gaps" className="ls-list ls-rule ls-ruled">
            <GapRows gaps={findings.gaps} countOf={countOf} onFigure={measuring?.show} />
          </ul>
        )}
      </div>
    </>
  );
}

/** While the comparison is closed, a dragged dial finds the way into it here. */
function CompareDock() {
  const dock = useRef<HTMLDivElement>(null);
  const { send } = useCompare();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const element = dock.current;
    if (element === null) return undefined;
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => draggedDial(source.data) !== undefined,
      getData: () => ({ place: 'compare' }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        const id = draggedDial(source.data);
        if (id !== undefined) send(id);
      },
    });
  }, [send]);
  return (
    <div className={classes.dockPlace}>
      <div
        ref={dock}
        className={`ls-center ls-gap-8 ls-surface ls-mid ls-ink-2 ls-medium ${classes.dock}`}
        data-over={over || undefined}
      >
        <IconCompare size={18} stroke={1.75} aria-hidden />
        Drop here to compare
      </div>
    </div>
  );
}

/** Two lines and the rule below them, as OrderingRow.module.css lays them out. */
const PLAIN = { usual: 52, low: 44 } as const;
const LOW = '(max-height: 600px)';
const LINE = 36;
const SCOPE_LINE = 18;

/** Lines of notices below a row. Without any it has two that are never broken: there is nothing to measure. */
function countLines(dial: KnownBucketDial | undefined, noticeBelow: boolean): number {
  const notice = noticeBelow && dial !== undefined && dial.newer !== null;
  return (notice ? 1 : 0) + (noteOf(dial)?.stops === true ? 1 : 0);
}

/**
 * A dial that has a newer version when it first comes into the list says so in a line of its own. A version published
 * later is announced in the row itself: if it grew, it would move those below it under a person's hands.
 */
function useNoticesBelow(entries: BucketEntries, lookup: DialLookup): (dialId: string) => boolean {
  const [seen, setSeen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const arrived = entries.flatMap((entry) => (seen.has(entry.dial_id) ? [] : (lookup(entry) ?? [])));
  if (arrived.length > 0)
    setSeen(new Map([...seen, ...arrived.map(({ dial_id, newer }) => [dial_id, newer !== null] as const)]));
  return useCallback((dialId) => seen.get(dialId) === true, [seen]);
}

const SLIDE_MS = 160;
/** From farther away it would be a flight. */
const FARTHEST = 640;

/** Rows that changed places go there, instead of being there. `still` is the one the person moves: it is there at once. */
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
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-dial]') ?? []) {
      const id = row.dataset['dial'] ?? '';
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
