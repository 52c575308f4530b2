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
