import IconDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { Fragment, type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle } from 'react';
import { Gap } from '#web/kit/Table.tsx';
import { useTableRows } from '#web/kit/useVirtualRows.ts';
import {
  cellClass,
  type Columns,
  DataRow,
  type Group,
  GroupRow,
  moveBetweenBoxes,
  type Place,
  type RowFacts,
  type Selection,
  Tick,
} from './DataRow.tsx';
import { listItems, type ListQuery, Loaded } from './Loaded.tsx';
import { type PagesQuery, ShowMore } from './ShowMore.tsx';

/** What a virtual list offers to the part of the page around it. */
export type TableHandle = Readonly<{
  /** Mounts a row wherever one has scrolled, and gives it to `show`. */
  reveal: (index: number, show: (row: HTMLElement) => void) => void;
  scroller: HTMLElement | null;
}>;

const FRAMES = {
  /** A card of the page. The head stays while the page scrolls. */
  page: { box: 'ls-card ls-fixed', table: 'ls-table-sticky', state: undefined },
  /** A card that fills what the page leaves, and scrolls itself. */
  pane: { box: 'ls-card ls-scroll', table: 'ls-table-sticky', state: undefined },
  /** Within a card, and scrolled sideways where it is too wide. */
  card: { box: 'ls-scroll', table: '', state: 'ls-pad' },
  /** Within something that scrolls. */
  none: { box: '', table: '', state: 'ls-pad' },
} as const;

type DataTableProps<Row> = Readonly<{
  /** The name of the table, for screen readers. */
  label: string;
  /** The rows, or the query of them, whole or in pages. Undefined while they are loaded. */
  rows: readonly Row[] | ListQuery<Row> | (ListQuery<Row> & PagesQuery) | undefined;
  /** A constant outside of the component, unless they differ between uses of the list. */
  columns: Columns<Row>;
  row: RowFacts<Row>;
  /** The title of the failure. */
  failed?: string;
  /** Shown instead of a list without rows. */
  empty?: ReactNode;
  frame?: keyof typeof FRAMES;
  /** The look of the table: ls-table-fixed, ls-table-hover, or classes of its own. */
  className?: string | undefined;
  select?: Selection<Row>;
  sort?: Readonly<{ by: string; onSort: (by: string) => void }>;
  /** Renders the rows in sight only, and loads the next page near the last of them: for hundreds of rows. */
  virtual?: boolean | Readonly<{ ref: Ref<TableHandle> }>;
  /** Below the rows. */
  foot?: ReactNode;
}>;

/**
 * The one list: its head, skeleton, rows, next page, empty and failed state, sorting, selection, expansion and keys. A
 * cell is a function of its row.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, failed, empty, foot, virtual = false } = props;
  const { state } = FRAMES[props.frame ?? 'page'];
  const query = asQuery(rows);
  const pages = 'fetchNextPage' in query ? query : undefined;
  // A virtual list loads the next page by itself, unless it failed.
  const more = pages?.hasNextPage === true && (virtual === false || pages.isFetchNextPageError) && (
    <div className={`ls-fixed ls-above-14 ${state ?? ''}`}>
      <ShowMore query={pages} title={failed} />
    </div>
  );
  return (
    <Loaded
      query={listItems(query)}
      title={failed}
      skeleton={<WaitingTable {...props} />}
      {...(empty !== undefined && {
        empty: (
          <>
            {empty}
            {more}
          </>
        ),
      })}
      className={state}
    >
      {(items) => (
        <>
          <ShownTable table={props} items={items} query={query} />
          {more}
          {foot}
        </>
      )}
    </Loaded>
  );
}

function asQuery<Row>(rows: DataTableProps<Row>['rows']): ListQuery<Row> | (ListQuery<Row> & PagesQuery) {
  if (rows !== undefined && 'data' in rows) return rows;
  return { data: rows, error: null, isFetching: false, refetch: () => undefined };
}

/** What the head and the rows of a table have in common. */
type Shape<Row> = Pick<DataTableProps<Row>, 'columns' | 'row' | 'select' | 'sort'>;

