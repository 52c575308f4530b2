import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { UsersState } from '#web/user/list/usersState.ts';

type Api = Client<ApiContract>;

/** Everything known of people hangs under `all`: one invalidation after a change reaches every screen. */
export const userKeys = {
  all: ['users'] as const,
  lists: () => [...userKeys.all, 'list'] as const,
  one: (id: string) => [...userKeys.all, 'one', id] as const,
  activity: (id: string) => [...userKeys.all, 'activity', id] as const,
};

/** The people of a tab and a search, a page at a time. What is shown stays until the next answer is here. */
export const usersQuery = (api: Api, { tab, q }: UsersState) =>
  infiniteQueryOptions({
    queryKey: [...userKeys.lists(), tab, q],
    queryFn: ({ pageParam, signal }) =>
      api.listUsers(
        { query: { state: tab, ...(q !== '' && { q }), ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

export const userQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: userKeys.one(id),
    queryFn: ({ signal }) => api.getUser({ params: { userId: id } }, { signal }),
  });

const ACTIVITY_PAGE = 15;

/** What the person did, newest first. */
export const activityQuery = (api: Api, id: string) =>
  infiniteQueryOptions({
    queryKey: userKeys.activity(id),
    queryFn: ({ pageParam, signal }) =>
      api.listUserActivity(
        { params: { userId: id }, query: { limit: ACTIVITY_PAGE, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
