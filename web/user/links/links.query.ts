import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';

export type SignInLink = Awaited<ReturnType<Client<ApiContract>['listMyLinks']>>['items'][number];

/** Asked once per visit. */
export const linksQuery = (api: Client<ApiContract>) =>
  queryOptions({
    queryKey: ['my links'],
    queryFn: ({ signal }) => api.listMyLinks(undefined, { signal }),
    staleTime: Infinity,
  });
