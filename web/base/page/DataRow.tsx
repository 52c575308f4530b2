import { ActionIcon } from '@mantine/core';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import {
  type ComponentProps,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useId,
  useState,
} from 'react';
import { ARROW_ROW, moveByArrows } from '#web/kit/arrowRows.ts';

/** A column. Its functions are methods, so that one memoised row serves rows of every type. */
export type Column<Row> = Readonly<{
  head: string;
  cell(row: Row): ReactNode;
  /** The cell names its row. */
  isRowHead?: boolean;
  /** The head is for screen readers only. */
  isHeadHidden?: boolean;
  /** Drawn in the head before its words. */
  drawn?: ReactNode;
  /** The width of the list from which on it has the column: above 560, 700, 860 or 1000 px. */
  from?: keyof typeof FROM;
  align?: 'end';
  width?: number | string;
  /** Of the head and the cells. */
  className?: string | undefined;
  sort?: Readonly<{ by: string; order: 'ascending' | 'descending'; title: string }>;
  /** How many columns the cell of a row takes, instead of one. */
  span?(row: Row): number;
  /** Its cell in the foot of the table. */
  total?: ReactNode;
}>;

export type Columns<Row> = readonly Column<Row>[];

/** A group of rows. `pick` is the name of the box that selects all of them. */
export type Group = Readonly<{ key: string; head: ReactNode; pick?: string }>;

/** What a row is beside its cells. */
export type RowFacts<Row> = Readonly<{
  /** Unique in the list. A row that two pages have, because it changed between them, is shown once. */
  key(row: Row): string | number;
  /** Attributes of the row: its class, or a state that a sheet reads. */
  attributes?(row: Row): ComponentProps<'tr'> & Readonly<Record<`data-${string}`, unknown>>;
  /** Opens the row wherever it is pressed, except on a control. For the keyboard a cell has a link. */
  open?(row: Row): void;
  /** The group of the row. Its head is shown above the first row of it. */
  group?(row: Row): Group | undefined;
  /** Shown below the row as a part of it, across the columns. Not in virtual lists. */
  below?(row: Row): ReactNode;
  /** Shown below the row on request. */
  expand?: Readonly<{
    label(row: Row): string;
    content(row: Row): ReactNode;
    /** The content is rows of the table. */
    hasRows?(row: Row): boolean;
    isOff?(row: Row): boolean;
  }>;
}>;

export type Selection<Row> = Readonly<{
  isChosen(row: Row): boolean;
  pick(rows: readonly Row[], isChosen: boolean): void;
  /** The name of the box. Undefined where a row has none. */
  label(row: Row): string | undefined;
  isOff?(row: Row): boolean;
  /** The name of the box for all rows, which is in the head. */
  all?: string;
}>;

type Shape<Row> = Readonly<{ columns: Columns<Row>; facts: RowFacts<Row>; select: Selection<Row> | undefined }>;

/** Returns the number of columns, with those that the table adds. */
const countColumns = <Row,>({ columns, facts: { expand }, select }: Shape<Row>): number =>
  columns.length + (select ? 1 : 0) + (expand ? 1 : 0);

const FROM = {
  small: 'ls-from-small',
  medium: 'ls-from-medium',
  large: 'ls-from-large',
  wide: 'ls-from-wide',
} as const;

/** Returns the class of the head and the cells of a column. */
export function cellClass<Row>({ from, align, className }: Column<Row>): string | undefined {
  const classes = [from && FROM[from], align && 'ls-right', className].filter((name) => name !== undefined);
  return classes.length === 0 ? undefined : classes.join(' ');
}

export type Place = Readonly<{ index?: number; measure?: Ref<HTMLTableRowElement> }>;

/** For the row of a virtual list. */
const placeProps = ({ index, measure }: Place) =>
  index === undefined ? {} : { ref: measure, 'data-index': index, 'aria-rowindex': index + 2 };

type AcrossProps<Row> = Shape<Row> & Readonly<{ isGroupHead?: boolean; children: ReactNode }>;

/**
 * One cell across the columns after the box. Where some columns are hidden, a span would bring them back: then the cell is
 * that of the first column, and its content as wide as the list.
 */
function Across<Row>({ columns, facts, select, isGroupHead = false, children }: AcrossProps<Row>) {
  const Cell = isGroupHead ? 'th' : 'td';
  const attributes = isGroupHead && { scope: 'rowgroup', className: 'ls-sunken' };
  if (!columns.some(({ from }) => from !== undefined))
    return (
      <Cell {...attributes} colSpan={countColumns({ columns, facts, select }) - (select ? 1 : 0)}>
        {children}
      </Cell>
    );
  return (
    <>
      <Cell {...attributes}>
        <div className="ls-table-across">{children}</div>
      </Cell>
      {columns.slice(1).map(({ head, from }) => (
        <td key={head} aria-hidden className={`${from ? FROM[from] : ''} ${isGroupHead ? 'ls-sunken' : ''}`} />
      ))}
      {facts.expand && <td aria-hidden />}
    </>
  );
}

type GroupRowProps<Row> = Place & Shape<Row> & Readonly<{ group: Group; rows: readonly Row[] }>;

