import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

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
