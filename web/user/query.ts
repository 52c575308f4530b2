import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { Answer } from '#contract/route.ts';
import type { Role } from '#domain/user/role.ts';
import { pagesQuery } from '#web/api/pages.ts';
import { tidySearch, useSearchState } from '#web/frame/useSearchState.ts';

type Api = Client<ApiContract>;

/** One person with revision, as fetched. */
export type PersonRead = Awaited<ReturnType<Api['getUser']>>;

/** Ids come from the identity provider and may contain any character. */
export const userAddress = (id: string): string => `/users/${encodeURIComponent(id)}`;

/** Their page, with the permissions of a role filled in. */
export const grantAddress = (id: string, role: Role): string => `${userAddress(id)}?grant=${role}`;

/** All queries on people are under `all`: one invalidation after a change reaches every screen. */
export const userKeys = {
  all: ['users'] as const,
  lists: () => [...userKeys.all, 'list'] as const,
  one: (id: string) => [...userKeys.all, 'one', id] as const,
  activities: () => [...userKeys.all, 'activity'] as const,
};

/** The people of a tab and a search, paginated. Keeps the previous rows until the response arrives. */
export const usersQuery = (api: Api, { tab, q }: UsersState) => ({
  ...pagesQuery([...userKeys.lists(), tab, q], (page, options) =>
    api.listUsers({ query: { state: tab, ...(q !== '' && { q }), ...page } }, options),
  ),
  placeholderData: keepPreviousData,
});

/** People whose own address reaches the mailbox of this one. */
export const mailboxQuery = (api: Api, address: string) =>
  queryOptions({
    queryKey: [...userKeys.all, 'mailbox', address],
    queryFn: ({ signal }) => api.listUsers({ query: { mailbox: address, limit: 5 } }, { signal }),
    enabled: address.includes('@'),
  });

export const userQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: userKeys.one(id),
    queryFn: ({ signal }) => api.getUser({ params: { userId: id } }, { signal }),
  });

export type Access = Answer<ApiContract['getAccess']>;
const accessKey = [...userKeys.all, 'access'] as const;

/** Who may do what, and the confirmations of that list. */
export const accessQuery = (api: Api) =>
  queryOptions({ queryKey: accessKey, queryFn: ({ signal }) => api.getAccess({}, { signal }) });

export const refreshAccess = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: accessKey });

const ACTIVITY_PAGE = 15;

/** The person's activity, newest first. */
export const activityQuery = (api: Api, id: string) =>
  pagesQuery([...userKeys.activities(), id], (page, options) =>
    api.listUserActivity({ params: { userId: id }, query: { limit: ACTIVITY_PAGE, ...page } }, options),
  );

/** Writes a changed person to the cache; `me` is the signed-in person. */
export function applyUser(queries: QueryClient, changed: PersonRead, me: string): void {
  queries.setQueryData(userKeys.one(changed.id), changed);
  void queries.invalidateQueries({ queryKey: userKeys.lists() });
  void queries.invalidateQueries({ queryKey: userKeys.activities() });
  if (changed.id !== me) return;
  // For one's own permissions: any response may differ now. The sign-in report is not a query.
  void queries.invalidateQueries({ predicate: ({ queryKey: [room] }) => room !== 'me' && room !== userKeys.all[0] });
}

/** Refetches a person after a refusal: someone else may have changed them. */
export const refreshUser = (queries: QueryClient, id: string): void =>
  void queries.invalidateQueries({ queryKey: userKeys.one(id) });

/** The state of the list of people. It lives in the URL, so that it can be shared, bookmarked and navigated. */
export type UsersState = Readonly<{ tab: 'present' | 'deactivated'; q: string }>;

/** Ignores parameters with unknown values. */
const readUsersState = (params: URLSearchParams): UsersState => ({
  tab: params.get('tab') === 'deactivated' ? 'deactivated' : 'present',
  q: tidySearch(params.get('q')),
});

/** Only non-default values: `/users` stays `/users`. */
const writeUsersState = ({ tab, q }: UsersState): URLSearchParams =>
  new URLSearchParams({ ...(tab !== 'present' && { tab }), ...(q !== '' && { q }) });

export const useUsersState = () => useSearchState({ read: readUsersState, write: writeUsersState });
