import type { Db } from '#server/db/connect.ts';
import type { Places } from './calls.ts';

/** What is read in every book: the demo's, and the dial that most buckets have. */
export async function findPlaces(db: Db): Promise<Places> {
  const dial = await db
    .selectFrom('dial')
    .select('id')
    .where('published_version', 'is not', null)
    .orderBy('bucket_count', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const set = await db.selectFrom('review_set').select('id').limit(1).executeTakeFirstOrThrow();
  const engine = await db.selectFrom('engine').select('id').limit(1).executeTakeFirst();
  return {
    bucket: '9112/cyber-privacy-and-tech',
    reviewed: '9120/cyber-privacy-and-tech',
    drafted: '9101/cyber-privacy-and-tech',
    set: set.id,
    everywhere: dial.id,
    engine: engine?.id ?? dial.id,
    person: encodeURIComponent('demo|underwriter'),
  };
}
