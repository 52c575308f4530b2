import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { DialRow } from '#contract/dial.ts';
import { DIAL_SORTS, type DialSort } from '#domain/dial/list.ts';
import { useNameOption } from '#web/dial/query.ts';
import type { RowFacts, Selection } from '#web/base/page/DataRow.tsx';
import { DataTable, type TableHandle } from '#web/base/page/DataTable.tsx';
import type { ListQuery } from '#web/base/page/Loaded.tsx';
import type { PagesQuery } from '#web/base/page/ShowMore.tsx';
import { useLatest } from '#web/kit/useLatest.ts';
import { useToday } from '#web/kit/useNow.ts';
import { listColumns } from './dialColumns.tsx';
import classes from './DialsTable.module.css';

type DialsTableProps = Readonly<{
  query: ListQuery<DialRow> & PagesQuery;
  /** The key of the list: another one starts at the top. Undefined while the previous rows are shown. */
  listed: string | undefined;
  /** With a class: dials for every class come last, under a heading. */
  isOfClass: boolean;
  sorting: Readonly<{ sort: DialSort; onSort: (sort: DialSort) => void }>;
  mayEdit: boolean;
  removes: boolean;
  onTag: (tag: string) => void;
  showsValues: boolean;
  selection: Readonly<{ ticked: ReadonlySet<string>; onTick: (dialId: string) => void }>;
  empty: ReactNode;
  foot: ReactNode;
}>;

export function DialsTable(props: DialsTableProps) {
  const { query, listed, isOfClass, sorting, mayEdit, removes, onTag, showsValues, selection, empty, foot } = props;
  const nameOption = useNameOption();
  const today = useToday();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const onLeave = useSavedScroll(scroller, listed);
  const virtual = useMemo(() => ({ ref: (table: TableHandle | null) => setScroller(table?.scroller ?? null) }), []);
  const columns = useMemo(
    () => listColumns({ today, nameOption, mayEdit, removes, onTag, showsValues, onLeave }),
    [today, nameOption, mayEdit, removes, onTag, showsValues, onLeave],
  );
  const select: Selection<DialRow> = {
    isChosen: ({ id }) => selection.ticked.has(id),
    pick: (rows) => rows.forEach(({ id }) => selection.onTick(id)),
    label: ({ name }) => `Select ${name}`,
  };
  return (
    <DataTable
      label="Dials"
      rows={query}
      columns={columns}
      row={isOfClass ? ROW_OF_CLASS : ROW}
      select={select}
      sort={{
        by: sorting.sort,
        onSort: (by) => {
          const sort = DIAL_SORTS.find((one) => one === by);
          if (sort !== undefined) sorting.onSort(sort);
        },
      }}
      className={`ls-table-fixed ls-table-hover ${classes.table}`}
      virtual={virtual}
      empty={empty}
      foot={foot}
    />
  );
}

const ROW: RowFacts<DialRow> = {
  key: ({ id }) => id,
  attributes: ({ id }) => ({ className: classes.row, 'aria-labelledby': `dial-${id}` }),
};

const EVERY_CLASS = { key: 'every-class', head: <span className="ls-small ls-ink-3">For every class</span> };
const ROW_OF_CLASS: RowFacts<DialRow> = {
  ...ROW,
  group: ({ for_every_class }) => (for_every_class ? EVERY_CLASS : undefined),
};

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
