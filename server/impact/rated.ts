import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Pin } from '#server/dial/dial.pin.service.ts';

/** A list with the data of its dials, and the indexes of entries whose version does not exist. */
export function rateEntries(entries: BucketEntries, dataOf: (pin: Pin) => DialData | undefined) {
  const missing: number[] = [];
  const rated = entries.flatMap(({ dial_id, version, overrides }, index): RatedEntry[] => {
    const data = dataOf({ dial_id, version });
    if (data === undefined) {
      missing.push(index);
      return [];
    }
    const { dimensions, journeys, active_from, active_until, values } = data;
    return [{ dial_id, overrides, dial: { dimensions, journeys, active_from, active_until, values } }];
  });
  return { rated, missing };
}
