import { Fragment, useEffect } from 'react';
import type { DialRow } from '#contract/dial.ts';
import { useNameOption } from '#web/dial/query.ts';
import { utcToday } from '#web/dial/show/activeWindow.ts';
import { DialsTableRow } from './DialsTableRow.tsx';
import { SkeletonRow } from './SkeletonRows.tsx';
import { useKeptPlace } from './useKeptPlace.ts';
import { useTableRows } from '#web/kit/useVirtualRows.ts';
import classes from './DialsTable.module.css';

type DialsTableProps = Readonly<{
  rows: readonly DialRow[];
  /** More can be fetched below the last row. */
  more: boolean;
  onEnd: () => void;
  /** Of another list than the one asked for: kept until the answer is here. */
  old: boolean;
  /** What is listed: another one starts at the top. Not known while the old rows are shown. */
  listed: string | undefined;
  mayEdit: boolean;
  onTag: (tag: string) => void;
}>;

const NEAR_END = 20;
const WAITING_ROWS = 5;

export function DialsTable({ rows, more, onEnd, old, listed, mayEdit, onTag }: DialsTableProps) {
  const nameOption = useNameOption();
  const count = rows.length + (more ? WAITING_ROWS : 0);
  const { body, scroller, rows: placed, gapAfter, measure, onFocus, onBlur } = useTableRows(count);
  const keepPlace = useKeptPlace(scroller, listed);
  const today = utcToday();

  const last = placed.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && last >= rows.length - NEAR_END) onEnd();
  }, [more, last, rows.length, onEnd]);

  return (
    <div className={classes.card} data-old={old || undefined} aria-busy={old}>
      <table className={classes.table} aria-label="Dials" aria-rowcount={more ? -1 : rows.length + 1}>
        <DialsTableHead />
        <tbody ref={body} onFocus={onFocus} onBlur={onBlur}>
          {placed.map(({ index, gapBefore }) => {
            const row = rows[index];
            return (
              <Fragment key={row?.id ?? `waiting-${index - rows.length}`}>
                {gapBefore > 0 && <Gap height={gapBefore} />}
                {row === undefined ? (
                  <SkeletonRow />
                ) : (
                  <DialsTableRow
                    ref={measure}
                    index={index}
                    row={row}
                    today={today}
                    nameOption={nameOption}
                    mayEdit={mayEdit}
                    onTag={onTag}
                    onLeave={keepPlace}
                  />
                )}
              </Fragment>
            );
          })}
          {gapAfter > 0 && <Gap height={gapAfter} />}
        </tbody>
      </table>
    </div>
  );
}

/** Stands for the rows that are out of sight. */
function Gap({ height }: Readonly<{ height: number }>) {
  return (
    <tr aria-hidden className={classes.gap} style={{ height }}>
      <td />
    </tr>
  );
}

export function DialsTableHead() {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={classes.name}>
          Name
        </th>
        <th scope="col" className={classes.tags}>
          Tags
        </th>
        <th scope="col" className={classes.status}>
          Status
        </th>
        <th scope="col" className={classes.window}>
          Active window
        </th>
        <th scope="col" className={classes.use}>
          In use
        </th>
        <th scope="col" className={classes.version}>
          Version
        </th>
        <th scope="col" className={classes.actions}>
          <span className="ls-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  );
}
