import { type CSSProperties, type KeyboardEvent, type MouseEvent, useCallback, useRef } from 'react';
import { ANSWERS_NO_RISK } from '#domain/bucket/stop.ts';
import { cellAt, type CellPosition, cellProps, useGridFocus } from '#web/kit/grid.ts';
import { StatusGlyph } from '#web/kit/StatusChip.tsx';
import { useVirtualRows } from '#web/kit/useVirtualRows.ts';
import { dialAddress, heightOf, ParityGridRow } from './ParityGridRow.tsx';
import type { Column, GridLine, ParityView } from './parityView.ts';
import classes from './ParityGrid.module.css';

type ParityGridProps = Readonly<{
  view: ParityView;
  lines: readonly GridLine[];
  label: string;
  /** The number of the partner whose differences are beside the grid. */
  selected: number | undefined;
  /** The ticked dials of that partner. */
  ticked: ReadonlySet<string>;
  onSelect: (column: Column) => void;
  onTick: (column: Column, dialId: string) => void;
  onOpen: (column: Column) => void;
  onOpenDial: (address: string) => void;
}>;

/** Dials by partners. One Tab stop; arrow keys move, Enter opens the bucket or the dial, Space ticks a difference. */
export function ParityGrid(props: ParityGridProps) {
  const { view, lines, label, selected, ticked, onSelect, onTick, onOpen, onOpenDial } = props;
  const { columns } = view;
  const body = useRef<HTMLDivElement>(null);
  // Row 0 is the head, column 0 the dials.
  const size = { rows: lines.length + 1, columns: columns.length + 1 };
  const { grid, at, stopIn, moveByKey, onFocus } = useGridFocus<HTMLDivElement>(size, { row: 1, column: 1 });
  const keyOf = useCallback((index: number) => lines[index]?.key ?? '', [lines]);
  const { rows, height } = useVirtualRows({
    list: body,
    count: lines.length,
    height: (index) => heightOf(lines[index]),
    keyOf,
    alwaysMounted: at.row > 0 ? [at.row - 1] : [],
    overscan: 6,
  });

  const columnAt = ({ column }: CellPosition): Column | undefined => {
    const found = columns[column - 1];
    return found?.bucket && found;
  };
  const choose = (place: CellPosition) => {
    const column = columnAt(place);
    const row = lines[place.row - 1]?.row;
    if (column === undefined) return;
    if (row !== undefined && (row.cells[column.at]?.differs.length ?? 0) > 0) onTick(column, row.dial_id);
    else onSelect(column);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.shiftKey || cellAt(event.target) === undefined || moveByKey(event)) return;
    const column = columnAt(at);
    const line = at.column === 0 ? lines[at.row - 1] : undefined;
    if (event.key === ' ') choose(at);
    else if (event.key === 'Enter' && line) onOpenDial(dialAddress(line));
    else if (event.key === 'Enter' && at.row > 0 && column) onOpen(column);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const place = cellAt(event.target);
    if (place !== undefined) choose(place);
  };
  const chosen = columns.findIndex(({ partner }) => partner.number === selected) + 1;

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-rowcount={size.rows}
      className={`ls-card ls-ring-in ${classes.grid}`}
      style={{ '--columns': columns.length } as CSSProperties}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={onFocus}
    >
      <div role="rowgroup" className={classes.head}>
        <div role="row" aria-rowindex={1} className={classes.row}>
          <div role="columnheader" className={`ls-small ls-ink-3 ${classes.corner}`} {...cellProps(0, 0, stopIn(0))}>
            <span className="ls-ink-2">Dial</span>
            <span className="ls-tiny ls-clip">
              {view.parity.against === 'most' ? 'and what most buckets hold' : 'and what the first bucket holds'}
            </span>
            <span className={classes.differences}>Differences</span>
          </div>
          {columns.map((column, index) => (
            <Head
              key={column.partner.number}
              column={column}
              at={index + 1}
              stop={stopIn(0)}
              isChosen={index + 1 === chosen}
            />
          ))}
        </div>
      </div>
      <div ref={body} role="rowgroup" className="ls-relative" style={{ height }}>
        {rows.map(({ index, top }) => {
          const line = lines[index];
          if (line === undefined) return null;
          return (
            <ParityGridRow
              key={line.key}
              line={line}
              view={view}
              at={index + 1}
              top={top}
              stop={stopIn(index + 1)}
              chosen={chosen}
              isTicked={chosen > 0 && ticked.has(line.row.dial_id)}
            />
          );
        })}
      </div>
    </div>
  );
}

type HeadProps = Readonly<{ column: Column; at: number; stop: number | undefined; isChosen: boolean }>;

function Head({ column: { partner, bucket, differences }, at, stop, isChosen }: HeadProps) {
  return (
    <div
      role="columnheader"
      aria-selected={bucket && isChosen}
      className={`ls-ink-3 ${classes.partner}`}
      {...cellProps(0, at, stop)}
      data-chosen={isChosen || undefined}
      data-none={bucket === undefined || undefined}
      title={`${partner.number} ${partner.name}${bucket?.stopped ? `, stopped. ${ANSWERS_NO_RISK}` : ''}`}
    >
      <b className="ls-row ls-gap-4">
        {bucket?.stopped && (
          <span className="ls-red ls-inline">
            <StatusGlyph status="stopped" />
            <span className="ls-hidden">stopped</span>
          </span>
        )}
        {partner.number}
      </b>{' '}
      <span className="ls-clip">{partner.name}</span>{' '}
      {bucket === undefined ? (
        <span>
          –<span className="ls-hidden">no bucket</span>
        </span>
      ) : (
        <span className={`ls-num ${classes.count}`} data-some={differences > 0 || undefined}>
          {bucket.entries.length === 0 ? 'empty' : differences}
        </span>
      )}
    </div>
  );
}
