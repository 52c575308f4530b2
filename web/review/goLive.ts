/** When the drafts of a set go live: as approved, all on one day, or each on its own. */
export type SetGoLive = Readonly<{
  when: 'approved' | 'day' | 'each';
  day: string | null;
  /** By the key of the bucket. */
  days: ReadonlyMap<string, string>;
}>;
export const WHEN_APPROVED: SetGoLive = { when: 'approved', day: null, days: new Map() };

export type DatedBucket = Readonly<{ key: string; name: string }>;

/** Whether a day is still missing. */
export const isUndated = ({ when, day, days }: SetGoLive, buckets: readonly DatedBucket[]): boolean =>
  (when === 'day' && day === null) || (when === 'each' && buckets.some(({ key }) => !days.has(key)));

/** The day that a bucket goes live; undefined: as soon as it is approved. */
export const dayOfBucket = ({ when, day, days }: SetGoLive, key: string): string | undefined =>
  when === 'day' ? (day ?? undefined) : when === 'each' ? days.get(key) : undefined;

/** The days as a submission sends them. */
export const sentDays = ({ when, day, days }: SetGoLive) =>
  when === 'each' ? { days } : { ...(when === 'day' && { live_on: day }) };
