import { isWaiting } from '#web/base/api/isWaiting.ts';
import { type ApiAnswer } from '#web/base/api/nouns.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { useMay } from '#web/base/session/session.tsx';

type GoLives = ApiAnswer<'listGoLives'>;
const NONE: GoLives = { today: '', items: [] };

/** Drafts that go live on a day, by day. None without view on buckets, or if they cannot be read; undefined while loading. */
export function useGoLives(): GoLives | undefined {
  const enabled = useMay()({ scope: 'bucket', action: 'view' });
  const { data, isPending } = useApiQuery('listGoLives', {}, { enabled });
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
  const parts = [
    reviews,
    useApiQuery('listStops', {}, { enabled: seesBuckets }),
    useApiQuery('listGoLives', {}, { enabled: seesBuckets }),
    useApiQuery('listComingDials', {}, { enabled: seesDials }),
    useApiQuery('getMyWork', {}, { enabled: showsWork }),
  ];
  return parts.some(isWaiting);
}
