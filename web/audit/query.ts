import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { isDay } from '#domain/day/day.ts';
import { addDays } from '#web/kit/format.ts';

type Api = Client<ApiContract>;

/** Records, newest first, paginated. */
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

/** People by name or e-mail, including deactivated ones. */
export const auditPeopleQuery = (api: Api, q: string) =>
  queryOptions({
    queryKey: ['audit', 'people', q],
    queryFn: async ({ signal }) => {
      const search = { ...(q !== '' && { q }), limit: 50 };
      const pages = await Promise.all(
        (['present', 'deactivated'] as const).map((state) =>
          api.listUsers({ query: { ...search, state } }, { signal }),
        ),
      );
      return pages.flatMap(({ items }) => items);
    },
    placeholderData: keepPreviousData,
  });

/** The audit filter, kept in the URL; days are UTC days, both included. */
export type AuditFilter = Readonly<{
  person: string | undefined;
  object_type: string | undefined;
  object_id: string | undefined;
  action: string | undefined;
  from: string | undefined;
  to: string | undefined;
}>;

const KEYS = ['person', 'object_type', 'object_id', 'action', 'from', 'to'] as const;
const DAYS = new Set<string>(['from', 'to']);
const MAX_LENGTH = 300;

/** Ignores parameters with unknown values. */
export function readFilter(params: URLSearchParams): AuditFilter {
  const entries = KEYS.map((key) => {
    const text = (params.get(key) ?? '').trim().slice(0, MAX_LENGTH);
    return [key, text === '' || (DAYS.has(key) && !isDay(text)) ? undefined : text];
  });
  return Object.fromEntries(entries) as AuditFilter;
}

export const writeFilter = (filter: AuditFilter): URLSearchParams =>
  new URLSearchParams([
    ['tab', 'audit'],
    ...KEYS.flatMap((key): [string, string][] => {
      const text = filter[key]?.trim();
      return text === undefined || text === '' ? [] : [[key, text]];
    }),
  ]);

/** The filter as API query parameters: from the start of the first day to the end of the last. */
export function queryOf({ from, to, ...words }: AuditFilter) {
  const filters = Object.entries(words).filter(([, text]) => text !== undefined);
  return {
    ...(Object.fromEntries(filters) as Partial<Record<keyof typeof words, string>>),
    ...(from !== undefined && { from: `${from}T00:00:00.000Z` }),
    ...(to !== undefined && { to: `${addDays(to, 1)}T00:00:00.000Z` }),
  };
}

export const isNarrowed = (filter: AuditFilter): boolean => KEYS.some((key) => filter[key] !== undefined);
