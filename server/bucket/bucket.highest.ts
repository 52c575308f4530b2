import type { HighestValues } from '#domain/bucket/unusual.ts';
import { type DialValues, VALUE_KEYS } from '#domain/value/registry.ts';
import type { Db } from '#server/db/connect.ts';
import * as store from './bucket.highest.store.ts';
import { rememberPublished } from './published.ts';

/** The highest values of one list. */
type Highest = ReadonlyMap<string, number>;

/** More than the live versions of a large book. */
const MAX_KNOWN = 20_000;
const highestOf = rememberPublished<Highest>(MAX_KNOWN, new Map(), async (db, versionIds) => {
  const byVersion = Map.groupBy(await store.listVersionHighest(db, versionIds), ({ version_id }) => version_id);
  const highestIn = (id: string) => new Map((byVersion.get(id) ?? []).map(({ key, highest }) => [key, highest]));
  return new Map(versionIds.map((id) => [id, highestIn(id)]));
});

/**
 * The highest values in other live buckets: of the class by any dial, and of each of these dials. For each bucket, by its id.
 */
export async function findHighestValues(
  db: Db,
  wanted: readonly Readonly<{ bucketId: string; dials: readonly string[] }>[],
): Promise<(bucketId: string) => HighestValues> {
  const ids = wanted.map(({ bucketId }) => bucketId);
  if (ids.length === 0) return () => ({ of_class: {}, of_dials: [] });
  const versions = await store.listClassVersions(db, ids);
  const ofVersion = await highestOf(
    db,
    versions.map(({ version_id }) => version_id),
  );
  const byClass = Map.groupBy(versions, ({ cob }) => cob);
  const classOf = new Map(versions.map(({ bucket_id, cob }) => [bucket_id, cob]));
  const pairs = wanted.flatMap(({ bucketId, dials }) => dials.map((dial_id) => ({ bucket_id: bucketId, dial_id })));
  const ofDials = Map.groupBy(await store.listDialHighest(db, pairs), ({ bucket_id }) => bucket_id);
  return (bucketId) => {
    const others = (byClass.get(classOf.get(bucketId) ?? '') ?? []).filter(({ bucket_id }) => bucket_id !== bucketId);
    const lists = others.map(({ version_id }) => ofVersion(version_id));
    const byDial = Map.groupBy(ofDials.get(bucketId) ?? [], ({ dial_id }) => dial_id);
    return {
      of_class: pick((key) => lists.flatMap((list) => list.get(key) ?? [])),
      of_dials: [...byDial].map(([dial_id, rows]) => ({
        dial_id,
        values: Object.fromEntries(rows.map(({ key, highest }) => [key, highest])),
      })),
    };
  };
}

const pick = (amountsOf: (key: string) => readonly number[]): DialValues =>
  Object.fromEntries(
    VALUE_KEYS.flatMap((key) => {
      const amounts = amountsOf(key);
      return amounts.length === 0 ? [] : [[key, Math.max(...amounts)]];
    }),
  );
