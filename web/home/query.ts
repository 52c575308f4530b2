import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { Answer } from '#contract/route.ts';
import { useApi } from '#web/api/client.tsx';
import { bucketKeys } from '#web/bucket/query.ts';
import { useMay } from '#web/session/session.tsx';

/** The dials that start or end in the next days. */
export const comingDialsQuery = (api: Client<ApiContract>) =>
  queryOptions({
    queryKey: ['dials', 'coming'],
    queryFn: ({ signal }) => api.listComingDials({}, { signal }),
  });

type GoLives = Answer<ApiContract['listGoLives']>;
const NONE: GoLives = { today: '', items: [] };

/** Drafts that go live on a day, by day. None without view on buckets, or if they cannot be read; undefined while loading. */
export function useGoLives(): GoLives | undefined {
  const api = useApi();
  const enabled = useMay()({ scope: 'bucket', action: 'view' });
  const { data, isPending } = useQuery({
    queryKey: [...bucketKeys.lists(), 'go-lives'],
    queryFn: ({ signal }) => api.listGoLives({}, { signal }),
    enabled,
  });
  return enabled && isPending ? undefined : (data ?? NONE);
}
