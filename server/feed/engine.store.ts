import { type Insertable, sql } from 'kysely';
import type { Channel } from '#domain/feed/channel.ts';
import type { Db } from '#server/db/connect.ts';
import type { EngineReleaseRow, EngineRow } from '#server/db/schema.feed.ts';

export type StoredEngine = Awaited<ReturnType<typeof listEngines>>[number];

const withCreator = (db: Db) =>
  db
    .selectFrom('engine as e')
    .innerJoin('person as p', 'p.id', 'e.created_by')
    .leftJoin('feed_release as r', (join) =>
      join.onRef('r.channel', '=', 'e.channel').onRef('r.sequence', '=', 'e.sequence'),
    )
    .selectAll('e')
    .select(['p.name as created_by_name', 'r.issued_at as issued_at'])
    .select((where) =>
      where
        .selectFrom('feed_release as m')
        .select('m.issued_at')
        .whereRef('m.channel', '=', 'e.channel')
        .where('m.sequence', '>', where.fn.coalesce('e.sequence', where.lit(0)))
        .orderBy('m.sequence')
        .limit(1)
        .as('missing_since'),
    );

export const listEngines = (db: Db) =>
  withCreator(db).orderBy('e.channel', 'desc').orderBy('e.name_key').orderBy('e.id').execute();

export const findEngine = (db: Db, id: string) => withCreator(db).where('e.id', '=', id).executeTakeFirst();

export const lockEngine = (trx: Db, id: string) =>
  trx.selectFrom('engine').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The engine of a token, current or replaced, whether or not it is still valid. */
export const findByToken = (db: Db, hash: string) =>
  db
    .selectFrom('engine')
    .selectAll()
    .where((where) => where.or([where('token_hash', '=', hash), where('old_token_hash', '=', hash)]))
    .executeTakeFirst();

export const countEngines = async (db: Db): Promise<number> =>
  Number((await db.selectFrom('engine').select(db.fn.countAll().as('count')).executeTakeFirstOrThrow()).count);

export const hasName = async (db: Db, nameKey: string): Promise<boolean> =>
  (await db.selectFrom('engine').select('id').where('name_key', '=', nameKey).executeTakeFirst()) !== undefined;

export const insertEngine = (trx: Db, engine: Insertable<EngineRow>) =>
  trx.insertInto('engine').values(engine).execute();

export const updateEngine = (trx: Db, id: string, changes: Partial<Insertable<EngineRow>>) =>
  trx.updateTable('engine').set(changes).where('id', '=', id).execute();

/** A release that was refused may be applied later, never the other way round. */
export const putOutcome = (trx: Db, row: Insertable<EngineReleaseRow>) =>
  trx
    .insertInto('engine_release')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['engine_id', 'sequence'])
        .doUpdateSet({ at: row.at, outcome: row.outcome, message: row.message ?? '' })
        .where('engine_release.outcome', '=', 'refused'),
    )
    .execute();

/** When the first release that the engine does not run yet was issued. */
export async function findBehindSince(db: Db, channel: Channel, sequence: number): Promise<Date | null> {
  const row = await db
    .selectFrom('feed_release')
    .select('issued_at')
    .where('channel', '=', channel)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();
  return row?.issued_at ?? null;
}

export const listReleases = (db: Db, channel: Channel, limit: number, before?: number) =>
  db
    .selectFrom('feed_release')
    .select(['sequence', 'issued_at', 'changed'])
    .where('channel', '=', channel)
    .$if(before !== undefined, (query) => query.where('sequence', '<', before ?? 0))
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();

/** What these engines made of releases since that one. */
export const listOutcomes = (db: Db, engineIds: readonly string[], from: number, to: number) =>
  engineIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('engine_release')
        .selectAll()
        .where('engine_id', 'in', engineIds)
        .where('sequence', '>=', from)
        .where('sequence', '<=', to)
        .execute();

/** Engines with a valid token that have been behind since then, or that caught up again after people were notified. */
export const lockAlarming = (trx: Db, since: Date, now: Date) =>
  trx
    .selectFrom('engine')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([
          where('behind_since', '<=', since),
          where('alarmed_at', 'is', null),
          where('revoked_at', 'is', null),
          where('expires_at', '>', now),
        ]),
        where.and([where('behind_since', 'is', null), where('alarmed_at', 'is not', null)]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();

/** Engines that report nothing do not notice that they are behind. */
export async function noteBehind(trx: Db, channel: Channel, newest: number): Promise<void> {
  await sql`update engine e set behind_since = (
      select min(r.issued_at) from feed_release r where r.channel = e.channel and r.sequence > e.sequence)
    where e.channel = ${channel} and e.behind_since is null and e.sequence < ${newest}`.execute(trx);
}

/** The greatest int4: the number stays there rather than fail. */
const MAX_DROPPED = sql.lit(2_147_483_647);

/** What a batch says about its engine: `first` is the earliest hour that it counts, null if it counts none. */
export async function noteCounters(
  trx: Db,
  id: string,
  { at, first, lost }: Readonly<{ at: Date; first: Date | null; lost: number }>,
): Promise<void> {
  await sql`update engine set last_seen_at = ${at}, dropped = least(dropped + ${lost}::bigint, ${MAX_DROPPED}),
      first_counted_at = least(first_counted_at, ${first}::timestamptz),
      last_counted_at = case when ${first !== null} then ${at}::timestamptz else last_counted_at end
    where id = ${id}`.execute(trx);
}
