import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { Answer } from '#contract/route.ts';
import { isWaiting } from '#web/api/isWaiting.ts';
import { useApi } from '#web/api/client.tsx';
import { bucketKeys, stopsQuery, workQuery } from '#web/bucket/query.ts';
import { useMay } from '#web/session/session.tsx';

/** The dials that start or end in the next days. */
export const comingDialsQuery = (api: Client<ApiContract>) =>
  queryOptions({
    queryKey: ['dials', 'coming'],
    queryFn: ({ signal }) => api.listComingDials({}, { signal }),
  });

type GoLives = Answer<ApiContract['listGoLives']>;
const NONE: GoLives = { today: '', items: [] };

const goLivesQuery = (api: Client<ApiContract>) =>
  queryOptions({
    queryKey: [...bucketKeys.lists(), 'go-lives'],
    queryFn: ({ signal }) => api.listGoLives({}, { signal }),
  });

/** Drafts that go live on a day, by day. None without view on buckets, or if they cannot be read; undefined while loading. */
export function useGoLives(): GoLives | undefined {
  const enabled = useMay()({ scope: 'bucket', action: 'view' });
  const { data, isPending } = useQuery({ ...goLivesQuery(useApi()), enabled });
  return enabled && isPending ? undefined : (data ?? NONE);
}

type HomeParts = Readonly<{
  reviews: Parameters<typeof isWaiting>[0];
  seesDials: boolean;
  seesBuckets: boolean;
  showsWork: boolean;
}>;

/** Whether a part of Home waits for its first answer. */
export function useIsHomeWaiting({ reviews, seesDials, seesBuckets, showsWork }: HomeParts): boolean {
  const api = useApi();
  const parts = [
    reviews,
    useQuery({ ...stopsQuery(api), enabled: seesBuckets }),
    useQuery({ ...goLivesQuery(api), enabled: seesBuckets }),
    useQuery({ ...comingDialsQuery(api), enabled: seesDials }),
    useQuery({ ...workQuery(api), enabled: showsWork }),
  ];
  return parts.some(isWaiting);
}
