import { useState } from 'react';
import type { AuditRow } from '#contract/audit.ts';
import { Table } from '#web/kit/Table.tsx';
import { AuditTableRow } from './AuditTableRow.tsx';
import classes from './Audit.module.css';

export function AuditTable({ rows }: Readonly<{ rows: readonly AuditRow[] }>) {
  const [now] = useState(() => new Date());
  return (
    <div className="ls-card ls-fixed ls-above-16">
      <Table
        look="fixed sticky"
        className={classes.table}
        columns={[
          { label: 'When', width: 158 },
          { label: 'Who', className: classes.who },
          { label: 'What', className: classes.what },
          'About',
          { label: 'Detail', hidden: true, width: 64 },
        ]}
      >
        <tbody>
          {rows.map((row) => (
            <AuditTableRow key={row.seq} row={row} now={now} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}
