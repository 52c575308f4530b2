import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

type Load<Page> = (query: Readonly<{ cursor?: string }>, options: Readonly<{ signal: AbortSignal }>) => Promise<Page>;

/** A paginated list. */
export const pagesQuery = <Page extends Readonly<{ next: string | null }>>(queryKey: QueryKey, load: Load<Page>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam === null ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
