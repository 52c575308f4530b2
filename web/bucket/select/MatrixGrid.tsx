import { type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react';
import type { Matrix, MatrixCell, MatrixRow } from './matrix.ts';
import classes from './MatrixGrid.module.css';
import { focusPlace, type Place, placeAfterKey, placeOf, placeWithin } from '#web/kit/gridPlace.ts';
import type { Partner } from '#contract/bucket.ts';
import type { ClassOfBusiness } from '#domain/cob/class-of-business.ts';
import { MatrixLine, MatrixTable } from '#web/kit/MatrixTable.tsx';
import { MiddleClip } from '#web/kit/MiddleClip.tsx';

/** Goes on the element of a cell that takes the focus. */
export type PlaceProps = Readonly<{ 'data-place': string; tabIndex: number }>;

/** What stands in the cells of the matrix. */
export type MatrixDrawing = Readonly<{
  partner: (partner: Partner, place: PlaceProps) => ReactNode;
  class: (row: MatrixRow, place: PlaceProps) => ReactNode;
  bucket: (cell: MatrixCell, cob: ClassOfBusiness, partner: Partner, place: PlaceProps) => ReactNode;
}>;

type MatrixGridProps = Readonly<{
  matrix: Matrix;
  drawing: MatrixDrawing;
  /** Where the Tab key stops first. */
  start?: Place;
}>;

/** Classes by partners. One stop for the Tab key; arrows, Home, End and Page keys move, Enter opens. */
export function MatrixGrid({ matrix: { partners, rows }, drawing, start = FIRST }: MatrixGridProps) {
  const table = useRef<HTMLTableElement>(null);
  const [wanted, setWanted] = useState<Place>(start);
  // Row 0 is the head, column 0 the classes.
  const size = { rows: rows.length + 1, columns: partners.length + 1 };
  const at = placeWithin(wanted, size);

  const move = (event: KeyboardEvent) => {
    const to = event.altKey || event.shiftKey ? undefined : placeAfterKey(event, at, size);
    if (to === undefined) return;
    event.preventDefault();
    setWanted(to);
    focusPlace(table.current, to);
  };
  const follow = (element: Element) => {
    const place = placeOf(element);
    if (place !== undefined) setWanted(place);
  };
  const stop = (row: number, column: number) => (row === at.row && column === at.column ? 0 : -1);
  const headPlace = (column: number): PlaceProps => ({ 'data-place': `0 ${column}`, tabIndex: stop(0, column) });

  return (
    <MatrixTable
      table={table}
      label="Buckets, classes by partners"
      corner={{ children: 'Class', ...headPlace(0) }}
      columns={partners.map((partner, index) => ({
        key: partner.number,
        head: drawing.partner(partner, headPlace(index + 1)),
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
  /** The column the Tab key stops at, if it stops in this row. */
  stop: number | undefined;
}>;

const MatrixGridRow = memo(function MatrixGridRow({ row, partners, drawing, at, stop }: MatrixGridRowProps) {
  const { cob, cells, opens } = row;
  const place = (column: number): PlaceProps => ({
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

const FIRST: Place = { row: 1, column: 1 };

/** Rows of one family say its name once, loudly. */
export function ClassLabel({ cob: { label, family }, opens }: Pick<MatrixRow, 'cob' | 'opens'>) {
  if (opens || label === family) return <MiddleClip text={label} />;
  return (
    <>
      <span className={`ls-ink-3 ${classes.family}`}>{family}</span>
      <MiddleClip text={label.slice(family.length).trim()} />
    </>
  );
}
