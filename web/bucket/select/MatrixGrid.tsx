import { type CSSProperties, type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react';
import type { Matrix, MatrixCell, MatrixRow } from './matrix.ts';
import classes from './MatrixGrid.module.css';
import { focusPlace, type Place, placeAfterKey, placeOf, placeWithin } from '#web/kit/gridPlace.ts';
import type { Partner } from '#contract/bucket.ts';
import type { ClassOfBusiness } from '#domain/cob/class-of-business.ts';
import { MiddleClip } from '#web/kit/MiddleClip.tsx';

const FEW = 9;

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
    <div
      className={`ls-card ${classes.scroller}`}
      data-few={partners.length < FEW || undefined}
      style={{ '--columns': partners.length } as CSSProperties}
    >
      <table
        ref={table}
        role="grid"
        tabIndex={-1}
        aria-label="Buckets, classes by partners"
        aria-rowcount={rows.length + 1}
        aria-colcount={partners.length + 1}
        className={`ls-wide ${classes.grid}`}
        onKeyDown={move}
        onFocus={(event) => follow(event.target)}
      >
        <thead>
          <tr>
            <th scope="col" className={classes.corner} {...headPlace(0)}>
              Class
            </th>
            {partners.map((partner, index) => (
              <th key={partner.number} scope="col" className={classes.partner}>
                {drawing.partner(partner, headPlace(index + 1))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </div>
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
    <tr data-opens={opens || undefined}>
      <th scope="row" className={classes.class}>
        {drawing.class(row, place(0))}
      </th>
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
    </tr>
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

const ROWS = 14;
const COLUMNS = 12;

/** The shape of the matrix while it is on its way; like every skeleton it stays away for 150 ms. */
export function MatrixSkeleton() {
  return (
    <div role="status" className={`ls-card ls-appear ${classes.scroller}`}>
      <span className="ls-hidden">Loading...</span>
      <table aria-hidden className={`ls-wide ${classes.grid}`}>
        <thead>
          <tr>
            <th className={classes.corner}>Class</th>
            {Array.from({ length: COLUMNS }, (_, column) => (
              <th key={column} className={classes.partner} />
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: ROWS }, (_, row) => (
            <tr key={row}>
              {Array.from({ length: COLUMNS + 1 }, (__, column) => (
                <td key={column}>
                  <div className={classes.bones} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
