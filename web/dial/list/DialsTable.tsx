import IconDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { Fragment, type Ref, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { DialRow } from '#contract/dial.ts';
import type { DialSort } from '#domain/dial/list.ts';
import { shortLabelOf, VALUE_KEYS } from '#domain/value/registry.ts';
import { useNameOption } from '#web/dial/query.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import { useTableRows } from '#web/kit/useVirtualRows.ts';
import { DialsTableRow } from './DialsTableRow.tsx';
import { useToday } from '#web/kit/useNow.ts';
import { Gap } from '#web/kit/Table.tsx';
import classes from './DialsTable.module.css';

type DialsTableProps = Readonly<{
  rows: readonly DialRow[];
  /** More can be fetched below the last row. */
  more: boolean;
  onEnd: () => void;
  /** Rows of the previous list, kept until the response arrives. */
  old: boolean;
  /** The key of the list: another one starts at the top. Undefined while the previous rows are shown. */
  listed: string | undefined;
  /** With a class: dials for every class come last, under a heading. */
  isOfClass: boolean;
  sorting: Sorting;
  mayEdit: boolean;
  removes: boolean;
  onTag: (tag: string) => void;
  /** In place of tags, window and version. */
  showsValues: boolean;
  selection: Readonly<{ ticked: ReadonlySet<string>; onTick: (dialId: string) => void }>;
}>;

type Sorting = Readonly<{ sort: DialSort; onSort: (sort: DialSort) => void }>;

const TABLE = `ls-table ls-table-fixed ls-table-hover ls-table-sticky ${classes.table}`;
const NEAR_END = 20;
const WAITING_ROWS = 5;

export function DialsTable(props: DialsTableProps) {
  const { rows, more, onEnd, old, listed, isOfClass, sorting, mayEdit, removes, onTag, showsValues, selection } = props;
  const nameOption = useNameOption();
  const firstForEvery = isOfClass ? rows.findIndex((row) => row.for_every_class) : -1;
  const headings = firstForEvery === -1 ? 0 : 1;
  const length = rows.length + headings;
  const count = length + (more ? WAITING_ROWS : 0);
  const { body, scroller, rows: placed, gapAfter, measure, onFocus, onBlur } = useTableRows(count);
  const saveScroll = useSavedScroll(scroller, listed);
  const today = useToday();

  const last = placed.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && !old && last >= length - NEAR_END) onEnd();
  }, [more, old, last, length, onEnd]);

  return (
    <div className={`ls-card ${classes.card}`} data-old={old || undefined} aria-busy={old}>
      <table className={TABLE} aria-label="Dials" aria-rowcount={more ? -1 : length + 1}>
        <DialsTableHead showsValues={showsValues} {...sorting} />
        <tbody ref={body} onFocus={onFocus} onBlur={onBlur}>
          {placed.map(({ index, gapBefore }) => {
            const isHeading = index === firstForEvery;
            const row = rows[headings > 0 && index > firstForEvery ? index - 1 : index];
            const key = isHeading ? 'every-class' : (row?.id ?? `waiting-${index - length}`);
            return (
              <Fragment key={key}>
                {gapBefore > 0 && <Gap height={gapBefore} />}
                {isHeading && <EveryClassRow index={index} measure={measure} />}
                {!isHeading && row === undefined && <SkeletonRow />}
                {!isHeading && row !== undefined && (
                  <DialsTableRow
                    ref={measure}
                    index={index}
                    row={row}
                    today={today}
                    nameOption={nameOption}
                    mayEdit={mayEdit}
                    removes={removes}
                    onTag={onTag}
                    showsValues={showsValues}
                    ticked={selection.ticked.has(row.id)}
                    onTick={selection.onTick}
                    onLeave={saveScroll}
                  />
                )}
              </Fragment>
            );
          })}
          {gapAfter > 0 && <Gap height={gapAfter} />}
        </tbody>
      </table>
    </div>
  );
}

