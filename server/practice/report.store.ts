import { sql } from 'kysely';
import type { PersonRef } from '#contract/dial.ts';
import type { Db } from '#server/db/connect.ts';

type Partner = Readonly<{ number: number; name: string }>;

export type LiveChange = Readonly<{
  id: string;
  partner: Partner;
  version: number;
  live_at: Date;
  description: string;
  submitted_by: PersonRef | null;
  approved_by: PersonRef[];
}>;

/** The versions of a class that went live in this time, with the people of their reviews. Empty first versions are none. */
export async function listChanges(db: Db, cob: string, from: Date, to: Date): Promise<readonly LiveChange[]> {
  const { rows } = await sql<LiveChange>`
    select v.id, jsonb_build_object('number', p.number, 'name', p.name) as partner, v.number as version, v.live_at,
      v.description, r.submitted_by,
      coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by t.voted_at)
        from review_vote t join person o on o.id = t.person_id
        where t.round_id = r.id and t.choice = 'approve' and t.discounted is null), '[]') as approved_by
    from bucket_version v
    join bucket b on b.id = v.bucket_id
    join partner p on p.number = b.partner_number
    left join lateral (select r.id, jsonb_build_object('id', s.id, 'name', s.name) as submitted_by
      from review_round r join person s on s.id = r.submitted_by
      where r.bucket_version_id = v.id and r.outcome = 'approved' order by r.number desc limit 1) r on true
    where b.cob = ${cob} and v.live_at >= ${from} and v.live_at < ${to} and not (v.number = 1 and v.dials = 0)
    order by p.number, v.number`.execute(db);
  return rows;
}

/** The buckets of a class that existed before a moment, also those without dials. */
export async function listBucketIds(db: Db, cob: string, before: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from bucket b where b.cob = ${cob}
      and exists (select from bucket_version v where v.bucket_id = b.id and v.live_at < ${before})`.execute(db);
  return rows.map(({ id }) => id);
}

type LiveList = Readonly<{
  bucket_id: string;
  partner: Partner;
  /** `id/version,id/version`: the database writes thousands of them in less than half the time that JSON takes. */
  pins: string;
}>;
type LiveDial = Readonly<{
  dial_id: string;
  version: number;
  name: string;
  active_from: string | null;
  active_until: string | null;
}>;
export type LiveEntry = LiveDial & Pick<LiveList, 'bucket_id' | 'partner'>;

/** The dials of the versions of a class that were live just before a moment. */
export async function listLiveEntries(db: Db, cob: string, at: Date): Promise<readonly LiveEntry[]> {
  const { rows: lists } = await sql<LiveList>`
    select b.id as bucket_id, jsonb_build_object('number', p.number, 'name', p.name) as partner,
      string_agg(e.dial_id || '/' || e.dial_version, ',' order by e.position) as pins
    from bucket b
    join partner p on p.number = b.partner_number
    join bucket_version v on v.bucket_id = b.id and v.live_at < ${at} and coalesce(v.superseded_at >= ${at}, true)
    join bucket_entry e on e.bucket_version_id = v.id
    where b.cob = ${cob}
    group by b.id, p.number order by p.number`.execute(db);
  // Most buckets have the same dials: each is read once.
  const pinsOf = lists.map(({ pins, ...list }) => ({ ...list, pins: pins.split(',') }));
  const pins = [...new Set(pinsOf.flatMap((list) => list.pins))];
  const { rows: dials } = await sql<LiveDial & Readonly<{ pin: string }>>`
    select pin, dial_id, version, name, active_from, active_until
    from (select pin, split_part(pin, '/', 1)::uuid as id, split_part(pin, '/', 2)::int as number
      from unnest(${pins}::text[]) pin) pinned
    cross join lateral (
      select dial_id, version, data ->> 'name' as name, data ->> 'active_from' as active_from,
        data ->> 'active_until' as active_until
      from dial_version where dial_id = pinned.id and version = pinned.number offset 0) d`.execute(db);
  const dialOf = new Map(dials.map(({ pin, ...dial }) => [pin, dial]));
  return pinsOf.flatMap(({ bucket_id, partner, pins: list }) =>
    list.flatMap((pin) => {
      const dial = dialOf.get(pin);
      return dial === undefined ? [] : [{ ...dial, bucket_id, partner }];
    }),
  );
}
