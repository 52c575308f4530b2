import { type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react';
import type { Matrix, MatrixCell, MatrixRow } from './matrix.ts';
import classes from './MatrixGrid.module.css';
import { focusCellAt, type CellPosition, positionAfterKey, cellAt, clampPosition } from '#web/kit/gridPlace.ts';
import type { Partner } from '#contract/bucket.ts';
import type { ClassOfBusiness } from '#domain/cob/class-of-business.ts';
import { MatrixLine, MatrixTable } from '#web/kit/MatrixTable.tsx';
import { MiddleClip } from '#web/kit/MiddleClip.tsx';

/** For the element of a cell that takes the focus. */
export type CellFocusProps = Readonly<{ 'data-place': string; tabIndex: number }>;

/** The content of the matrix cells. */
export type MatrixDrawing = Readonly<{
  partner: (partner: Partner, place: CellFocusProps) => ReactNode;
  class: (row: MatrixRow, place: CellFocusProps) => ReactNode;
  bucket: (cell: MatrixCell, cob: ClassOfBusiness, partner: Partner, place: CellFocusProps) => ReactNode;
}>;

type MatrixGridProps = Readonly<{
  matrix: Matrix;
  drawing: MatrixDrawing;
  /** The first Tab stop. */
  start?: CellPosition;
}>;

/** Classes by partners. One Tab stop; arrows, Home, End and Page keys move, Enter opens. */
export function MatrixGrid({ matrix: { partners, rows }, drawing, start = FIRST }: MatrixGridProps) {
  const table = useRef<HTMLTableElement>(null);
  const [position, setPosition] = useState<CellPosition>(start);
  // Row 0 is the head, column 0 the classes.
  const size = { rows: rows.length + 1, columns: partners.length + 1 };
  const at = clampPosition(position, size);

  const move = (event: KeyboardEvent) => {
    const to = event.altKey || event.shiftKey ? undefined : positionAfterKey(event, at, size);
    if (to === undefined) return;
    event.preventDefault();
    setPosition(to);
    focusCellAt(table.current, to);
  };
  const follow = (element: Element) => {
    const place = cellAt(element);
    if (place !== undefined) setPosition(place);
  };
  const stop = (row: number, column: number) => (row === at.row && column === at.column ? 0 : -1);
  const headFocusProps = (column: number): CellFocusProps => ({
    'data-place': `0 ${column}`,
    tabIndex: stop(0, column),
  });

  return (
    <MatrixTable
      table={table}
      label="Buckets, classes by partners"
      corner={{ children: 'Class', ...headFocusProps(0) }}
      columns={partners.map((partner, index) => ({
        key: partner.number,
        head: drawing.partner(partner, headFocusProps(index + 1)),
      }))}
      rowCount={rows.length}
      onKeyDown={move}
      onFocus={(event) => follow(event.target)}
    >
      {rows.map((row, index) => (
        <MatrixGridRow
          key={row.cob.slug}
          row={row}
          partners={partners}
          drawing={drawing}
          at={index + 1}
          stop={at.row === index + 1 ? at.column : undefined}
        />
      ))}
    </MatrixTable>
  );
}

type MatrixGridRowProps = Readonly<{
  row: MatrixRow;
  partners: readonly Partner[];
  drawing: MatrixDrawing;
  /** Its row of the grid; the head is 0. */
  at: number;
  /** The column of the Tab stop, if it is in this row. */
  stop: number | undefined;
}>;

const MatrixGridRow = memo(function MatrixGridRow({ row, partners, drawing, at, stop }: MatrixGridRowProps) {
  const { cob, cells, opens } = row;
  const place = (column: number): CellFocusProps => ({
    'data-place': `${at} ${column}`,
    tabIndex: stop === column ? 0 : -1,
  });
  return (
    <MatrixLine at={at} head={drawing.class(row, place(0))} opens={opens}>
      {cells.map((cell, index) => {
        const partner = partners[index];
        if (cell === undefined || partner === undefined)
          return (
            <td key={partner?.number ?? index} {...place(index + 1)}>
              <span className="ls-hidden">No bucket</span>
            </td>
          );
        return <td key={partner.number}>{drawing.bucket(cell, cob, partner, place(index + 1))}</td>;
      })}
    </MatrixLine>
  );
});

const FIRST: CellPosition = { row: 1, column: 1 };

/** Rows of one family show its name once. */
export function ClassLabel({ cob: { label, family }, opens }: Pick<MatrixRow, 'cob' | 'opens'>) {
  if (opens || label === family) return <MiddleClip text={label} />;
  return (
    <>
      <span className={`ls-ink-3 ${classes.family}`}>{family}</span>
      <MiddleClip text={label.slice(family.length).trim()} />
    </>
  );
}
