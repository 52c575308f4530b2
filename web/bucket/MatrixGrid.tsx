import { memo, type ReactNode } from 'react';
import type { Matrix, MatrixCell, MatrixRow } from './matrix.ts';
import classes from './MatrixGrid.module.css';
import { type CellPosition, type CellProps, cellProps, useGridFocus } from '#web/kit/grid.ts';
import type { Partner } from '#contract/bucket.ts';
import type { ClassOfBusiness } from '#domain/cob/class-of-business.ts';
import { MatrixLine, MatrixTable } from '#web/kit/MatrixTable.tsx';
import { MiddleClip } from '#web/kit/MiddleClip.tsx';

/** The content of the matrix cells. */
export type MatrixDrawing = Readonly<{
  partner: (partner: Partner, place: CellProps) => ReactNode;
  class: (row: MatrixRow, place: CellProps) => ReactNode;
  bucket: (cell: MatrixCell, cob: ClassOfBusiness, partner: Partner, place: CellProps) => ReactNode;
}>;

type MatrixGridProps = Readonly<{
  matrix: Matrix;
  drawing: MatrixDrawing;
  /** The first Tab stop. */
  start?: CellPosition;
}>;

/** Classes by partners. One Tab stop; arrows, Home, End and Page keys move, Enter opens. */
export function MatrixGrid({ matrix: { partners, rows }, drawing, start = FIRST }: MatrixGridProps) {
  // Row 0 is the head, column 0 the classes.
  const size = { rows: rows.length + 1, columns: partners.length + 1 };
  const { grid, stopIn, moveByKey, onFocus } = useGridFocus<HTMLTableElement>(size, start);
  return (
    <MatrixTable
      table={grid}
      label="Buckets, classes by partners"
      corner={{ children: 'Class', ...cellProps(0, 0, stopIn(0)) }}
      columns={partners.map((partner, index) => ({
        key: partner.number,
        head: drawing.partner(partner, cellProps(0, index + 1, stopIn(0))),
      }))}
      rowCount={rows.length}
      onKeyDown={moveByKey}
      onFocus={onFocus}
    >
      {rows.map((row, index) => (
        <MatrixGridRow
          key={row.cob.slug}
          row={row}
          partners={partners}
          drawing={drawing}
          at={index + 1}
          stop={stopIn(index + 1)}
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
  const place = (column: number) => cellProps(at, column, stop);
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
