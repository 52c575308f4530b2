import type { ReactNode } from 'react';
import classes from './Paper.module.css';

type PaperTableProps = Readonly<{
  label: string;
  heads: readonly string[];
  className?: string | undefined;
  children: ReactNode;
}>;

/** A table for paper. */
export function PaperTable({ label, heads, className = '', children }: PaperTableProps) {
  return (
    <table className={`ls-wide ls-above-8 ${classes.table} ${className}`} aria-label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** 2026-11-14 11:20:05 UTC: evidence is read anywhere, and to the second. */
export const utcText = (moment: string): string =>
  `${new Date(moment).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
