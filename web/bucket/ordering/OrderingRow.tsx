import { draggable } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { disableNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/disable-native-drag-preview';
import { memo, type Ref, useEffect, useRef } from 'react';
import type { KnownBucketDial } from '#contract/bucket.ts';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import type { Finding } from '#domain/evaluation/verify/verify.ts';
import type { Touched } from '#domain/impact/findings.ts';
import type { OnFigure } from '#web/bucket/impact/Figures.tsx';
import { FindingLine } from '#web/bucket/findings/FindingLine.tsx';
import { VersionNotice } from '#web/bucket/update/VersionNotice.tsx';
import { ScopeLine } from '#web/dial/show/ScopeLine.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { dragDataOf } from '#web/bucket/compare/dragData.ts';
import { SlotLetter } from '#web/bucket/compare/CompareTable.tsx';
import { PositionField } from './PositionField.tsx';
import type { RowActions } from './useOrdering.ts';
import { MenuButton, RowMenu } from './RowMenu.tsx';
import { noteOf, type RowNote, type RowChange } from './rows.ts';
import classes from './OrderingRow.module.css';
import IconMoved from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import IconUpdated from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconAdded from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { CommentBadge } from '#web/bucket/show/CommentBadge.tsx';
import { SetsLine } from '#web/bucket/show/SetsLine.tsx';
import { RisksDecided } from '#web/bucket/impact/RisksDecided.tsx';

type OrderingRowProps = Readonly<{
  entry: BucketEntry;
  /** Undefined until loaded. */
  dial: KnownBucketDial | undefined;
  /** Its finding, if it is shown. */
  finding: Finding | undefined;
  /** The risks it touches, if counted, and a way to list them. */
  touched: Touched | undefined;
  onFigure: OnFigure | undefined;
  /** Whether a newer version is announced on a line below, or in the row itself. */
  noticeBelow: boolean;
  index: number;
  /** Its index among the shown rows. */
  last: boolean;
  position: number;
  count: number;
  top: number;
  added: boolean;
  updated: string | undefined;
  moved: string | undefined;
  /** A or B, while it is in the comparison. */
  slot: string | undefined;
  current: boolean;
  lifted: boolean;
  selected: boolean;
  movable: boolean;
  menuOpen: boolean;
  mayView: boolean;
  /** Set while the impact is shown: how many risks the dial decides, and the total. */
  /** Null if too few to be shown. */
  decided: number | null | undefined;
  decidedOf: number;
  /** Set if the row shows when its dial applies. */
  nameOption: NameOption | undefined;
  actions: RowActions;
  /** Measures its height. */
  ref: Ref<HTMLDivElement>;
}>;

export const OrderingRow = memo(function OrderingRow(props: OrderingRowProps) {
  const { entry, dial, finding, noticeBelow, index, last, position, count, top, added, updated, moved, slot } = props;
  const { current, lifted, selected, movable, menuOpen, mayView, decided, decidedOf, nameOption, actions, ref } = props;
  const { dial_id: id } = entry;
  const name = dial?.data.name ?? 'Dial still loading';
  const note = noteOf(dial);
  const isOutdated = dial !== undefined && dial.newer !== null;
  return (
    <div
      ref={ref}
      role="row"
      aria-rowindex={position}
      aria-label={rowName(props, name)}
      aria-selected={selected}
      aria-roledescription="dial that can be moved"
      data-index={index}
      data-dial={id}
      data-last={last || undefined}
      data-compared={slot !== undefined || undefined}
      data-lifted={lifted || undefined}
      data-selected={selected || undefined}
      data-menu={menuOpen || undefined}
      data-scope={nameOption && ''}
      data-decided={decided === undefined ? undefined : ''}
      tabIndex={current ? 0 : -1}
      className={`ls-rule-below ${classes.row}`}
      style={{ top }}
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
          <Handle dialId={id} movable={movable} />
          <PositionField
            name={name}
            position={position}
            count={count}
            reachable={current}
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
            <ChangeChips added={added} updated={updated} moved={moved} />
            <CommentBadge dialId={id} />
          </div>
          <div className={`ls-row ls-wrap ls-mid ${classes.second}`}>
            <RowLines dial={dial} entry={entry} note={note} />
            {finding && (
              <FindingLine
                finding={finding}
                touched={props.touched}
                onFigure={props.onFigure}
                tabIndex={current ? 0 : -1}
              />
            )}
          </div>
          {nameOption && dial && (
            <div className={`ls-relative ${classes.scope}`}>
              <ScopeLine scope={dial.data} nameOption={nameOption} maxParts={Infinity} className={classes.scopeText} />
            </div>
          )}
        </div>
        {decided !== undefined && (
          <div role="gridcell" className={classes.decided}>
            <RisksDecided dialId={id} name={name} risks={decided} of={decidedOf} reachable={current} />
          </div>
        )}
        <div role="gridcell" className={`ls-row ${classes.end}`}>
          {isOutdated && !noticeBelow && <VersionNotice dialId={id} inRow />}
          {dial !== undefined && dial.status !== 'active' && (
            <span className={classes.status}>
              <StatusChip status={dial.status} />
            </span>
          )}
          {slot !== undefined && <SlotLetter slot={slot} label="In the comparison as" />}
          {menuOpen ? (
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
              tabIndex={current ? 0 : -1}
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
      {isOutdated && noticeBelow && (
        <div role="gridcell" className={classes.below}>
          <VersionNotice dialId={id} />
        </div>
      )}
    </div>
  );
});

function rowName({ position, count, lifted, slot }: OrderingRowProps, name: string): string {
  const parts = [name, `${position} of ${count}`];
  if (lifted) parts.push('lifted');
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
