import { draggable } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { disableNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/disable-native-drag-preview';
import { shallowEqual } from '@mantine/hooks';
import { memo, type Ref, useEffect, useRef } from 'react';
import type { KnownBucketDial } from '#contract/bucket.ts';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import type { Finding } from '#domain/evaluation/verify/verify.ts';
import type { Touched } from '#domain/impact/findings.ts';
import type { OnFigure } from '#web/impact/Figures.tsx';
import { FindingLine } from '#web/change/FindingLine.tsx';
import { VersionNotice } from '#web/bucket/edit/update/VersionNotice.tsx';
import { ScopeLine } from '#web/dial/ScopeLine.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { dragDataOf } from '#web/bucket/edit/compare/dragData.ts';
import { SlotLetter } from '#web/bucket/edit/compare/CompareTable.tsx';
import { PositionField } from './PositionField.tsx';
import type { RowActions } from './useOrdering.ts';
import { MenuButton, RowMenu } from './RowMenu.tsx';
import { noteOf, type RowNote, type RowChange } from './rows.ts';
import classes from './OrderingRow.module.css';
import IconMoved from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import IconUpdated from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconAdded from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { CommentBadge } from '#web/bucket/CommentBadge.tsx';
import { SetsLine } from '#web/bucket/SetsLine.tsx';
import { RisksDecided } from '#web/impact/RisksDecided.tsx';

/** What all rows of the list share. */
export type RowList = Readonly<{
  /** How many dials the list has. */
  count: number;
  isMovable: boolean;
  mayView: boolean;
  /** The risks of the portfolio, while the impact is shown. */
  measuredRisks: number;
  onFigure: OnFigure | undefined;
  /** Set if the rows show when their dials apply. */
  nameOption: NameOption | undefined;
  actions: RowActions;
}>;

/** Where a row stands: among the shown ones, in the list, and in pixels. */
type RowPlace = Readonly<{ index: number; isLast: boolean; position: number; top: number }>;

type RowState = Readonly<{
  /** The one that Tab comes to. */
  isCurrent: boolean;
  isLifted: boolean;
  isSelected: boolean;
  isMenuOpen: boolean;
  /** Whether a newer version is announced on a line below, or in the row itself. */
  isNoticeBelow: boolean;
  /** A or B, while it is in the comparison. */
  slot: string | undefined;
}>;

/** A finding, and the risks it touches, if they were counted. */
export type RowFinding = Readonly<{ finding: Finding; touched: Touched | undefined }>;

type OrderingRowProps = Readonly<{
  list: RowList;
  entry: BucketEntry;
  /** Undefined until loaded. */
  dial: KnownBucketDial | undefined;
  place: RowPlace;
  state: RowState;
  /** What differs from the live version. */
  change: RowChange;
  /** Undefined if it has none, or if it is not shown. */
  found: RowFinding | undefined;
  /** How many risks the dial decides, while the impact is shown. Null if too few to be shown. */
  decided: number | null | undefined;
  /** Measures its height. */
  ref: Ref<HTMLDivElement>;
}>;

/** Groups are new objects at each render of the list; a row renders only if something in them changed. */
const GROUPS = ['place', 'state', 'change', 'found'] as const;
const NO_GROUPS = Object.fromEntries(GROUPS.map((group) => [group, undefined]));

const isSame = (before: OrderingRowProps, after: OrderingRowProps): boolean =>
  GROUPS.every((group) => shallowEqual(before[group], after[group])) &&
  shallowEqual({ ...before, ...NO_GROUPS }, { ...after, ...NO_GROUPS });

export const OrderingRow = memo(function OrderingRow(props: OrderingRowProps) {
  const { list, entry, dial, place, state, change, found, decided, ref } = props;
  const { count, isMovable, mayView, measuredRisks, onFigure, nameOption, actions } = list;
  const { position } = place;
  const { isCurrent, isMenuOpen, isNoticeBelow, slot } = state;
  const { dial_id: id } = entry;
  const name = dial?.data.name ?? 'Dial still loading';
  const note = noteOf(dial);
  const isOutdated = dial !== undefined && dial.newer !== null;
  return (
    <div
      ref={ref}
      role="row"
      aria-rowindex={position}
      aria-label={describeRow(props, name)}
      aria-selected={state.isSelected}
      aria-roledescription="dial that can be moved"
      data-index={place.index}
      data-dial={id}
      data-last={place.isLast || undefined}
      data-compared={slot !== undefined || undefined}
      data-lifted={state.isLifted || undefined}
      data-selected={state.isSelected || undefined}
      data-menu={isMenuOpen || undefined}
      data-scope={nameOption && ''}
      data-decided={decided === undefined ? undefined : ''}
      tabIndex={isCurrent ? 0 : -1}
      className={`ls-rule-below ${classes.row}`}
      style={{ top: place.top }}
      onKeyDown={(event) => {
        if (event.target === event.currentTarget) actions.onKey(id, event);
      }}
      onMouseDown={(event) => actions.onPress(id, event)}
      onFocus={() => actions.onFocus(id)}
      onBlur={(event) => {
        if (event.target === event.currentTarget) actions.onBlur(id, event);
      }}
    >
      <div className={classes.main}>
        <div role="gridcell" className={`ls-flex ${classes.place}`}>
          <Handle dialId={id} movable={isMovable} />
          <PositionField
            name={name}
            position={position}
            count={count}
            reachable={isCurrent}
            onPlace={(to, done) => actions.place(id, to, done)}
            onLeave={() => actions.focusRow(id)}
          />
          <span className={`ls-center ${classes.glyph}`}>{dial && <StatusChip status={dial.status} glyphOnly />}</span>
        </div>
        <div role="gridcell" className={classes.what}>
          <div className={`ls-row ls-wrap ${classes.title}`}>
            {dial === undefined ? (
              <span className={`ls-bone ${classes.waiting}`} aria-hidden />
            ) : (
              <span className="ls-subject ls-semi ls-break">{name}</span>
            )}
            <span className="ls-tag ls-surface">v{entry.version}</span>
            <ChangeChips {...change} />
            <CommentBadge dialId={id} />
          </div>
          <div className={`ls-row ls-wrap ls-mid ${classes.second}`}>
            <RowLines dial={dial} entry={entry} note={note} />
            {found && <FindingLine {...found} onFigure={onFigure} tabIndex={isCurrent ? 0 : -1} />}
          </div>
          {nameOption && dial && (
            <div className={`ls-relative ${classes.scope}`}>
              <ScopeLine scope={dial.data} nameOption={nameOption} maxParts={Infinity} className={classes.scopeText} />
            </div>
          )}
        </div>
        {decided !== undefined && (
          <div role="gridcell" className={classes.decided}>
            <RisksDecided dialId={id} name={name} risks={decided} of={measuredRisks} reachable={isCurrent} />
          </div>
        )}
        <div role="gridcell" className={`ls-row ${classes.end}`}>
          {isOutdated && !isNoticeBelow && <VersionNotice dialId={id} inRow />}
          {dial !== undefined && dial.status !== 'active' && (
            <span className={classes.status}>
              <StatusChip status={dial.status} />
            </span>
          )}
          {slot !== undefined && <SlotLetter slot={slot} label="In the comparison as" />}
          {isMenuOpen ? (
            <RowMenu
              dialId={id}
              name={name}
              first={position === 1}
              last={position === count}
              mayView={mayView}
              actions={actions}
            />
          ) : (
            <MenuButton
              name={name}
              aria-haspopup="menu"
              tabIndex={isCurrent ? 0 : -1}
              onClick={() => actions.openMenu(id)}
            />
          )}
        </div>
      </div>
      {note?.stops === true && (
        <div role="gridcell" className={classes.below}>
          <p className={`ls-notice ls-mid ${classes.stops}`} data-tone="red">
            {note.text}
          </p>
        </div>
      )}
      {isOutdated && isNoticeBelow && (
        <div role="gridcell" className={classes.below}>
          <VersionNotice dialId={id} />
        </div>
      )}
    </div>
  );
}, isSame);

function describeRow({ list, place, state: { isLifted, slot } }: OrderingRowProps, name: string): string {
  const parts = [name, `${place.position} of ${list.count}`];
  if (isLifted) parts.push('lifted');
  if (slot !== undefined) parts.push(`${slot} in the comparison`);
  return parts.join(', ');
}

/** For the pointer only: the keyboard lifts the row itself. */
function Handle({ dialId, movable }: Readonly<{ dialId: string; movable: boolean }>) {
  const handle = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = handle.current;
    if (element === null || !movable) return undefined;
    return draggable({
      element,
      getInitialData: () => dragDataOf(dialId),
      // Suppress the browser's drag image: the list draws its own with the target position.
      onGenerateDragPreview: ({ nativeSetDragImage }) => disableNativeDragPreview({ nativeSetDragImage }),
    });
  }, [dialId, movable]);
  return (
    <span
      ref={handle}
      aria-hidden
      className={`ls-fixed ls-ink-4 ${classes.handle}`}
      data-off={!movable || undefined}
      title={movable ? 'Drag to move' : 'Clear the search to move dials'}
    />
  );
}

