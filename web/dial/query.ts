import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';

export { referenceQuery, useNameOption } from '#web/dimension/query.ts';

type Api = Client<ApiContract>;

/** Everything known of dials hangs under `all`: one invalidation after a change reaches every screen. */
export const dialKeys = {
  all: ['dials'] as const,
  lists: () => [...dialKeys.all, 'list'] as const,
  one: (id: string) => [...dialKeys.all, 'one', id] as const,
  words: () => [...dialKeys.all, 'words'] as const,
};

/** The newest published version, or with `draft` the draft first. */
export const dialQuery = (api: Api, id: string, { draft = false }: Readonly<{ draft?: boolean }> = {}) =>
  queryOptions({
    queryKey: [...dialKeys.one(id), draft ? 'draft' : 'published'],
    queryFn: ({ signal }) =>
      api.getDial({ params: { dialId: id }, query: { draft: draft ? 'yes' : 'no' } }, { signal }),
  });

export const dialVersionQuery = (api: Api, id: string, version: number) =>
  queryOptions({
    queryKey: [...dialKeys.one(id), 'version', version],
    queryFn: ({ signal }) => api.getDialVersion({ params: { dialId: id, version } }, { signal }),
  });

/** Tags and authors in use, for suggestions. */
export const dialWordsQuery = (api: Api) =>
  queryOptions({
    queryKey: dialKeys.words(),
    queryFn: ({ signal }) => api.listDialWords({}, { signal }),
    staleTime: 60_000,
  });
