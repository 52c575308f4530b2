import { writeDay } from '#domain/day/day.ts';
import type { BucketEntries, BucketEntry } from './entry.ts';

/** A dial of a list that has ended by some day. `day`: the first one on which it takes no part. */
export type Ending = Readonly<{ dial_id: string; name: string; day: string }>;
/** The same in several buckets. */
export type SharedEnding<Bucket> = Ending & Readonly<{ buckets: readonly Bucket[] }>;
type EndingFacts = Readonly<{ name: string; active_until: string | null }>;

export const hasEndedBy = ({ active_until }: Pick<EndingFacts, 'active_until'>, day: string): boolean =>
  active_until !== null && active_until <= day;

/** The dials of a list that will have ended by a day. They ride along with it, and decide nothing from then on. */
export const listEndings = (
  entries: BucketEntries,
  factsOf: (entry: BucketEntry) => EndingFacts | undefined,
  by: string,
): Ending[] =>
  entries.flatMap((entry) => {
    const facts = factsOf(entry);
    return facts && facts.active_until !== null && hasEndedBy(facts, by)
      ? [{ dial_id: entry.dial_id, name: facts.name, day: facts.active_until }]
      : [];
  });

type EndingsOf<Bucket> = Readonly<{ bucket: Bucket; endings: readonly Ending[] }>;

/** One per dial and day, with its buckets; the earliest day first. */
export function joinEndings<Bucket>(lists: readonly EndingsOf<Bucket>[]): SharedEnding<Bucket>[] {
  const all = lists.flatMap(({ bucket, endings }) => endings.map((ending) => ({ bucket, ending })));
  return [...Map.groupBy(all, ({ ending: { dial_id, day } }) => `${dial_id} ${day}`).values()]
    .flatMap((same) => same.slice(0, 1).map(({ ending }) => ({ ...ending, buckets: same.map(({ bucket }) => bucket) })))
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.name.localeCompare(b.name));
}

/** "ends 11 Dec 2026, 5 buckets". */
export function describeEnding({ day, buckets }: SharedEnding<unknown>, today: string): string {
  const when = `${day <= today ? 'ended' : 'ends'} ${writeDay(day)}`;
  return buckets.length === 1 ? when : `${when}, ${buckets.length} buckets`;
}
