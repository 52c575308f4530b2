import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { FetchError } from './FetchError.tsx';

type Pages = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'isFetching' | 'error' | 'fetchNextPage'
>;
type ShowMoreProps = Readonly<{ query: Pages; className?: string }>;

/** The next page of a list, on request. One that failed is tried again in its place: what was loaded stays. */
export function ShowMore({ query, className = '' }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isFetching, error, fetchNextPage } = query;
  if (isFetchNextPageError) return <FetchError query={{ error, isFetching, refetch: fetchNextPage }} />;
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
