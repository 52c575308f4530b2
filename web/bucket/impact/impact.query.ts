import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { CountOf } from '#domain/impact/findings.ts';
import { type Figure, MAX_COUNTED_FIGURES } from '#domain/impact/impact.ts';
import { pagesQuery } from '#web/api/pages.ts';
import type { BucketAddress } from '#web/bucket/address.ts';
import { bucketKeys, PREPARING_POLL_MS } from '#web/bucket/query.ts';

type Api = Client<ApiContract>;

/** A list of dials, saved or not, to measure against live or the saved draft, on a day in the server's notation. */
export type MeasureRequest = Readonly<{ entries: BucketEntries; against: 'live' | 'draft'; day: string }>;

/** Under the bucket's key: an event on the bucket invalidates its impact too. */
const impactKeys = (address: BucketAddress) => [...bucketKeys.one(address), 'impact'] as const;

const bodyOf = ({ entries, ...request }: MeasureRequest) => ({ ...request, entries: [...entries] });

/** Long enough for an undo, short enough not to pile up results of many edits. */
const CACHE_MS = 30_000;

/** Keeps the last result until the next arrives; cancels a superseded request. */
export const measurementQuery = (api: Api, address: BucketAddress, request: MeasureRequest) =>
  queryOptions({
    queryKey: [...impactKeys(address), 'measured', request],
    queryFn: ({ signal }) => api.measureImpact({ params: address, body: bodyOf(request) }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'no-portfolio' && data.preparing !== undefined ? PREPARING_POLL_MS : false,
    // Don't retry a hanging engine: show the error, with a Retry button.
    retry: false,
    staleTime: CACHE_MS,
    gcTime: CACHE_MS,
  });

/** The limits that risks of the bucket use, as imported. */
export const bucketLimitsQuery = (api: Api, address: BucketAddress) =>
  queryOptions({
    queryKey: [...bucketKeys.one(address), 'limits'],
    queryFn: ({ signal }) => api.listBucketLimits({ params: address }, { signal }),
  });

/** How many risks are behind each figure. Keeps the last counts until the next arrive. */
export const countsQuery = (api: Api, address: BucketAddress, request: MeasureRequest, figures: readonly Figure[]) =>
  queryOptions({
    queryKey: [...impactKeys(address), 'counts', request, figures],
    queryFn: async ({ signal }): Promise<CountOf> => {
      const some = figures.slice(0, MAX_COUNTED_FIGURES);
      const { risks } = await api.countFigures(
        { params: address, body: { ...bodyOf(request), figures: some } },
        { signal },
      );
      const counts = new Map(some.map((figure, index) => [JSON.stringify(figure), risks?.[index]]));
      return (figure) => counts.get(JSON.stringify(figure));
    },
    placeholderData: keepPreviousData,
    // The data is a function, which cannot be compared structurally.
    structuralSharing: false,
    staleTime: CACHE_MS,
    gcTime: CACHE_MS,
  });

/** The risks behind a figure, paginated. */
export const measuredRisksQuery = (api: Api, address: BucketAddress, request: MeasureRequest, figure: Figure) => ({
  ...pagesQuery([...impactKeys(address), 'risks', request, figure], (query, options) =>
    api.listMeasuredRisks({ params: address, query, body: { ...bodyOf(request), figure } }, options),
  ),
  gcTime: CACHE_MS,
});
