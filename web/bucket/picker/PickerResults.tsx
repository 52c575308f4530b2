import { UnstyledButton } from '@mantine/core';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useMemo } from 'react';
import type { BucketDial } from '#contract/bucket.ts';
import { Problem } from '#contract/problem.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { useApi } from '#web/api/client.tsx';
import { SearchedWords } from '#web/dial/show/Marked.tsx';
import { useShownError } from '#web/frame/useShownError.ts';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { plural } from '#web/kit/plural.ts';
import { PickerList } from './PickerList.tsx';
import classes from './DialPicker.module.css';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { bucketKeys } from '#web/bucket/query.ts';

const NO_WORDS: readonly string[] = [];

type PickerResultsProps = Readonly<{
  list: RefObject<HTMLDivElement | null>;
  filter: PickFilter;
  /** Dials of the bucket, which cannot be added again. */
  there: ReadonlySet<string>;
  chosen: ReadonlyMap<string, BucketDial>;
  onToggle: (dial: BucketDial) => void;
  onEveryClass: () => void;
}>;

export function PickerResults({ list, filter, there, chosen, onToggle, onEveryClass }: PickerResultsProps) {
  const query = useInfiniteQuery(pickQuery(useApi(), filter));
  const { data, hasNextPage, isFetching, isPlaceholderData, isFetchNextPageError, fetchNextPage, refetch } = query;
  const error = useShownError(query);
  // A dial published between two pages can be on both: it is shown once.
  const dials = useMemo(() => {
    const all: readonly BucketDial[] = data?.pages.flatMap(({ items }) => items) ?? [];
    return [...new Map(all.map((dial) => [dial.dial_id, dial])).values()];
  }, [data]);

  if (error !== undefined)
    return (
      <div className={classes.state}>
        <ErrorState
          title="Failed to fetch dial metadata"
          detail={error.message}
          reference={error instanceof Problem ? error.document.reference : undefined}
          onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
          retrying={isFetching}
        />
      </div>
    );
  if (data === undefined)
    return (
      <div className={classes.state}>
        <Skeleton lines={6} />
      </div>
    );
  if (dials.length === 0) return <NoDials filter={filter} onEveryClass={onEveryClass} />;
  return (
    <>
      <p role="status" className="ls-hidden">
        {!isPlaceholderData && `${plural(dials.length, 'dial')}${hasNextPage ? ' and more' : ''} found`}
      </p>
      <SearchedWords value={data.pages[0]?.words ?? NO_WORDS}>
        <PickerList
          list={list}
          dials={dials}
          old={isPlaceholderData}
          there={there}
          chosen={chosen}
          onToggle={onToggle}
          onEnd={() => {
            if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
          }}
        />
      </SearchedWords>
    </>
  );
}

function NoDials({ filter: { q, cob }, onEveryClass }: Pick<PickerResultsProps, 'filter' | 'onEveryClass'>) {
  const cobName = cob === undefined ? undefined : (findClass(cob)?.label ?? cob);
  return (
    <p role="status" className={`ls-break ls-ink-2 ${classes.none}`}>
      {q === '' ? 'No dial is published' : 'No published dial matches '}
      {q !== '' && <b>“{q}”</b>}
      {cobName !== undefined && ` for ${cobName}`}.{' '}
      {cobName !== undefined && (
        <UnstyledButton className={`ls-accent ls-bold ${classes.way}`} onClick={onEveryClass}>
          Search every class
        </UnstyledButton>
      )}
    </p>
  );
}

type Api = Client<ApiContract>;

type PickFilter = Readonly<{ q: string; cob: string | undefined }>;

/** Published dials to choose from, page after page. While the next answer is on its way the rows of the last one stay. */
const pickQuery = (api: Api, { q, cob }: PickFilter) => {
  const filter = { ...(q !== '' && { q }), ...(cob !== undefined && { cob }) };
  return infiniteQueryOptions({
    queryKey: [...bucketKeys.dials(), 'pick', filter],
    queryFn: ({ pageParam, signal }) =>
      api.pickDials({ query: { ...filter, ...(pageParam !== null && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
};
