import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { Figure } from '#domain/impact/impact.ts';
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
