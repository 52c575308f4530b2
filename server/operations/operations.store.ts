import { sql } from 'kysely';
import type { Channel } from '#domain/feed/channel.ts';
import type { Db } from '#server/db/connect.ts';

/** The state of the installation, the same on every server. Ages are in seconds, 0 if nothing waits. */
export type InstallationState = Readonly<{
  open_reviews: number;
  stopped_go_lives: number;
  engines: number;
  engines_behind: number;
  longest_behind: number;
  webhook_backlog: number;
  oldest_webhook: number;
  /** Null before the first checkpoint. */
  checkpoint_age: number | null;
  oldest_unsigned: number;
  releases: Readonly<Record<Channel, number>>;
}>;

/** One statement; every part reads an index or a small table. */
export async function readInstallation(db: Db, now: Date): Promise<InstallationState> {
  const age = (column: string) =>
    sql`greatest(0, extract(epoch from ${now}::timestamptz - ${sql.ref(column)}))::float8`;
  const { rows } = await sql<InstallationState>`
    with last_checkpoint as (select seq, at from audit_checkpoint order by seq desc, id desc limit 1),
      unsigned as (select at from audit_event where seq > coalesce((select seq from last_checkpoint), 0) order by seq limit 1),
      valid_engine as (select behind_since from engine where revoked_at is null and expires_at > ${now}),
      backlog as (select created_at from webhook_delivery where next_at is not null)
    select
      (select count(*) from review_round where closed_at is null and approved_at is null)::int as open_reviews,
      (select count(*) from review_round where closed_at is null and stopped_because is not null)::int as stopped_go_lives,
      (select count(*) from valid_engine)::int as engines,
      (select count(behind_since) from valid_engine)::int as engines_behind,
      coalesce((select max(${age('behind_since')}) from valid_engine), 0) as longest_behind,
      (select count(*) from backlog)::int as webhook_backlog,
      coalesce((select max(${age('created_at')}) from backlog), 0) as oldest_webhook,
      (select ${age('at')} from last_checkpoint) as checkpoint_age,
      coalesce((select ${age('at')} from unsigned), 0) as oldest_unsigned,
      (select json_object_agg(channel, sequence) from feed_head) as releases`.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error('The database did not answer.');
  return state;
}

export type DoctorFacts = Readonly<{
  version: string;
  /** The clock of the database. */
  now: Date;
  /** The public key of the last checkpoint; null before the first. */
  checkpoint_key: string | null;
  feed_kids: readonly string[];
  /** Names of engines with a valid token. */
  behind: readonly string[];
  expiring: readonly string[];
  /** The error of the message that has waited longest, and for how many seconds. */
  webhook: Readonly<{ seconds: number; error: string | null }> | null;
}>;

type Limits = Readonly<{ behindSeconds: number; expiringDays: number }>;

export async function readDoctorFacts(db: Db, { behindSeconds, expiringDays }: Limits): Promise<DoctorFacts> {
  const { rows } = await sql<DoctorFacts>`
    with valid as (select * from engine where revoked_at is null and expires_at > now())
    select current_setting('server_version') as version, clock_timestamp() as now,
      (select key from audit_checkpoint order by seq desc, id desc limit 1) as checkpoint_key,
      array(select kid from feed_key where revoked_at is null) as feed_kids,
      array(select name from valid where behind_since < now() - make_interval(secs => ${behindSeconds}) order by name)
        as behind,
      array(select name from valid where expires_at < now() + make_interval(days => ${expiringDays}) order by name)
        as expiring,
      (select json_build_object('seconds', extract(epoch from now() - created_at)::int, 'error', last_error)
        from webhook_delivery where next_at is not null order by created_at limit 1) as webhook`.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error('The database did not answer.');
  return facts;
}

/** How many entries of live versions and drafts the table of them lacks, or has too many of. */
export async function countStrayEntries(db: Db): Promise<number> {
  const { rows } = await sql<{ stray: number }>`
    with expected as (select * from list_expected_entries())
    select count(*)::int as stray from (
      (select * from expected except all select * from current_entry)
      union all (select * from current_entry except all select * from expected)) stray`.execute(db);
  return rows[0]?.stray ?? 0;
}

const PURGE_LOCK = 7_153_220_005;

/** A table whose rows are deleted some time after the date in this column. Rows without one are kept. */
export type PurgedTable = Readonly<
  | { table: 'analytics_event' | 'notification' | 'sign_in' | 'sign_in_attempt'; column: 'at' }
  | { table: 'webhook_delivery'; column: 'delivered_at' }
  | { table: 'oidc_record'; column: 'expires_at' }
  | { table: 'decision_batch'; column: 'received_at' }
  | { table: 'decision_count'; column: 'hour' }
  | { table: 'decision_day' | 'usage_day'; column: 'day' }
  | { table: 'usage_person'; column: 'last_day' }
>;

/** False while another server purges. The lock ends with the transaction. */
export async function lockPurge(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${PURGE_LOCK}) as locked`.execute(
    trx,
  );
  return rows[0]?.locked === true;
}

/** Deletes the oldest rows, at most `limit`, and returns their number. */
export async function deleteBefore(
  trx: Db,
  { table, column, before, limit }: PurgedTable & Readonly<{ before: Date; limit: number }>,
): Promise<number> {
  const [from, at] = [sql.table(table), sql.ref(column)];
  const { numAffectedRows } = await sql`delete from ${from} where ctid = any(array(
    select ctid from ${from} where ${at} < ${before} order by ${at} limit ${limit}))`.execute(trx);
  return Number(numAffectedRows);
}
