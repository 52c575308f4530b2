import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { type AuditFilter, queryOf } from './auditFilter.ts';

type Api = Client<ApiContract>;

/** Records, newest first, page after page. */
export const auditQuery = (api: Api, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      api.listAudit({ query: { ...queryOf(filter), ...(pageParam !== null && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

export const auditWordsQuery = (api: Api) =>
  queryOptions({ queryKey: ['audit', 'words'], queryFn: ({ signal }) => api.listAuditWords({}, { signal }) });

/** People by name or e-mail, those who can no longer sign in too. */
export const auditPeopleQuery = (api: Api, q: string) =>
  queryOptions({
    queryKey: ['audit', 'people', q],
    queryFn: async ({ signal }) => {
      const asked = { ...(q !== '' && { q }), limit: 50 };
      const pages = await Promise.all(
        (['present', 'deactivated'] as const).map((state) => api.listUsers({ query: { ...asked, state } }, { signal })),
      );
      return pages.flatMap(({ items }) => items);
    },
    placeholderData: keepPreviousData,
  });