/** The head of a group of rows. */
export function GroupRow<Row>({ group: { head, pick }, rows, columns, facts, select, ...place }: GroupRowProps<Row>) {
  return (
    <tr className="ls-table-group" {...placeProps(place)}>
      {select && (
        <td className="ls-table-tick">{pick !== undefined && <Tick select={select} rows={rows} label={pick} />}</td>
      )}
      <Across columns={columns} facts={facts} select={select} isGroupHead>
        {head}
      </Across>
    </tr>
  );
}

type DataRowProps<Row> = Place & Shape<Row> & Readonly<{ row: Row; isChosen: boolean }>;

/** Scrolling renders only the rows that come into sight. */
export const DataRow: <Row>(props: DataRowProps<Row>) => ReactNode = memo(function DataRow(
  props: DataRowProps<unknown>,
) {
  const { row, columns, facts, select, isChosen, ...place } = props;
  const { attributes, open, below, expand } = facts;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const canExpand = expand !== undefined && expand.isOff?.(row) !== true;
  const press = canExpand ? () => setOpen(!isOpen) : open && (() => open(row));
  const { className = '', ...others } = attributes?.(row) ?? {};
  const label = select?.label(row);
  const part = below?.(row);
  const shape = { columns, facts, select };
  return (
    <>
      <tr
        {...others}
        {...placeProps(place)}
        className={press ? `ls-table-press ${className}` : className || undefined}
        data-chosen={isChosen || undefined}
        data-open={isOpen || undefined}
        onClick={press && ((event) => !isElsewhere(event) && press())}
      >
        {select && (
          <td className="ls-table-tick">
            {label !== undefined && <Tick select={select} rows={[row]} label={label} isOff={select.isOff?.(row)} />}
          </td>
        )}
        {listCells(columns, row)}
        {expand && (
          <td className="ls-right">
            {canExpand && (
              <Toggle
                id={expand.hasRows?.(row) === true ? undefined : id}
                label={expand.label(row)}
                isOpen={isOpen}
                onToggle={setOpen}
              />
            )}
          </td>
        )}
      </tr>
      {part !== undefined && part !== null && part !== false && (
        <tr
          className={`ls-table-below ${open ? 'ls-table-press' : ''} ${className}`}
          {...others}
          onClick={open && ((event) => !isElsewhere(event) && open(row))}
        >
          {select && <td aria-hidden className="ls-table-tick" />}
          <Across {...shape}>{part}</Across>
        </tr>
      )}
      {isOpen &&
        canExpand &&
        (expand.hasRows?.(row) === true ? (
          expand.content(row)
        ) : (
          <tr id={id} className="ls-table-detail">
            {select && <td aria-hidden className="ls-table-tick" />}
            <Across {...shape}>{expand.content(row)}</Across>
          </tr>
        ))}
    </>
  );
});

/** A press on a link, a button or a field is theirs, and one that ends a selection of text is none. */
function isElsewhere({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  return target.closest('a, button, input, label, select, textarea') !== null || getSelection()?.isCollapsed === false;
}

function listCells<Row>(columns: Columns<Row>, row: Row): ReactNode[] {
  const cells: ReactNode[] = [];
  for (let index = 0; index < columns.length;) {
    const column = columns[index];
    if (column === undefined) break;
    const span = Math.min(column.span?.(row) ?? 1, columns.length - index);
    const Cell = column.isRowHead ? 'th' : 'td';
    cells.push(
      <Cell
        key={column.head}
        className={cellClass(column)}
        {...(column.isRowHead && { scope: 'row' })}
        {...(span > 1 && { colSpan: span })}
      >
        {column.cell(row)}
      </Cell>,
    );
    index += span;
  }
  return cells;
}

type TickProps<Row> = Readonly<{
  select: Selection<Row>;
  rows: readonly Row[];
  label: string;
  isOff?: boolean | undefined;
}>;

/** The box of a row, of a group, or of all rows. */
export function Tick<Row>({ select: { isChosen, pick, isOff: isRowOff }, rows, label, isOff }: TickProps<Row>) {
  const pickable = rows.filter((row) => isRowOff?.(row) !== true);
  const count = pickable.filter((row) => isChosen(row)).length;
  return (
    <input
      type="checkbox"
      className="ls-box"
      {...ARROW_ROW}
      aria-label={label}
      disabled={isOff ?? pickable.length === 0}
      checked={count > 0 && count === pickable.length}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < pickable.length;
      }}
      onChange={(event) => pick(pickable, event.currentTarget.checked)}
    />
  );
}

/** Arrows move to the next box; with Shift they take it along. */
export function moveBetweenBoxes(event: KeyboardEvent): void {
  const next = moveByArrows(event);
  if (event.shiftKey && next instanceof HTMLInputElement && !next.checked) next.click();
}

type ToggleProps = Readonly<{
  id?: string | undefined;
  label: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}>;

/** Shows more of a row. Right opens, Left closes. */
export function Toggle({ id, label, isOpen, onToggle }: ToggleProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="slate"
      aria-label={label}
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight' || key === 'ArrowLeft') onToggle(key === 'ArrowRight');
      }}
      onClick={() => onToggle(!isOpen)}
    >
      <IconOpen size={16} aria-hidden className="ls-table-turn" />
    </ActionIcon>
  );
}
