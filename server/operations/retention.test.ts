import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createFilledDatabase, useTestDatabase } from '#server/testing/database.ts';
import { purge } from './retention.ts';

const NOW = new Date('2030-06-01T12:00:00Z');
const ago = (days: number): Date => new Date(NOW.getTime() - days * 24 * 60 * 60_000);
const { retention } = readConfig({}, '/');
const HOUR = 1 / 24;
const MINUTE = HOUR / 60;

/** Each table with temporary data: its retention in days, and seven rows with the same time. */
const PURGED: readonly (readonly [table: string, days: number, addSeven: (at: Date) => ReturnType<typeof sql>])[] = [
  [
    'analytics_event',
    400,
    (at) => sql`insert into analytics_event (insert_id, kind, distinct_id, at, received_at, properties)
      select gen_random_uuid(), 'click', 'demo|viewer', ${at}, ${at}, '{}' from generate_series(1, 7)`,
  ],
  [
    'notification',
    180,
    (at) => sql`insert into notification (person_id, kind, at, bucket_id)
      select 'demo|viewer', 'bucket_voted', ${at}, id from bucket, generate_series(1, 7)`,
  ],
  [
    'webhook_delivery',
    30,
    (at) => sql`insert into webhook_delivery (id, kind, payload, created_at, delivered_at)
      select gen_random_uuid(), 'bucket_voted', '{}', ${ago(500)}, ${at} from generate_series(1, 7)`,
  ],
  [
    'sign_in',
    400,
    (at) => sql`insert into sign_in (person_id, session_key, at)
      select 'demo|viewer', gen_random_uuid(), ${at} from generate_series(1, 7)`,
  ],
  [
    'sign_in_attempt',
    6 * HOUR,
    (at) => sql`insert into sign_in_attempt (email, address, refused, at)
      select 'hash', 'hash', false, ${at} from generate_series(1, 7)`,
  ],
  [
    'oidc_record',
    MINUTE,
    (at) => sql`insert into oidc_record (model, id, payload, expires_at)
      select 'Session', gen_random_uuid(), '{}', ${at} from generate_series(1, 7)`,
  ],
];

const database = useTestDatabase(createFilledDatabase);
beforeAll(async () => {
  await sql`insert into partner (number, name) values (1, 'One')`.execute(database.db);
  await sql`insert into bucket (id, cob, partner_number, appetite, created_at)
    values (gen_random_uuid(), 'cyber', 1, 0, now())`.execute(database.db);
});

const rowsOf = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(database.db);
  return rows[0]?.n ?? 0;
};

test.each(PURGED)(
  'expired rows of %s are deleted after %f days, in batches, and nothing newer',
  async (table, days, addSeven) => {
    const { db } = database;
    await addSeven(ago(days + MINUTE)).execute(db);
    await addSeven(ago(days - MINUTE)).execute(db);
    await purge({ db, retention, now: NOW, maxRowsPerStep: 3 });
    expect(await rowsOf(table)).toBe(7);
    await purge({ db, retention, now: new Date(NOW.getTime() + 2 * 60_000), maxRowsPerStep: 7 });
    expect(await rowsOf(table)).toBe(0);
  },
);

test('the usage of a day is deleted once all its events are', async () => {
  const { db } = database;
  for (const day of [ago(401), ago(400)]) {
    await sql`insert into usage_day (day, page, views, people, searches, nothing) values (${day}::date, '', 1, 1, 1, 1)`.execute(
      db,
    );
    await sql`insert into usage_person (page, person, last_day) values ('', ${day.toISOString()}, ${day}::date)`.execute(
      db,
    );
  }
  await purge({ db, retention, now: NOW });
  const last = ago(400).toISOString().slice(0, 10);
  expect(await db.selectFrom('usage_day').select('day').execute()).toEqual([{ day: last }]);
  expect(await db.selectFrom('usage_person').select('last_day').execute()).toEqual([{ last_day: last }]);
});

test('audit records and undelivered messages never expire', async () => {
  const { db } = database;
  await sql`insert into webhook_delivery (id, kind, payload, created_at, attempts)
    values (gen_random_uuid(), 'bucket_voted', '{}', ${ago(2000)}, 10)`.execute(db);
  const records = await rowsOf('audit_event');
  await purge({ db, retention, now: NOW });
  expect([await rowsOf('audit_event'), await rowsOf('webhook_delivery')]).toEqual([records, 1]);
  expect(records).toBeGreaterThan(0);
});

test('expired data is left to the server that is already deleting it, and when the server stops', async () => {
  const { db } = database;
  await PURGED[0]?.[2](ago(500)).execute(db);
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7153220005)`.execute(trx);
    await purge({ db, retention, now: NOW });
    expect(await rowsOf('analytics_event')).toBe(7);
  });
  await purge({ db, retention, now: NOW, signal: AbortSignal.abort() });
  expect(await rowsOf('analytics_event')).toBe(7);
  await purge({ db, retention, now: NOW });
  expect(await rowsOf('analytics_event')).toBe(0);
});
