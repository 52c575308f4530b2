import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';

export const notificationKeys = { all: ['notifications'] as const };

const NEWEST = 30;
/** For those whom the event stream does not reach. */
const ASK_AGAIN_MS = 2 * 60_000;

export const notificationsQuery = (api: Client<ApiContract>) =>
  queryOptions({
    queryKey: notificationKeys.all,
    queryFn: ({ signal }) => api.listNotifications({ query: { limit: NEWEST } }, { signal }),
    refetchInterval: ASK_AGAIN_MS,
  });
