import { useState } from 'react';
import type { AuditRow } from '#contract/audit.ts';
import tables from '#web/admin/table.module.css';
import { AuditTableRow } from './AuditTableRow.tsx';
import classes from './Audit.module.css';

export function AuditTable({ rows }: Readonly<{ rows: readonly AuditRow[] }>) {
  const [now] = useState(() => new Date());
  return (
    <div className={`ls-card ${tables.card} ls-fixed ls-above-16`}>
      <table className={`ls-wide ${tables.table} ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col" className={classes.when}>
              When
            </th>
            <th scope="col" className={classes.who}>
              Who
            </th>
            <th scope="col" className={classes.what}>
              What
            </th>
            <th scope="col">About</th>
            <th scope="col" className={classes.more}>
              <span className="ls-hidden">Detail</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <AuditTableRow key={row.seq} row={row} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
