import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import IconCompare from '@tabler/icons-react/dist/esm/icons/IconColumns2.mjs';
import { moveEntries } from '#domain/bucket/edit.ts';
import { countRisksOfFinding } from '#domain/impact/findings.ts';
import type { Findings } from '#domain/evaluation/verify/verify.ts';
import { addressOf } from '#web/bucket/address.ts';
import { useCompare } from '#web/bucket/edit/compare/CompareProvider.tsx';
import { useEditor } from '#web/bucket/editor.ts';
import { useDecided } from '#web/impact/ImpactProvider.tsx';
import { GapRows } from '#web/change/Gaps.tsx';
import { useFindings } from '#web/change/useFindings.ts';
import { useTouched } from '#web/change/useTouched.ts';
import { useShowsScope } from '#web/bucket/ScopeSwitch.tsx';
import { useNameOption } from '#web/dial/query.ts';
import { useMay } from '#web/base/session/session.tsx';
import { draggedDial } from '#web/bucket/edit/compare/dragData.ts';
import { plural } from '#web/kit/plural.ts';
import { OrderingRows } from './OrderingRows.tsx';
import type { useOrdering } from './useOrdering.ts';
import classes from './OrderingTab.module.css';

type OrderingListProps = Readonly<{
  /** A dial may be dropped anywhere in it. */
  panel: RefObject<HTMLElement | null>;
  list: RefObject<HTMLDivElement | null>;
  ordering: ReturnType<typeof useOrdering>;
  keysId: string;
}>;

export function OrderingList({ panel, list, ordering, keysId }: OrderingListProps) {
  const { entries, lookup, shown: found, bucket } = useEditor();
  const { open } = useCompare();
  const mayView = useMay()({ scope: 'dials', action: 'view' });
  const [showsScope] = useShowsScope();
  const nameOption = useNameOption();
  const { current, lift, actions } = ordering;

  const shown = useMemo(() => {
    if (lift === undefined) return found;
    return moveEntries(lift.basis, lift.ids, lift.to).map((entry, index) => ({ entry, position: index + 1 }));
  }, [lift, found]);

  const measuring = useDecided();
  const { findings, countOf } = useTouched(
    addressOf(bucket),
    useFindings(entries, bucket.live.entries, lookup),
    measuring && { against: 'live', day: measuring.measured.day ?? 'own' },
    // Impact opens and closes.
    false,
  );
  const [showsAll, setShowsAll] = useState(false);
  const shownFindings = useMemo(
    () =>
      new Map(
        findings?.dials.flatMap((one) =>
          one.isNew || showsAll ? [[one.dial_id, { finding: one, touched: countRisksOfFinding(one, countOf) }]] : [],
        ),
      ),
    [findings, countOf, showsAll],
  );
  /** Goes to the next row with a finding, wrapping around after the last. */
  const step = () => {
    const ids = shown.map(({ entry }) => entry.dial_id);
    const after = ids.indexOf(current ?? '') + 1;
    const next = [...ids.slice(after), ...ids.slice(0, after)].find((id) => shownFindings.has(id));
    if (next !== undefined) actions.focusRow(next);
  };

  return (
    <>
      {!open && <CompareDock />}
      <div className="ls-card">
        <ListHead
          dials={entries.length}
          findings={findings}
          shownFindings={shownFindings.size}
          showsAll={showsAll}
          onShowAll={setShowsAll}
          onStep={step}
          showsDecided={measuring !== undefined}
        />
        <OrderingRows
          panel={panel}
          list={list}
          ordering={ordering}
          keysId={keysId}
          shown={shown}
          shownFindings={shownFindings}
          measuring={measuring}
          mayView={mayView}
          nameOption={showsScope ? nameOption : undefined}
        />
        {showsAll && findings !== undefined && findings.gaps.length > 0 && (
          <ul aria-label="Gaps" className="ls-list ls-rule ls-ruled">
            <GapRows gaps={findings.gaps} countOf={countOf} onFigure={measuring?.show} />
          </ul>
        )}
      </div>
    </>
  );
}

type ListHeadProps = Readonly<{
  dials: number;
  /** Undefined until findings are first computed. */
  findings: Findings | undefined;
  /** How many findings the rows show. */
  shownFindings: number;
  showsAll: boolean;
  onShowAll: (all: boolean) => void;
  /** Goes to the next row with a finding. */
  onStep: () => void;
  /** Whether the rows show how many risks each dial decides. */
  showsDecided: boolean;
}>;

/** Above the rows: their number and findings. */
export function ListHead({ dials, findings, shownFindings, showsAll, onShowAll, onStep, showsDecided }: ListHeadProps) {
  const hasMore = findings !== undefined && (findings.gaps.length > 0 || findings.dials.some(({ isNew }) => !isNew));
  return (
    <div className={`ls-row ls-wrap ls-sunken ls-rule-below ls-mid ls-ink-2 ${classes.head}`}>
      <span>{plural(dials, 'dial')}, read from the top</span>
      {shownFindings > 0 && (
        <button type="button" className="ls-link" title="Go to the next one" onClick={onStep}>
          {plural(shownFindings, 'finding')}
        </button>
      )}
      {hasMore && shownFindings === 0 && <span className="ls-ink-3">No new findings</span>}
      {hasMore && (
        <button type="button" className="ls-link" aria-pressed={showsAll} onClick={() => onShowAll(!showsAll)}>
          Show all
        </button>
      )}
      {findings?.isComplete === false && <span className="ls-ink-3">Not fully checked</span>}
      {showsDecided && <span className={`ls-push ls-nowrap ${classes.decided}`}>Risks decided</span>}
    </div>
  );
}

/** A drop target for the comparison while it is closed. */
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
