import type { Bucket, BucketVersion } from '#contract/bucket.ts';
import { appetiteText } from './words.ts';
import { formatDayOrTime, formatMoment } from '#web/kit/format.ts';

const day = (moment: string): string => formatDayOrTime(new Date(moment), new Date()).replace(/^Today /, 'today ');

/** "v12 live since 3 Nov 2026, appetite 1.25" */
export const liveFact = ({ live, appetite }: Bucket): string =>
  `v${live.number} live since ${day(live.live_at)}, appetite ${appetiteText(appetite)}`;

/** "live from 3 Sep 2026 to 3 Nov 2026" */
export const versionSpan = ({ live_at, superseded_at }: BucketVersion): string =>
  superseded_at === null ? `live since ${day(live_at)}` : `live from ${day(live_at)} to ${day(superseded_at)}`;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** "2 hours ago" within the day, with the day and the hour before that. */
export function agoText(moment: string, now: Date): string {
  const passed = now.getTime() - Date.parse(moment);
  if (passed < MINUTE) return 'just now';
  if (passed < HOUR) return counted(Math.floor(passed / MINUTE), 'minute');
  if (passed < 12 * HOUR) return counted(Math.floor(passed / HOUR), 'hour');
  return formatMoment(new Date(moment), now).replace(/^Today /, 'today ');
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`;
