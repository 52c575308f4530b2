import { Fragment, useMemo } from 'react';
import type { EntryNote } from '#domain/bucket/check.ts';
import type { ShownEntry } from '#web/bucket/show/searchEntries.ts';
import type { DialLookup } from '#web/bucket/query.ts';
import { useTableRows } from '#web/kit/useVirtualRows.ts';
import { useMay } from '#web/session/session.tsx';
import { EntryRow } from './EntryRow.tsx';
import classes from './Entries.module.css';

type EntriesTableProps = Readonly<{
  shown: readonly ShownEntry[];
  lookup: DialLookup;
  /** Some of the dials are on their way. */
  waiting: boolean;
  notes: readonly EntryNote[];
}>;

export function EntriesTable({ shown, lookup, waiting, notes }: EntriesTableProps) {
  const { body, rows, gapAfter, measure, onFocus, onBlur } = useTableRows(shown.length);
  const mayView = useMay()({ scope: 'dials', action: 'view' });
  const kinds = useMemo(() => new Map(notes.map(({ dial_id, kind }) => [dial_id, kind])), [notes]);
  return (
    <table className={`ls-wide ${classes.table}`} aria-label="Dials in order" aria-rowcount={shown.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className={classes.position}>
            <span className="ls-hidden">Position</span>
          </th>
          <th scope="col">
            <span className="ls-hidden">Dial, and what it sets here</span>
          </th>
          <th scope="col" className={classes.status}>
            <span className="ls-hidden">Status</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body} onFocus={onFocus} onBlur={onBlur}>
        {rows.map(({ index, gapBefore }) => {
          const row = shown[index];
          return row === undefined ? null : (
            <Fragment key={row.entry.dial_id}>
              {gapBefore > 0 && <Gap height={gapBefore} />}
              <EntryRow
                ref={measure}
                index={index}
                entry={row.entry}
                position={row.position}
                dial={lookup(row.entry)}
                waiting={waiting}
                note={kinds.get(row.entry.dial_id)}
                linked={mayView}
              />
            </Fragment>
          );
        })}
        {gapAfter > 0 && <Gap height={gapAfter} />}
      </tbody>
    </table>
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
