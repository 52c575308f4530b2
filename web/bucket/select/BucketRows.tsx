import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { Partner } from '#contract/bucket.ts';
import { useApi } from '#web/api/client.tsx';
import { type BucketFilter, bucketsQuery } from '#web/bucket/query.ts';
import { Card } from '#web/kit/Card.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { BucketsTable } from './BucketsTable.tsx';
import { FetchError } from '#web/frame/FetchError.tsx';
import { NoMatch } from './NoMatch.tsx';
import { isNarrowed, type SelectState } from './selectState.ts';
import classes from './BucketsTable.module.css';

/** As quick as one types, but not a call for each key. */
const AFTER_MS = 120;

export function useBucketRows(state: SelectState, where: Pick<BucketFilter, 'partner' | 'cob'>, enabled = true) {
  const [q] = useDebouncedValue(state.q, AFTER_MS);
  const filter = { ...where, ...(state.tab !== 'all' && { status: state.tab }), ...(q !== '' && { q }) };
  return useInfiniteQuery({ ...bucketsQuery(useApi(), filter), enabled });
}

type BucketRowsProps = Readonly<{
  query: ReturnType<typeof useBucketRows>;
  state: SelectState;
  by: 'class' | 'partner';
  partners: readonly Partner[];
  onWiden: () => void;
  /** Said where there is none at all. */
  empty: ReactNode;
}>;

/** The rows, or what stands for them. */
export function BucketRows({ query, state, by, partners, onWiden, empty }: BucketRowsProps) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  // A bucket that changed between two pages can be on both: it is shown once.
  const rows = useMemo(() => {
    const all = data?.pages.flatMap(({ items }) => items) ?? [];
    return [...new Map(all.map((row) => [`${row.partner} ${row.cob}`, row])).values()];
  }, [data]);
  const failure = <FetchError title="An error has occurred" query={query} />;

  if (data === undefined)
    return query.error ? (
      failure
    ) : (
      <div className="ls-appear">
        <Card>
          <Skeleton lines={9} />
        </Card>
      </div>
    );
  if (rows.length === 0) return isNarrowed(state) ? <NoMatch state={state} onWiden={onWiden} /> : empty;
  return (
    <>
      <BucketsTable rows={rows} by={by} partners={partners} />
      {query.error && <div className={`ls-fixed ${classes.more}`}>{failure}</div>}
      {hasNextPage && !query.error && (
        <div className={`ls-fixed ${classes.more}`}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </>
  );
}
