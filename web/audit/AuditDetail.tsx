import { useState } from 'react';
import type { AuditRow } from '#contract/audit.ts';
import { detailLines, type DetailLine } from './auditDetail.ts';
import { auditTold } from './show/words.ts';
import classes from './Audit.module.css';

const MAX_LINES = 40;

/** What a record keeps, to be read: what was struck, what became beside it. */
export function AuditDetail({ row }: Readonly<{ row: AuditRow }>) {
  const [all, setAll] = useState(false);
  const lines = detailLines(row.detail);
  const told = auditTold(row);
  const more = lines.length - MAX_LINES;
  return (
    <dl className={`ls-facts ls-gap-4 ${classes.detail}`}>
      <Line label="Record" text={`${row.seq}, ${row.at}`} />
      <Line label="Object" text={`${row.object.type} ${row.object.id}`} />
      {told !== undefined && <Line label="Told" text={told} />}
      {(all ? lines : lines.slice(0, MAX_LINES)).map((line) => (
        <Line key={line.label} {...line} />
      ))}
      {more > 0 && !all && (
        <div>
          <dt />
          <dd>
            <button type="button" className="ls-link" onClick={() => setAll(true)}>
              and {more} more
            </button>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Line({ label, was, became, text }: DetailLine) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {text}
        {was !== undefined && <del>{was}</del>}
        {was !== undefined && became !== undefined && ' → '}
        {became !== undefined && <ins>{became}</ins>}
      </dd>
    </div>
  );
}
