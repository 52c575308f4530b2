import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { unitLabelOf, VALUE_KEYS, VALUES } from '#domain/value/registry.ts';
import { type RevealTarget, useEditor } from '#web/bucket/editor.ts';
import { columnOf, DIAL_COLUMN, FIRST_VALUE, LAST_VALUE, rangeOf } from './cells.ts';
import { GridRow, ROW_HEIGHT } from './GridRow.tsx';
import { onEditKey, onGridKey } from './gridKeys.ts';
import type { Grid } from './gridActions.ts';
import { useVirtualRows } from '#web/kit/useVirtualRows.ts';
import classes from './ValueGrid.module.css';
import { cellAt, findCell, useGridClipboard } from '#web/kit/grid.ts';

type ValueGridProps = Readonly<{ grid: Grid; describedBy: string }>;

/** Rows have no listeners: the grid handles mouse and keys by delegation. */
export function ValueGrid({ grid, describedBy }: ValueGridProps) {
  const { state, rows, active, corner, actions } = grid;
  const { pending, lookup, revealed } = useEditor();
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const alwaysMounted = [active.row, corner.row].filter((row) => row < rows.length);
  const {
    rows: drawn,
    height,
    scroller,
  } = useVirtualRows({ list: body, count: rows.length, height: ROW_HEIGHT, alwaysMounted });
  const page = () => Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / ROW_HEIGHT) - 3);
  const range = rangeOf(active, corner);
  useGridClipboard(frame, actions);

  // Only on request: a change of the rows alone must not move the focus.
  const answered = useRef(0);
  useLayoutEffect(() => {
    if (state.focused === answered.current) return;
    answered.current = state.focused;
    findCell(body.current, active)?.focus({ preventScroll: true });
    findCell(body.current, corner)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [state.focused, active, corner]);

  const shown = useRef<RevealTarget>(undefined);
  useEffect(() => {
    if (revealed?.key === undefined || revealed === shown.current) return;
    const row = rows.findIndex(({ entry }) => entry.dial_id === revealed.dial_id);
    if (row < 0) return;
    shown.current = revealed;
    actions.select({ row, column: columnOf(revealed.key) });
  }, [revealed, rows, actions]);

  const onKeyDown = (event: KeyboardEvent) => {
    // Events of a dialog that a row opened bubble here too; ignore them.
    if (!(event.target instanceof Node && frame.current?.contains(event.target))) return;
    if (event.target instanceof HTMLInputElement) onEditKey(event, actions);
    else if (cellAt(event.target) !== undefined) onGridKey(event, actions, page());
  };
  const onMouseDown = (event: MouseEvent) => {
    const place = cellAt(event.target);
    if (place === undefined || event.button !== 0 || event.target instanceof HTMLInputElement) return;
    actions.commit();
    if (event.shiftKey && active.column !== DIAL_COLUMN) actions.select(active, place);
    else actions.select(place);
  };
  const onPointerOver = (event: PointerEvent) => {
    const place = cellAt(event.target);
    if (place === undefined || event.buttons !== 1 || state.editing !== undefined) return;
    if (active.column === DIAL_COLUMN || place.column === DIAL_COLUMN) return;
    if (place.row !== corner.row || place.column !== corner.column) actions.select(active, place);
  };

  return (
    <div
      ref={frame}
      role="grid"
      aria-label="Dial Values"
      aria-describedby={describedBy}
      aria-rowcount={rows.length + 1}
      aria-colcount={LAST_VALUE + 2}
      aria-multiselectable
      tabIndex={-1}
      className={`ls-card ${classes.grid}`}
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
      onPointerOver={onPointerOver}
      onDoubleClick={(event) => {
        if (cellAt(event.target) !== undefined && state.editing === undefined) actions.edit();
      }}
    >
      <Head />
      <div ref={body} role="rowgroup" className="ls-relative" style={{ height }}>
        {drawn.map(({ index }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const { entry, position } = row;
          const selected = index >= range.top && index <= range.bottom;
          return (
            <GridRow
              key={entry.dial_id}
              index={index}
              last={index === rows.length - 1}
              entry={entry}
              position={position}
              dial={lookup(entry)}
              pending={pending.get(entry.dial_id)}
              active={index === active.row ? active.column : undefined}
              left={selected && range.left >= FIRST_VALUE ? range.left : undefined}
              right={selected && range.left >= FIRST_VALUE ? range.right : undefined}
              editing={index === active.row ? state.editing : undefined}
              actions={actions}
            />
          );
        })}
      </div>
    </div>
  );
}

function Head() {
  return (
    <div role="rowgroup" className={classes.headGroup}>
      <div role="row" aria-rowindex={1} className={`ls-sunken ls-rule-below ls-small ls-ink-2 ls-semi ${classes.head}`}>
        <div role="columnheader" aria-colindex={1} className={`ls-flex ls-end ls-ink-3 ${classes.number}`}>
          #
        </div>
        <div role="columnheader" aria-colindex={2}>
          Dial
        </div>
        {VALUE_KEYS.map((key, index) => (
          <div key={key} role="columnheader" aria-colindex={index + 3} data-kind={VALUES[key].kind}>
            {[VALUES[key].label, unitLabelOf(key)].filter(Boolean).join(' ')}
          </div>
        ))}
      </div>
    </div>
  );
}
