import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { bucketKeys } from '#web/bucket/query.ts';

type Api = Client<ApiContract>;

export type PickFilter = Readonly<{ q: string; cob: string | undefined }>;

/** Published dials to choose from, page after page. While the next answer is on its way the rows of the last one stay. */
export const pickQuery = (api: Api, { q, cob }: PickFilter) => {
  const filter = { ...(q !== '' && { q }), ...(cob !== undefined && { cob }) };
  return infiniteQueryOptions({
    queryKey: [...bucketKeys.dials(), 'pick', filter],
    queryFn: ({ pageParam, signal }) =>
      api.pickDials({ query: { ...filter, ...(pageParam !== null && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
};
