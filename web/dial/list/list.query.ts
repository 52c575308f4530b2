import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { pagesQuery } from '#web/api/pages.ts';
import { dialKeys } from '#web/dial/query.ts';
import { filterOf, type ListState } from './listState.ts';

type Api = Client<ApiContract>;

/** The first page is small and quick; the next ones have the maximum size. */
const NEXT_PAGE_SIZE = 200;

/** Prefetched data may arrive before the render, and is not fetched again then. */
const FRESH_MS = 2000;

/** The list, paginated. Keeps the previous rows until the next page arrives. */
export const dialsQuery = (api: Api, state: ListState) => {
  const filter = filterOf(state);
  return {
    ...pagesQuery([...dialKeys.lists(), filter], (page, options) => {
      const next = page.cursor === undefined ? {} : { ...page, limit: NEXT_PAGE_SIZE };
      return api.listDials({ query: { ...filter, ...next } }, options);
    }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  };
};

/** The total number of dials, to offer the wider search. */
export const dialTotalQuery = (api: Api) =>
  queryOptions({
    queryKey: [...dialKeys.lists(), 'total'],
    queryFn: async ({ signal }) => (await api.listDials({ query: { limit: 1 } }, { signal })).counts.all,
  });
