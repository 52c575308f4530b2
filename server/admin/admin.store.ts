import { type Insertable, sql } from 'kysely';
import type { SetupFacts } from '#domain/setup/setup.ts';
import type { Db } from '#server/db/connect.ts';
import type { AccessReviewRow } from '#server/db/schema.authority.ts';
import { needsConfirmation } from '#domain/review/counterpart.ts';
import { type DirectoryKind, emailVerified } from '#server/person/person.service.ts';

/** Everyone, by name. */
export async function listEveryone(db: Db) {
  return db
    .selectFrom('person')
    .select(['id', 'name', 'email', 'permissions', 'deactivated_at', 'directory'])
    .select(['verification', 'vouched_at', 'introduced_by'])
    .select(emailVerified.as('email_verified'))
    .orderBy(sql`name collate "C"`)
    .orderBy(sql`id collate "C"`)
    .execute();
}

/** Newest first. */
export async function listAccessReviews(db: Db, limit: number) {
  return db
    .selectFrom('access_review as r')
    .innerJoin('person as p', 'p.id', 'r.by')
    .select(['r.at', 'r.by', 'p.name', 'r.people', 'r.note'])
    .orderBy('r.at', 'desc')
    .limit(limit)
    .execute();
}

export async function insertAccessReview(trx: Db, row: Insertable<AccessReviewRow>): Promise<void> {
  await trx.insertInto('access_review').values(row).execute();
}

const SETUP_KEY = 'setup';

export async function isDismissed(db: Db): Promise<boolean> {
  return (await db.selectFrom('setting').select('key').where('key', '=', SETUP_KEY).executeTakeFirst()) !== undefined;
}

/** False if it was dismissed before. */
export async function insertDismissal(trx: Db, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('setting')
    .values({ key: SETUP_KEY, value: 'dismissed', set_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function readFacts(
  db: Db,
  { directory, required }: Readonly<{ directory: DirectoryKind; required: number }>,
): Promise<SetupFacts> {
  const { rows } = await sql<Omit<SetupFacts, 'reviewers' | 'unconfirmed' | 'required'>>`
    select
      (select count(*)::int from partner) as partners,
      (select count(distinct cob)::int from bucket) as classes,
      (select count(*)::int from bucket) as buckets,
      (select count(*)::int from person where directory = ${directory} and deactivated_at is null) as people,
      (select count(*)::int from dial where deleted_at is null and published_version is not null) as dials,
      (select count(*)::int from portfolio) as portfolios`.execute(db);
  if (rows[0] === undefined) throw new Error('The database counted nothing.');
  const people = await listReviewers(db, directory);
  const unconfirmed = people.filter(needsConfirmation).length;
  return { ...rows[0], reviewers: people.length - unconfirmed, unconfirmed, required };
}

/** Only a new installation counts them, so that a limit is enough. */
const listReviewers = (db: Db, directory: DirectoryKind) =>
  db
    .selectFrom('person')
    .select(['directory', 'verification', 'vouched_at', 'introduced_by', emailVerified.as('email_verified')])
    .where('directory', '=', directory)
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`'review:create' = any(permissions)`)
    .limit(1000)
    .execute();
