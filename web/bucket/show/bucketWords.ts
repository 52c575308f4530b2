import type { Bucket, BucketVersion } from '#contract/bucket.ts';
import { appetiteText } from './words.ts';
import { formatDayOrTime, inSentence } from '#web/kit/format.ts';

const day = (moment: string): string => inSentence(formatDayOrTime(moment));

/** "v12 live since 3 Nov 2026, appetite 1.25" */
export const liveFact = ({ live, appetite }: Bucket): string =>
  `v${live.number} live since ${day(live.live_at)}, appetite ${appetiteText(appetite)}`;

/** "live from 3 Sep 2026 to 3 Nov 2026" */
export const versionSpan = ({ live_at, superseded_at }: BucketVersion): string =>
  superseded_at === null ? `live since ${day(live_at)}` : `live from ${day(live_at)} to ${day(superseded_at)}`;
