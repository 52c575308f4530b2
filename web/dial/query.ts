import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { Dial } from '#contract/dial.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { DEFAULT_PERIOD } from '#domain/practice/practice.ts';
import { useApi } from '#web/api/client.tsx';
import { pagesQuery } from '#web/api/pages.ts';

export { referenceQuery, useNameOption } from '#web/dimension/query.ts';

type Api = Client<ApiContract>;

/** All dial queries are under `all`: one invalidation after a change reaches every screen. */
export const dialKeys = {
  all: ['dials'] as const,
  lists: () => [...dialKeys.all, 'list'] as const,
  one: (id: string) => [...dialKeys.all, 'one', id] as const,
  words: () => [...dialKeys.all, 'words'] as const,
};

/**
 * After any change of a dial: invalidates lists, words and versions. A change of one dial can move others in a list.
 */
export const refreshDials = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: dialKeys.all });

/** After a refused change of one dial: refetches it. */
export const refreshDial = (queries: QueryClient, id: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: dialKeys.one(id) });

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

/** The newest published version of a dial, or the given one. Keeps the previous version while another loads. */
export function useShownDial(dialId: string, version: number | undefined) {
  const api = useApi();
  const same = (shown: Dial | undefined) => (shown?.id === dialId ? shown : undefined);
  const newest = useQuery({ ...dialQuery(api, dialId), enabled: version === undefined });
  const other = useQuery({
    ...dialVersionQuery(api, dialId, version ?? 1),
    enabled: version !== undefined,
    placeholderData: (shown) => same(shown) ?? newest.data,
  });
  return version === undefined ? newest : other;
}

/** Where a dial is used. Fetched on its own: the page renders without it. */
export const dialBucketsQuery = (api: Api, id: string) =>
  pagesQuery([...dialKeys.one(id), 'buckets'], (query, options) =>
    api.listDialBuckets({ params: { dialId: id }, query }, options),
  );

/** What engines decided with a dial. They report every minute. */
export const dialPracticeQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...dialKeys.one(id), 'practice'],
    queryFn: ({ signal }) =>
      api.getDialPractice({ params: { dialId: id }, query: { days: DEFAULT_PERIOD } }, { signal }),
    staleTime: 60_000,
  });

/** The effect of this version in each bucket that has another one. Optional: errors are not shown. */
export const versionImpactQuery = (api: Api, id: string, version: number) =>
  queryOptions({
    queryKey: [...dialKeys.one(id), 'impact', version],
    queryFn: ({ signal }) => api.measureVersion({ params: { dialId: id, version } }, { signal }),
    staleTime: 60_000,
    retry: false,
  });

/** The buckets a dial can be added to: those in review cannot be edited. */
export const bucketChoicesQuery = (api: Api) =>
  queryOptions({
    queryKey: [...dialKeys.all, 'bucket-choices'],
    queryFn: ({ signal }) => api.getBucketMatrix({}, { signal }),
    select: ({ partners, cells }) => {
      const names = new Map(partners.map(({ number, name }) => [number, `${number} ${name}`]));
      return cells
        .filter(({ status }) => status !== 'pending_review')
        .map(({ cob, partner }) => ({
          value: `/syndicate/${partner}/bucket/${cob}/edit`,
          label: `${findClass(cob)?.label ?? cob}, ${names.get(partner) ?? partner}`,
        }))
        .toSorted((a, b) => a.label.localeCompare(b.label));
    },
  });

export type Pair = Readonly<{ from: number; to: number }>;

export const dialDifferenceQuery = (api: Api, id: string, { from, to }: Pair) =>
  queryOptions({
    queryKey: [...dialKeys.one(id), 'difference', from, to],
    queryFn: ({ signal }) => api.diffDialVersions({ params: { dialId: id }, query: { from, to } }, { signal }),
  });

/** Tags and authors in use, for suggestions. */
export const dialWordsQuery = (api: Api) =>
  queryOptions({
    queryKey: dialKeys.words(),
    queryFn: ({ signal }) => api.listDialWords({}, { signal }),
    staleTime: 60_000,
  });
