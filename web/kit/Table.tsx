import type { ReactNode } from 'react';

export type Column = Readonly<{
  label: string;
  /** This or `width` sets the column width. */
  className?: string | undefined;
  width?: number;
  /** The label is for screen readers only. */
  hidden?: boolean;
  /** Above the label. */
  drawn?: ReactNode;
}>;

/** A column of numbers. */
export const right = (label: string): Column => ({ label, className: 'ls-right' });

type TableProps = Readonly<{
  /** The table's name, for screen readers. */
  label?: string;
  columns: readonly (Column | string)[];
  /** Also its variants: ls-table-fixed, ls-table-hover, ls-table-sticky. */
  className?: string | undefined;
  children: ReactNode;
}>;

/** The look of a table that is no list (frame/DataTable): a sunken head, hairlines between rows. Rows are the caller's. */
export function Table({ label, columns, className = '', children }: TableProps) {
  return (
    <table {...(label !== undefined && { 'aria-label': label })} className={`ls-table ${className}`}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={typeof column === 'string' ? column : column.label} {...asColumn(column)} />
          ))}
        </tr>
      </thead>
      {children}
    </table>
  );
}

const asColumn = (column: Column | string): Column => (typeof column === 'string' ? { label: column } : column);

function Head({ label, className, width, hidden = false, drawn }: Column) {
  return (
    <th scope="col" className={className} {...(width !== undefined && { style: { width } })}>
      {drawn}
      {hidden ? <span className="ls-hidden">{label}</span> : label}
    </th>
  );
}

/** A spacer for the rows that are not rendered. */
export const Gap = ({ height, columns }: Readonly<{ height: number; columns?: number }>) => (
  <tr aria-hidden className="ls-spacer" style={{ height }}>
    <td colSpan={columns} />
  </tr>
);
