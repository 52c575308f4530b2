import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';

/** The dials that start or end in the next days. */
export const comingDialsQuery = (api: Client<ApiContract>) =>
  queryOptions({
    queryKey: ['dials', 'coming'],
    queryFn: ({ signal }) => api.listComingDials({}, { signal }),
  });
