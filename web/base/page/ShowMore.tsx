import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { FetchError } from './FetchError.tsx';

/** What a query of pages says of the next one. */
export type PagesQuery = Pick<
  UseInfiniteQueryResult,
  | 'error'
  | 'errorUpdatedAt'
  | 'fetchNextPage'
  | 'hasNextPage'
  | 'isFetching'
  | 'isFetchingNextPage'
  | 'isFetchNextPageError'
>;
type ShowMoreProps = Readonly<{
  query: PagesQuery;
  /** The title of the failure. */
  title?: string | undefined;
  className?: string;
}>;

/** The next page of a list, on request. One that failed is tried again in its place: what was loaded stays. */
export function ShowMore({ query, title, className = '' }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isFetching, error, errorUpdatedAt, fetchNextPage } =
    query;
  if (isFetchNextPageError)
    return <FetchError title={title} query={{ error, errorUpdatedAt, isFetching, refetch: fetchNextPage }} />;
  if (!hasNextPage) return null;
  return (
    <Button
      size="xs"
      variant="default"
      className={className}
      loading={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      Show more
    </Button>
  );
}
