import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import { PageLink } from '#web/frame/PageLink.tsx';
import type { Matrix } from './matrix.ts';
import { MatrixGridRow } from './MatrixGridRow.tsx';
import classes from './MatrixGrid.module.css';
import { partnerAddress } from '#web/bucket/address.ts';
import { focusPlace, type Place, placeAfterKey, placeOf, placeWithin } from '#web/kit/gridPlace.ts';

const FEW = 9;

type MatrixGridProps = Readonly<{
  matrix: Matrix;
  /** A class was chosen: its row alone is wanted. */
  onClass: (slug: string) => void;
}>;

/** Classes by partners. One stop for the Tab key; arrows, Home, End and Page keys move, Enter opens. */
export function MatrixGrid({ matrix: { partners, rows }, onClass }: MatrixGridProps) {
  const table = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<Place>({ row: 1, column: 1 });
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

  return (
    <div
      className={classes.scroller}
      data-few={partners.length < FEW || undefined}
      style={{ '--columns': partners.length } as CSSProperties}
    >
      <div
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
        <div role="rowgroup" className={classes.head}>
          <div role="row" className={classes.row}>
            <div role="columnheader" className={classes.corner} data-place="0 0" tabIndex={stop(0, 0)}>
              Class
            </div>
            {partners.map(({ number, name }, index) => (
              <div key={number} role="columnheader" className={classes.partner}>
                <PageLink to={partnerAddress(number)} data-place={`0 ${index + 1}`} tabIndex={stop(0, index + 1)}>
                  <b>{number}</b> <span>{name}</span>
                </PageLink>
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={classes.body}>
          {rows.map((row, index) => (
            <MatrixGridRow
              key={row.cob.slug}
              row={row}
              partners={partners}
              at={index + 1}
              stop={at.row === index + 1 ? at.column : undefined}
              onClass={onClass}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
