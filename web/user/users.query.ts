import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';

/** One declaration for whoever reads, prefetches or invalidates the list of people. */
export const usersQuery = (api: Client<ApiContract>) =>
  infiniteQueryOptions({
    queryKey: ['users'],
    queryFn: ({ pageParam, signal }) =>
      api.listUsers({ query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