type FrameProps = Readonly<{
  table: Pick<DataTableProps<unknown>, 'label' | 'frame' | 'className'>;
  rowCount?: number | undefined;
  isOld?: boolean;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  children: ReactNode;
}>;

function Frame({ table, rowCount, isOld = false, onKeyDown, children }: FrameProps) {
  const { label, frame = 'page', className = '' } = table;
  const { box, table: look } = FRAMES[frame];
  return (
    <div
      className={`ls-table-box ${box}`}
      data-old={isOld || undefined}
      aria-busy={isOld || undefined}
      onKeyDown={onKeyDown}
    >
      <table aria-label={label} aria-rowcount={rowCount} className={`ls-table ${look} ${className}`}>
        {children}
      </table>
    </div>
  );
}

const WAITING_ROWS = 9;
const NAME_WIDTHS = ['62%', '48%', '70%', '55%'];

/** The head at once, the bones of the rows after 150 ms, as in every skeleton. */
function WaitingTable<Row>(props: DataTableProps<Row>) {
  return (
    <>
      <p role="status" className="ls-hidden">
        Loading...
      </p>
      <Frame table={props}>
        <Head shape={props} isWaiting />
        <tbody aria-hidden className="ls-appear">
          {Array.from({ length: WAITING_ROWS }, (_, index) => (
            <WaitingRow key={index} index={index} shape={props} />
          ))}
        </tbody>
      </Frame>
    </>
  );
}

function WaitingRow<Row>({ index, shape }: Readonly<{ index: number; shape: Shape<Row> }>) {
  return (
    <tr aria-hidden>
      {shape.select && <td className="ls-table-tick" />}
      {shape.columns.map((column, place) => (
        <td key={column.head} className={cellClass(column)}>
          {column.isHeadHidden !== true && (
            <span
              className="ls-bone"
              style={{ width: place === 0 ? NAME_WIDTHS[index % NAME_WIDTHS.length] : '70%' }}
            />
          )}
        </td>
      ))}
      {shape.row.expand && <td />}
    </tr>
  );
}

type ShownTableProps<Row> = Readonly<{
  table: DataTableProps<Row>;
  items: readonly Row[];
  query: ReturnType<typeof asQuery<Row>>;
}>;

function ShownTable<Row>({ table, items, query }: ShownTableProps<Row>) {
  const { select, columns, virtual = false } = table;
  const lines = listLines(items, table.row);
  const hasMore = 'hasNextPage' in query && query.hasNextPage;
  return (
    <Frame
      table={table}
      rowCount={virtual === false ? undefined : hasMore ? -1 : lines.length + 1}
      isOld={query.isPlaceholderData === true}
      onKeyDown={select && moveBetweenBoxes}
    >
      <Head shape={table} items={items} />
      {virtual === false ? (
        <tbody>
          {lines.map((line) => (
            <LineView key={line.key} line={line} shape={table} />
          ))}
        </tbody>
      ) : (
        <VirtualBody lines={lines} shape={table} query={query} handle={virtual === true ? undefined : virtual.ref} />
      )}
      {columns.some(({ total }) => total !== undefined) && (
        <tfoot>
          <tr>
            {columns.map((column) => {
              const Cell = column.isRowHead ? 'th' : 'td';
              return (
                <Cell key={column.head} className={cellClass(column)} {...(column.isRowHead && { scope: 'row' })}>
                  {column.total}
                </Cell>
              );
            })}
          </tr>
        </tfoot>
      )}
    </Frame>
  );
}

type HeadProps<Row> = Readonly<{ shape: Shape<Row>; items?: readonly Row[]; isWaiting?: boolean }>;

