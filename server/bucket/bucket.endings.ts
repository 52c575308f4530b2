import { hasEndedBy, joinEndings, listEndings, type SharedEnding } from '#domain/bucket/ending.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { Db } from '#server/db/connect.ts';
import { loadDialFacts, readPinnedData } from '#server/dial/dial.pin.service.ts';
import { getBuckets } from './bucket.open.ts';

/** The dials of these drafts, or live lists where there is no draft, that will have ended by a day. */
export async function readEndings(
  db: Db,
  addresses: readonly BucketAddress[],
  by: string,
): Promise<SharedEnding<BucketAddress>[]> {
  const lists = (await getBuckets(db, addresses)).map(({ address, live, draft }) => ({
    bucket: address,
    entries: (draft ?? live).entries,
  }));
  const factsOf = await loadDialFacts(
    db,
    lists.flatMap(({ entries }) => entries),
  );
  const ended = lists.map(({ bucket, entries }) => ({
    bucket,
    entries: entries.filter((entry) => hasEndedBy(factsOf(entry) ?? { active_until: null }, by)),
  }));
  // The names of these alone are read.
  const dataOf = await readPinnedData(
    db,
    ended.flatMap(({ entries }) => entries),
  );
  return joinEndings(ended.map(({ bucket, entries }) => ({ bucket, endings: listEndings(entries, dataOf, by) })));
}
