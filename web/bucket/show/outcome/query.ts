import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { BucketAddress } from '#web/bucket/address.ts';
import { bucketKeys } from '#web/bucket/query.ts';

/** What was expected of the live version, or of another one, and what engines decided with it. */
export const outcomeQuery = (api: Client<ApiContract>, address: BucketAddress, version?: number) =>
  queryOptions({
    queryKey: [...bucketKeys.one(address), 'outcome', version ?? 'live'],
    queryFn: ({ signal }) =>
      api.getOutcome({ params: address, query: version === undefined ? {} : { version } }, { signal }),
  });