function EveryClassRow({ index, measure }: Readonly<{ index: number; measure: Ref<HTMLTableRowElement> }>) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} className={classes.heading}>
      <th scope="rowgroup" colSpan={Math.max(COLUMNS.length, VALUE_COLUMNS.length) + 2} className="ls-small ls-ink-3">
        For every class
      </th>
    </tr>
  );
}

/** With the order that its head gives, if any. */
type Column = readonly [label: string, className: string | undefined, sort?: DialSort];
const COLUMNS: readonly Column[] = [
  ['Name', undefined, 'name'],
  ['Tags', classes.tags],
  ['Status', classes.status],
  ['Active window', classes.window],
  ['In use', classes.use, 'used'],
  ['Version', classes.version],
];
const VALUE_COLUMNS: readonly Column[] = [
  ['Name', undefined, 'name'],
  ['Status', classes.status],
  ...VALUE_KEYS.map((key): Column => [shortLabelOf(key), classes.value]),
  ['In use', classes.use, 'used'],
];

type HeadProps = Readonly<{ showsValues?: boolean }> & Partial<Sorting>;

function DialsTableHead({ showsValues = false, sort, onSort }: HeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <td className={classes.tick} />
        {(showsValues ? VALUE_COLUMNS : COLUMNS).map(([label, className, by]) => (
          <th
            key={label}
            scope="col"
            className={className}
            {...(by !== undefined && by === sort && { 'aria-sort': by === 'name' ? 'ascending' : 'descending' })}
          >
            {by === undefined || onSort === undefined ? (
              label
            ) : (
              <button
                type="button"
                className={`ls-plain ls-inline ${classes.sort}`}
                title={by === 'name' ? 'Sort by name' : 'Most used first'}
                onClick={() => onSort(by)}
              >
                {label}
                {by === sort && (by === 'name' ? <IconUp size={12} aria-hidden /> : <IconDown size={12} aria-hidden />)}
              </button>
            )}
          </th>
        ))}
        <th scope="col" className={classes.actions}>
          <span className="ls-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

const WIDTHS = ['62%', '78%', '55%', '70%', '48%', '66%'];

function SkeletonRow({ at = 0 }: Readonly<{ at?: number }>) {
  return (
    <tr aria-hidden className={classes.waiting}>
      <td className={classes.tick} />
      {COLUMNS.map(([label, className], index) => (
        <td key={label} className={className}>
          <span className="ls-bone" style={{ ...(index === 0 && { width: WIDTHS[at % WIDTHS.length] }) }} />
          {index === 0 && <span className="ls-bone" style={{ width: WIDTHS[(at + 2) % WIDTHS.length] }} />}
        </td>
      ))}
      <td className={classes.actions} />
    </tr>
  );
}

/** The table's skeleton. Like every skeleton it appears only after 150 ms. */
export function SkeletonRows({ rows = 12 }: Readonly<{ rows?: number }>) {
  return (
    <div role="status" className="ls-appear">
      <span className="ls-hidden">Loading...</span>
      <div className={`ls-card ${classes.card}`} aria-hidden>
        <table className={TABLE}>
          <DialsTableHead />
          <tbody>
            {Array.from({ length: rows }, (_, index) => (
              <SkeletonRow key={index} at={index} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** The scroll positions of lists that were left for a dial, by list. */
const savedScroll = new Map<string, number>();

/** Another list starts at the top; returning to a list restores its scroll position, once. */
function useSavedScroll(scroller: HTMLElement | null, listed: string | undefined): () => void {
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!scroller || listed === undefined || shown.current === listed) return;
    const isFirst = shown.current === undefined;
    shown.current = listed;
    const top = savedScroll.get(listed) ?? (isFirst ? undefined : 0);
    if (top !== undefined) scroller.scrollTo({ top });
    savedScroll.clear();
  }, [scroller, listed]);

  // A stable function: rows must not re-render for another list.
  const latest = useLatest(listed);
  return useCallback(() => {
    savedScroll.clear();
    if (scroller && latest.current !== undefined) savedScroll.set(latest.current, scroller.scrollTop);
  }, [scroller, latest]);
}
