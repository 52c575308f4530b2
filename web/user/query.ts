import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { tidySearch, useSearchState } from '#web/frame/useSearchState.ts';

type Api = Client<ApiContract>;

/** One person whole, as it was read. */
export type PersonRead = Awaited<ReturnType<Api['getUser']>>;

/** Ids come from the identity provider and may hold anything. */
export const userAddress = (id: string): string => `/users/${encodeURIComponent(id)}`;

/** Everything known of people hangs under `all`: one invalidation after a change reaches every screen. */
export const userKeys = {
  all: ['users'] as const,
  lists: () => [...userKeys.all, 'list'] as const,
  one: (id: string) => [...userKeys.all, 'one', id] as const,
  activities: () => [...userKeys.all, 'activity'] as const,
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
    queryKey: [...userKeys.activities(), id],
    queryFn: ({ pageParam, signal }) =>
      api.listUserActivity(
        { params: { userId: id }, query: { limit: ACTIVITY_PAGE, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** Shows a changed person as the server answered them; `me` is who is signed in. */
export function applyUser(queries: QueryClient, changed: PersonRead, me: string): void {
  queries.setQueryData(userKeys.one(changed.id), changed);
  void queries.invalidateQueries({ queryKey: userKeys.lists() });
  void queries.invalidateQueries({ queryKey: userKeys.activities() });
  if (changed.id !== me) return;
  // One's own: whatever is on the screen may now be answered otherwise. The report of the sign-in is no reading.
  void queries.invalidateQueries({ predicate: ({ queryKey: [room] }) => room !== 'me' && room !== userKeys.all[0] });
}

/** Reads a person again after a refusal: someone else may have changed them. */
export const refreshUser = (queries: QueryClient, id: string): void =>
  void queries.invalidateQueries({ queryKey: userKeys.one(id) });

/** What the list of people shows. It lives in the address, so that it can be sent, kept and gone back to. */
export type UsersState = Readonly<{ tab: 'present' | 'deactivated'; q: string }>;

/** What an address says that means nothing here is taken as not said. */
const readUsersState = (params: URLSearchParams): UsersState => ({
  tab: params.get('tab') === 'deactivated' ? 'deactivated' : 'present',
  q: tidySearch(params.get('q')),
});

/** Only what differs from the whole list: `/users` stays `/users`. */
const writeUsersState = ({ tab, q }: UsersState): URLSearchParams =>
  new URLSearchParams({ ...(tab !== 'present' && { tab }), ...(q !== '' && { q }) });

export const useUsersState = () => useSearchState({ read: readUsersState, write: writeUsersState });
