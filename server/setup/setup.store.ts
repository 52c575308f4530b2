import { sql } from 'kysely';
import type { SetupFacts } from '#domain/setup/setup.ts';
import type { Db } from '#server/db/connect.ts';
import type { DirectoryKind } from '#server/person/person.service.ts';

const KEY = 'setup';

export async function isDismissed(db: Db): Promise<boolean> {
  return (await db.selectFrom('setting').select('key').where('key', '=', KEY).executeTakeFirst()) !== undefined;
}

/** False if it was dismissed before. */
export async function insertDismissal(trx: Db, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('setting')
    .values({ key: KEY, value: 'dismissed', set_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function readFacts(db: Db, directory: DirectoryKind): Promise<SetupFacts> {
  const { rows } = await sql<SetupFacts>`
    select
      (select count(*)::int from partner) as partners,
      (select count(distinct cob)::int from bucket) as classes,
      (select count(*)::int from bucket) as buckets,
      (select count(*)::int from person where directory = ${directory} and deactivated_at is null) as people,
      (select count(*)::int from person where directory = ${directory} and deactivated_at is null
        and 'review:create' = any(permissions)) as reviewers,
      (select count(*)::int from dial where deleted_at is null and published_version is not null) as dials,
      (select count(*)::int from portfolio) as portfolios`.execute(db);
  if (rows[0] === undefined) throw new Error('The database counted nothing.');
  return rows[0];
}
