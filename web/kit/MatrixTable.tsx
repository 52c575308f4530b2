import type { ComponentProps, CSSProperties, ReactNode, RefObject } from 'react';
import classes from './MatrixTable.module.css';

const FEW = 9;

type MatrixTableProps = Readonly<{
  table: RefObject<HTMLTableElement | null>;
  label: string;
  /** The rows' heading, and extra props of that cell. */
  corner: ComponentProps<'th'>;
  columns: readonly Readonly<{ key: number; head: ReactNode }>[];
  rowCount: number;
  /** One `MatrixLine` per row. */
  children: ReactNode;
}> &
  Pick<ComponentProps<'table'>, 'onKeyDown' | 'onClick' | 'onFocus'>;

/** A two-dimensional table. The heads of rows and columns are sticky, and columns have a minimum width. */
export function MatrixTable({ table, label, corner, columns, rowCount, children, ...handlers }: MatrixTableProps) {
  return (
    <div
      className={`ls-card ${classes.scroller}`}
      data-few={columns.length < FEW || undefined}
      style={{ '--columns': columns.length } as CSSProperties}
    >
      <table
        ref={table}
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length + 1}
        className={`ls-wide ${classes.grid}`}
        {...handlers}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={classes.corner} {...corner} />
            {columns.map(({ key, head }) => (
              <th key={key} scope="col" className={classes.column}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

type MatrixLineProps = Readonly<{
  /** Its row of the grid; the head is 0. */
  at: number;
  head: ReactNode;
  /** It begins a group of rows. */
  opens: boolean;
  /** Its cells. */
  children: ReactNode;
}>;

export function MatrixLine({ at, head, opens, children }: MatrixLineProps) {
  return (
    <tr aria-rowindex={at + 1} data-opens={opens || undefined}>
      <th scope="row" className={classes.name}>
        {head}
      </th>
      {children}
    </tr>
  );
}

const BONE_ROWS = 14;
const BONE_COLUMNS = 12;

/** The matrix skeleton; like every skeleton it appears only after 150 ms. */
export function MatrixSkeleton({ corner }: Readonly<{ corner: string }>) {
  return (
    <div role="status" className={`ls-card ls-appear ${classes.scroller}`}>
      <span className="ls-hidden">Loading...</span>
      <table aria-hidden className={`ls-wide ${classes.grid}`}>
        <thead>
          <tr>
            <th className={classes.corner}>{corner}</th>
            {Array.from({ length: BONE_COLUMNS }, (_, column) => (
              <th key={column} className={classes.column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: BONE_ROWS }, (_, row) => (
            <tr key={row}>
              {Array.from({ length: BONE_COLUMNS + 1 }, (__, column) => (
                <td key={column}>
                  <div className={classes.bones} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
