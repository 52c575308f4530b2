import type { ReactNode } from 'react';
import classes from './CompareTable.module.css';

export function CompareSection({ title }: Readonly<{ title: string }>) {
  return (
    <tr>
      <th scope="rowgroup" colSpan={3} className={`ls-rule-below ls-ink-2 ls-semi ${classes.section}`}>
        {title}
      </th>
    </tr>
  );
}

type CompareRowProps = Readonly<{
  label: string;
  differs: boolean;
  /** A, then B; nothing for a slot that is empty. */
  cells: readonly ReactNode[];
}>;

/** A dot marks what differs; what is the same steps back. */
export function CompareRow({ label, differs, cells: [a, b] }: CompareRowProps) {
  return (
    <tr className={classes.row} data-differs={differs || undefined}>
      <th scope="row" className={classes.label}>
        {label}
        {differs && (
          <>
            <span className={classes.dot} aria-hidden />
            <span className="ls-hidden">, differs</span>
          </>
        )}
      </th>
      <td className={classes.cell}>{a}</td>
      <td className={classes.cell}>{b}</td>
    </tr>
  );
}
