import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { dialKeys } from '#web/dial/query.ts';
import { filterOf, type ListState } from './listState.ts';

type Api = Client<ApiContract>;

/** The first page is small and quick; whoever scrolls on gets the most there is at once. */
const NEXT_PAGE_SIZE = 200;

/** What was asked for ahead may be here before it is drawn, and is not asked for again then. */
const FRESH_MS = 2000;

/** The list, page after page. While the next answer is on its way the rows of the last one stay. */
export const dialsQuery = (api: Api, state: ListState) => {
  const filter = filterOf(state);
  return infiniteQueryOptions({
    queryKey: [...dialKeys.lists(), filter],
    queryFn: ({ pageParam, signal }) =>
      api.listDials(
        { query: { ...filter, ...(pageParam !== null && { cursor: pageParam, limit: NEXT_PAGE_SIZE }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
};

/** How many dials there are at all: for offering the wider search. */
export const dialTotalQuery = (api: Api) =>
  queryOptions({
    queryKey: [...dialKeys.lists(), 'total'],
    queryFn: async ({ signal }) => (await api.listDials({ query: { limit: 1 } }, { signal })).counts.all,
  });
