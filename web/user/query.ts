import type { QueryClient } from '@tanstack/react-query';
import type { Role } from '#domain/user/role.ts';
import { type ApiAnswer, apiKey, type Noun, refresh } from '#web/base/api/nouns.ts';
import { tidySearch, useSearchState } from '#web/base/page/useSearchState.ts';

/** One person with revision, as fetched. */
export type PersonRead = ApiAnswer<'getUser'>;

/** Ids come from the identity provider and may contain any character. */
export const userAddress = (id: string): string => `/users/${encodeURIComponent(id)}`;

/** Their page, with the permissions of a role filled in. */
export const grantAddress = (id: string, role: Role): string => `${userAddress(id)}?grant=${role}`;

export type Access = ApiAnswer<'getAccess'>;

export const refreshAccess = (queries: QueryClient): Promise<void> => refresh(queries, 'access');

/** Writes a changed person to the cache; `me` is the signed-in person. */
export function applyUser(queries: QueryClient, changed: PersonRead, me: string): void {
  queries.setQueryData(apiKey('getUser', { params: { userId: changed.id } }), changed);
  void refresh(queries, 'users', 'user-activity');
  if (changed.id !== me) return;
  // For one's own permissions: any response may differ now. The sign-in report is not a query.
  void queries.invalidateQueries({ predicate: ({ queryKey: [noun] }) => !UNCHANGED.has(noun) });
}

const UNCHANGED = new Set<unknown>(['sign-in', 'user', 'users', 'user-activity', 'access'] satisfies Noun[]);

/** Refetches a person after a refusal: someone else may have changed them. */
export const refreshUser = (queries: QueryClient, userId: string): void =>
  void refresh(queries, ['user', 'getUser', { params: { userId } }]);

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