function Head<Row>({ shape, items = [], isWaiting = false }: HeadProps<Row>) {
  const { columns, row, select, sort } = shape;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {select && (
          <th scope="col" className="ls-table-tick">
            {select.all !== undefined && !isWaiting && <Tick select={select} rows={items} label={select.all} />}
            <span className="ls-hidden">Select</span>
          </th>
        )}
        {columns.map((column) => {
          const { head, width, isHeadHidden = false, drawn, sort: order } = column;
          const isSorted = order !== undefined && order.by === sort?.by;
          return (
            <th
              key={head}
              scope="col"
              className={cellClass(column)}
              {...(width !== undefined && { style: { width } })}
              {...(isSorted && { 'aria-sort': order.order })}
            >
              {!isWaiting && drawn}
              {order === undefined || sort === undefined || isWaiting ? (
                <span className={isHeadHidden ? 'ls-hidden' : undefined}>{head}</span>
              ) : (
                <button
                  type="button"
                  className="ls-plain ls-inline ls-table-sort"
                  title={order.title}
                  onClick={() => sort.onSort(order.by)}
                >
                  {head}
                  {isSorted &&
                    (order.order === 'ascending' ? (
                      <IconUp size={12} aria-hidden />
                    ) : (
                      <IconDown size={12} aria-hidden />
                    ))}
                </button>
              )}
            </th>
          );
        })}
        {row.expand && (
          <th scope="col" className="ls-table-toggle">
            <span className="ls-hidden">Details</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

type Line<Row> = Readonly<
  { key: string; row: Row; group?: undefined } | { key: string; group: Group; rows: readonly Row[] }
>;

/** Returns each row once, those of a group together below its head. */
function listLines<Row>(items: readonly Row[], { key, group: groupOf }: RowFacts<Row>): readonly Line<Row>[] {
  const unique = new Map(items.map((row) => [String(key(row)), row]));
  const lines = [...unique].map(([name, row]) => ({ key: name, row }));
  if (groupOf === undefined) return lines;
  return [...Map.groupBy(lines, ({ row }) => groupOf(row)?.key).values()].flatMap((part): Line<Row>[] => {
    const rows = part.map(({ row }) => row);
    const group = rows[0] && groupOf(rows[0]);
    return group === undefined ? part : [{ key: `group ${group.key}`, group, rows }, ...part];
  });
}

/** The next page is loaded this many rows before the last one. */
const NEAR_END = 20;
const MORE_ROWS = 5;

type VirtualBodyProps<Row> = Readonly<{
  lines: readonly Line<Row>[];
  shape: Shape<Row>;
  query: ReturnType<typeof asQuery<Row>>;
  handle: Ref<TableHandle> | undefined;
}>;

function VirtualBody<Row>({ lines, shape, query, handle }: VirtualBodyProps<Row>) {
  const pages = 'fetchNextPage' in query ? query : undefined;
  const hasMore = pages?.hasNextPage === true;
  const { body, scroller, rows, gapAfter, measure, onFocus, onBlur, reveal } = useTableRows(
    lines.length + (hasMore ? MORE_ROWS : 0),
  );
  useImperativeHandle(handle, () => ({ reveal, scroller }), [reveal, scroller]);
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= lines.length - NEAR_END;
  useEffect(() => {
    const isBusy = query.isFetching || query.isPlaceholderData === true;
    if (isNearEnd && hasMore && !isBusy && !pages.isFetchNextPageError)
      void pages.fetchNextPage({ cancelRefetch: false });
  });
  return (
    <tbody ref={body} onFocus={onFocus} onBlur={onBlur}>
      {rows.map(({ index, gapBefore }) => {
        const line = lines[index];
        return (
          <Fragment key={line?.key ?? `waiting ${index - lines.length}`}>
            {gapBefore > 0 && <Gap height={gapBefore} />}
            {line === undefined ? (
              <WaitingRow index={index} shape={shape} />
            ) : (
              <LineView line={line} shape={shape} index={index} measure={measure} />
            )}
          </Fragment>
        );
      })}
      {gapAfter > 0 && <Gap height={gapAfter} />}
    </tbody>
  );
}

type LineViewProps<Row> = Place & Readonly<{ line: Line<Row>; shape: Shape<Row> }>;

function LineView<Row>({ line, shape, ...place }: LineViewProps<Row>) {
  const { columns, row: facts, select } = shape;
  if (line.group === undefined)
    return (
      <DataRow
        row={line.row}
        columns={columns}
        facts={facts}
        select={select}
        isChosen={select?.isChosen(line.row) === true}
        {...place}
      />
    );
  return <GroupRow group={line.group} rows={line.rows} columns={columns} facts={facts} select={select} {...place} />;
}
