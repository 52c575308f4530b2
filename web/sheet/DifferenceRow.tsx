import type { ReactNode } from 'react';
import { ARROW_ROW } from '#web/kit/arrowRows.ts';
import classes from './Sheet.module.css';

type Side = 'sheet' | 'now';
type RowProps = Readonly<{
  cell: string;
  position: number;
  name: string;
  text: string;
  exported: string;
  sheet: string;
  now: string;
  /** The side that changed. */
  marked: Side;
  isOverride?: boolean;
  draft: ReactNode;
}>;

/** A cell that one side changed. */
export function Row({ exported, sheet, now, marked, isOverride = false, draft, ...subject }: RowProps) {
  return (
    <tr {...ARROW_ROW} tabIndex={-1} className="ls-ring-in">
      <Subject {...subject} />
      <td className="ls-right ls-ink-3 ls-break">{exported}</td>
      <td
        className={`ls-right ls-break ${marked === 'sheet' ? 'ls-bold' : 'ls-ink-3'} ${isOverride ? 'ls-violet' : ''}`}
      >
        {sheet}
      </td>
      <td className={`ls-right ls-break ${marked === 'now' ? 'ls-bold' : ''}`}>{now}</td>
      <td className="ls-small ls-ink-2 ls-break">{draft}</td>
    </tr>
  );
}

type SubjectProps = Pick<RowProps, 'cell' | 'position' | 'name' | 'text'>;

/** Where it stands in the sheet, and what it is about. */
export function Subject({ cell, position, name, text }: SubjectProps) {
  return (
    <>
      <td>
        <span className={`ls-tag ls-num ${classes.cell}`}>{cell}</span>
      </td>
      <th scope="row">
        <span className={`ls-grid ${classes.subject}`}>
          <span className="ls-right ls-ink-3 ls-num">{position}</span>
          <span>
            <b className="ls-block ls-break">{name}</b>
            <span className="ls-block ls-small ls-ink-2 ls-normal">{text}</span>
          </span>
        </span>
      </th>
    </>
  );
}
