import { type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, type ReactNode } from 'react';
import type { ApiContract } from '#contract/contract.ts';
import type { DialRow } from '#contract/dial.ts';
import { Problem } from '#contract/problem.ts';
import type { Answer } from '#contract/route.ts';
import { useMay } from '#web/session/session.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { dials } from './countText.ts';
import { DialsTable } from './DialsTable.tsx';
import { FilterChip } from './ListFilters.tsx';
import { ListFoot } from './ListFoot.tsx';
import { type ListState, writeListState } from './listState.ts';
import { NoDials } from './NoDials.tsx';
import { SkeletonRows } from './SkeletonRows.tsx';
import { useShownError } from '#web/frame/useShownError.ts';
import filterClasses from './ListFilters.module.css';
import classes from './DialList.module.css';

type DialPage = Answer<ApiContract['listDials']>;

type DialListProps = Readonly<{
  id: string;
  query: UseInfiniteQueryResult<InfiniteData<DialPage>>;
  state: ListState;
  onChange: (part: Partial<ListState>) => void;
  /** Filters that have no room in the row of tabs. */
  filters: ReactNode;
}>;

/** A dial saved between two pages can be on both: it is shown once. */
function rowsOf(data: InfiniteData<DialPage> | undefined): DialRow[] {
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** What is below the tabs: filters that are on, the rows or what stands for them, and the foot. */
export function DialList({ id, query, state, onChange, filters }: DialListProps) {
  const may = useMay();
  const mayCreate = may({ scope: 'dials', action: 'create' });
  const mayEdit = mayCreate || may({ scope: 'dials', action: 'edit' });
  const { data, hasNextPage, isPlaceholderData, isFetching, fetchNextPage, isFetchNextPageError } = query;
  const rows = useMemo(() => rowsOf(data), [data]);
  const error = useShownError(query);
  const count = data?.pages[0]?.counts[state.tab] ?? 0;
  const more = hasNextPage && !isPlaceholderData;

  const onTag = useCallback((tag: string) => onChange({ tag }), [onChange]);
  const onEnd = useCallback(() => {
    if (!isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isFetching, isFetchNextPageError, fetchNextPage]);

  const failure = error && (
    <ErrorState
      title="An error has occurred"
      detail={error.message}
      reference={error instanceof Problem ? error.document.reference : undefined}
      onRetry={() => void (isFetchNextPageError ? fetchNextPage() : query.refetch())}
      retrying={isFetching}
    />
  );

  return (
    <div id={id} role="tabpanel" aria-label="Dials" className={classes.list}>
      {(filters !== undefined || state.tag !== undefined) && (
        <div className={filterClasses.line}>
          {filters}
          {state.tag !== undefined && (
            <FilterChip label={`Tag: ${state.tag}`} onRemove={() => onChange({ tag: undefined })} />
          )}
        </div>
      )}
      {!isFetchNextPageError && failure}
      {data === undefined && error === undefined && <SkeletonRows />}
      {data !== undefined && rows.length === 0 && <NoDials state={state} mayCreate={mayCreate} onWiden={onChange} />}
      {rows.length > 0 && (
        <>
          <p role="status" className="ls-hidden">
            {!isPlaceholderData && `${dials(count)} found`}
          </p>
          <DialsTable
            rows={rows}
            more={more}
            onEnd={onEnd}
            old={isPlaceholderData}
            listed={isPlaceholderData ? undefined : writeListState(state).toString()}
            mayEdit={mayEdit}
            onTag={onTag}
          />
          {isFetchNextPageError && <div className={classes.after}>{failure}</div>}
          <ListFoot shown={rows.length} count={count} more={more} state={state} onSort={(sort) => onChange({ sort })} />
        </>
      )}
    </div>
  );
}
