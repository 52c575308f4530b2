import type { ReactNode } from 'react';

/** A column's head; its class or `width` gives the column its width. A head for screen readers only where `hidden`. */
export type Column = Readonly<{ label: string; className?: string | undefined; hidden?: boolean; width?: number }>;

/** A column of numbers. */
export const right = (label: string): Column => ({ label, className: 'ls-right' });

type TableProps = Readonly<{
  /** What the table is called, for screen readers. */
  label?: string;
  columns: readonly (Column | string)[];
  /** Looks beside the plain one: fixed, hover, sticky. */
  look?: string;
  className?: string | undefined;
  /** With its head, where not all rows are drawn. */
  rowCount?: number;
  children: ReactNode;
}>;

/** The one look of a table: a sunken head, hairlines between rows. Rows are the caller's `<tbody>`. */
export function Table({ label, columns, look = '', className = '', rowCount, children }: TableProps) {
  const looks = look.split(' ').filter(Boolean);
  return (
    <table
      {...(label !== undefined && { 'aria-label': label })}
      aria-rowcount={rowCount}
      className={['ls-table', ...looks.map((each) => `ls-table-${each}`), className].join(' ')}
    >
      <thead>
        <tr aria-rowindex={rowCount === undefined ? undefined : 1}>
          {columns.map((column) => {
            const {
              label: text,
              className: own,
              hidden = false,
              width,
            }: Column = typeof column === 'string' ? { label: column } : column;
            return (
              <th key={text} scope="col" className={own} {...(width !== undefined && { style: { width } })}>
                {hidden ? <span className="ls-hidden">{text}</span> : text}
              </th>
            );
          })}
        </tr>
      </thead>
      {children}
    </table>
  );
}
