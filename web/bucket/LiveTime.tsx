import type { BucketVersion } from '#contract/bucket.ts';
import { formatDayOrTime, inSentence, type Moment } from '#web/kit/format.ts';
import { Time } from '#web/kit/Time.tsx';

const dayInSentence = (moment: Moment, now?: Date): string => inSentence(formatDayOrTime(moment, now));

type LiveTimeProps = Readonly<{ version: Pick<BucketVersion, 'live_at' | 'superseded_at'> }>;

/** "live since 3 Nov 2026", or for a replaced version "live from 3 Sep 2026 to 3 Nov 2026". */
export function LiveTime({ version: { live_at, superseded_at } }: LiveTimeProps) {
  const since = <Time moment={live_at} format={dayInSentence} />;
  if (superseded_at === null) return <>live since {since}</>;
  return (
    <>
      live from {since} to <Time moment={superseded_at} format={dayInSentence} />
    </>
  );
}
