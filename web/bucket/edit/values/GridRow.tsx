import { memo } from 'react';
import type { KnownBucketDial } from '#contract/bucket.ts';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { VersionNotice } from '#web/bucket/edit/update/VersionNotice.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { cellProps } from '#web/kit/grid.ts';
import { columnOf, DIAL_COLUMN } from './cells.ts';
import type { GridActions } from './gridActions.ts';
import { GridCell } from './GridCell.tsx';
import { rowErrors, type PendingRow } from '#web/bucket/cells.ts';
import classes from './ValueGrid.module.css';

export const ROW_HEIGHT = 47;

type GridRowProps = Readonly<{
  index: number;
  last: boolean;
  entry: BucketEntry;
  position: number;
  /** Undefined until loaded. */
  dial: KnownBucketDial | undefined;
  pending: PendingRow | undefined;
  /** The active column, if it is in this row. */
  active: number | undefined;
  /** The selected part of the row. */
  left: number | undefined;
  right: number | undefined;
  editing: string | undefined;
  actions: GridActions;
}>;

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, last, entry, position, dial, pending, active, left, right, editing, actions } = props;
  const errors = rowErrors(entry, dial?.data.values, pending);
  return (
    <div
      role="row"
      aria-rowindex={position + 1}
      data-last={last || undefined}
      data-editing={editing !== undefined || undefined}
      className={`ls-rule-below ${classes.row}`}
      style={{ top: index * ROW_HEIGHT }}
    >
      <div role="gridcell" aria-colindex={1} className={`ls-flex ls-end ls-ink-3 ${classes.number}`}>
        {position}
      </div>
      <div
        role="rowheader"
        aria-colindex={2}
        {...cellProps(index, DIAL_COLUMN, active)}
        className={`ls-row ${classes.dial}`}
      >
        {dial === undefined ? (
          <span className="ls-bone ls-grow" aria-label="Dial still loading" role="img" />
        ) : (
          <>
            <StatusChip status={dial.status} glyphOnly />
            <span className={`ls-two-lines ls-grow ls-medium ${classes.name}`} title={dial.data.name}>
              {dial.data.name}
            </span>
            {dial.newer !== null && <VersionNotice dialId={entry.dial_id} compact />}
          </>
        )}
        <span className="ls-tag ls-surface ls-push">v{entry.version}</span>
      </div>
      {VALUE_KEYS.map((key) => {
        const column = columnOf(key);
        const isActive = active === column;
        return (
          <GridCell
            key={key}
            row={index}
            name={key}
            own={dial?.data.values[key]}
            override={entry.overrides[key]}
            pending={pending?.[key]}
            error={errors[key]}
            errorId={`${entry.dial_id}-${key}`}
            active={isActive}
            selected={left !== undefined && right !== undefined && column >= left && column <= right}
            editing={isActive ? editing : undefined}
            actions={actions}
          />
        );
      })}
    </div>
  );
});
