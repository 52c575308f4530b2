import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { readDocument, writeDocument } from '#domain/feed/document.ts';
import type { ReplayBucket } from '#domain/practice/replay.ts';
import { findEntries } from '#server/bucket/bucket.version.service.ts';
import type { Db } from '#server/db/connect.ts';
import { readPinnedData } from '#server/dial/dial.pin.service.ts';

const LOCK = 7_153_220_011;

/** False while another server runs it. The lock ends with the transaction. */
export async function lockDemoEngine(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as locked`.execute(trx);
  return rows[0]?.locked === true;
}

export const findLastCounted = async (db: Db, engineId: string): Promise<Date | null> =>
  (await db.selectFrom('engine').select('last_counted_at').where('id', '=', engineId).executeTakeFirst())
    ?.last_counted_at ?? null;

/** Versions that have been live since then, and the ones before them, oldest first. */
const listVersionsSince = (db: Db, since: Date, classes: readonly string[]) =>
  db
    .selectFrom('bucket_version as v')
    .innerJoin('bucket as b', 'b.id', 'v.bucket_id')
    .leftJoin('bucket_version as n', (join) =>
      join.onRef('n.bucket_id', '=', 'v.bucket_id').on(sql<boolean>`n.number = v.number + 1`),
    )
    .leftJoin('bucket_stop as s', (join) => join.onRef('s.bucket_id', '=', 'b.id').on('s.ended_at', 'is', null))
    .select(['b.partner_number as partner', 'b.cob', 'v.id', 'v.number', 'v.live_at'])
    .select(sql<boolean>`s.id is not null`.as('stopped'))
    .where('v.number', 'is not', null)
    .where('b.cob', 'in', classes)
    .where((where) =>
      where.or([
        where('v.state', '=', 'live'),
        where('v.superseded_at', '>=', since),
        where('n.superseded_at', '>=', since),
        where('n.state', '=', 'live'),
      ]),
    )
    .orderBy('b.id')
    .orderBy('v.number')
    .execute();

/** Lists the buckets of these classes with the content of their versions since then. Rests after each: there are thousands. */
export async function listReplayedBuckets(
  db: Db,
  since: Date,
  classes: readonly string[],
): Promise<readonly ReplayBucket[]> {
  const versions = await listVersionsSince(db, since, classes);
  const entriesOf = await findEntries(db, versions);
  const dataOf = await readPinnedData(db, [...entriesOf.values()].flat());
  const buckets: ReplayBucket[] = [];
  for (const group of Map.groupBy(versions, ({ partner, cob }) => `${partner} ${cob}`).values()) {
    const [first] = group;
    if (first === undefined) continue;
    const { partner, cob, stopped } = first;
    buckets.push({
      partner,
      cob,
      stopped,
      versions: group.map(({ id, number, live_at }) => ({
        version: number ?? 0,
        live_at: live_at?.getTime() ?? 0,
        entries: readDocument(writeDocument(entriesOf.get(id) ?? [], dataOf)).entries,
      })),
    });
    await setImmediate();
  }
  return buckets;
}
