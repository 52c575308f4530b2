import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { ReferenceData } from '#contract/reference.ts';
import type { NameOption } from '#domain/dial/sentence.ts';
import { useApi } from '#web/api/client.tsx';

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

/** Option lists change a few times a year. */
export const referenceQuery = (api: Api) =>
  queryOptions({
    queryKey: ['reference'],
    queryFn: ({ signal }): Promise<ReferenceData> => api.getReferenceData({}, { signal }),
    staleTime: 10 * 60_000,
    gcTime: 60 * 60_000,
  });

/** What a person calls an option: risk codes by their code, everything else by its label. Until known, the code. */
export function useNameOption(): NameOption {
  const { data } = useQuery(referenceQuery(useApi()));
  const names = useMemo(() => (data === undefined ? undefined : indexNames(data)), [data]);
  return useCallback<NameOption>((list, code) => names?.get(`${list} ${code}`) ?? code, [names]);
}

function indexNames(data: ReferenceData): ReadonlyMap<string, string> {
  const entries = Object.entries(data).flatMap(([list, options]) =>
    options.map(({ code, label }): [string, string] => [`${list} ${code}`, list === 'risk_codes' ? code : label]),
  );
  return new Map(entries);
}
