import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '#web/base/api/nouns.ts';
import { apiPages, useApiPages } from '#web/base/api/query.ts';
import { filterOf, type ListState } from './listState.ts';

/** The first page is small and quick; the next ones have the maximum size. */
const NEXT_PAGE_SIZE = 200;

/** Prefetched data may arrive before the render, and is not fetched again then. */
const FRESH_MS = 2000;

/** Options to read the first page ahead. */
export const dialsAhead = (api: Api, state: ListState) => ({
  ...apiPages(api, 'listDials', { query: filterOf(state) }, NEXT_PAGE_SIZE),
  staleTime: FRESH_MS,
});

/** The list, paginated. Keeps the previous rows until the next page arrives. */
export const useDials = (state: ListState) =>
  useApiPages(
    'listDials',
    { query: filterOf(state) },
    { nextLimit: NEXT_PAGE_SIZE, placeholderData: keepPreviousData, staleTime: FRESH_MS },
  );
