import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { CountOf } from '#domain/impact/findings.ts';
import { type Figure, MAX_COUNTED_FIGURES } from '#domain/impact/impact.ts';
import { pagesQuery } from '#web/api/pages.ts';
import type { BucketAddress } from '#web/bucket/address.ts';
import { bucketKeys } from '#web/bucket/query.ts';

type Api = Client<ApiContract>;

/** What is measured: a list of dials, saved or not, against live or the saved draft, on the day the server calls it by. */
export type Asked = Readonly<{ entries: BucketEntries; against: 'live' | 'draft'; day: string }>;

/** With the bucket: what is live or saved may be another one after an event. */
const impactKeys = (address: BucketAddress) => [...bucketKeys.one(address), 'impact'] as const;

const bodyOf = ({ entries, ...asked }: Asked) => ({ ...asked, entries: [...entries] });

/** Long enough for an undo, too short for figures of many edits to gather. */
const KEPT_MS = 30_000;

/** The last result stays until the next is there; one that is overtaken on its way is cancelled. */
export const measurementQuery = (api: Api, address: BucketAddress, asked: Asked) =>
  queryOptions({
    queryKey: [...impactKeys(address), 'measured', asked],
    queryFn: ({ signal }) => api.measureImpact({ params: address, body: bodyOf(asked) }, { signal }),
    placeholderData: keepPreviousData,
    // An engine that hangs is waited for once: then a sentence says so, and Retry asks again.
    retry: false,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
  });

/** How many risks are behind each of these figures. The last numbers stay until the next are there. */
export const countsQuery = (api: Api, address: BucketAddress, asked: Asked, figures: readonly Figure[]) =>
  queryOptions({
    queryKey: [...impactKeys(address), 'counts', asked, figures],
    queryFn: async ({ signal }): Promise<CountOf> => {
      const some = figures.slice(0, MAX_COUNTED_FIGURES);
      const { risks } = await api.countFigures(
        { params: address, body: { ...bodyOf(asked), figures: some } },
        { signal },
      );
      const counts = new Map(some.map((figure, index) => [JSON.stringify(figure), risks?.[index]]));
      return (figure) => counts.get(JSON.stringify(figure));
    },
    placeholderData: keepPreviousData,
    // What is kept is a function, which is never the same as another one.
    structuralSharing: false,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
  });

/** The risks behind a figure, page after page. */
export const measuredRisksQuery = (api: Api, address: BucketAddress, asked: Asked, figure: Figure) => ({
  ...pagesQuery([...impactKeys(address), 'risks', asked, figure], (query, options) =>
    api.listMeasuredRisks({ params: address, query, body: { ...bodyOf(asked), figure } }, options),
  ),
  gcTime: KEPT_MS,
});