/** What differs from the live version, beside the name. */
function ChangeChips({ added, updated, moved }: RowChange) {
  return (
    <>
      {added && <ChangeChip tone="green" Icon={IconAdded} text="Added" />}
      {updated !== undefined && <ChangeChip tone="blue" Icon={IconUpdated} kind="Updated" text={updated} />}
      {moved !== undefined && <ChangeChip Icon={IconMoved} kind="Reordered" text={moved} />}
    </>
  );
}

type ChangeChipProps = Readonly<{ tone?: string; Icon: typeof IconAdded; kind?: string; text: string }>;

function ChangeChip({ tone, Icon, kind, text }: ChangeChipProps) {
  return (
    <span className="ls-chip ls-relative ls-fixed ls-num ls-bold" data-tone={tone}>
      <Icon size={12} stroke={2.25} aria-hidden />
      {kind !== undefined && <span className="ls-hidden">{kind} </span>}
      {text}
    </span>
  );
}

type RowLinesProps = Pick<OrderingRowProps, 'dial' | 'entry'> & Readonly<{ note: RowNote | undefined }>;

/** The second line of a row: the dial's values here, and a non-blocking note. */
function RowLines({ dial, entry, note }: RowLinesProps) {
  return (
    <div className={classes.sets}>
      {dial === undefined ? (
        <span className={`ls-bone ${classes.waiting}`} aria-hidden />
      ) : (
        <SetsLine own={dial.data.values} overrides={entry.overrides} />
      )}
      {note?.stops === false && <span className="ls-blue">{note.text}</span>}
    </div>
  );
}
