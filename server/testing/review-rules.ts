import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { canonicalJson } from '#domain/audit/canonical.ts';
import type { Db } from '#server/db/connect.ts';
import { countStrayEntries } from '#server/operations/operations.store.ts';

type Live = Readonly<{
  bucket: string;
  number: number;
  round_hash: string | null;
  outcome: string | null;
  same_moment: boolean | null;
  live_on: string | null;
  restart: string | null;
  live_day: string;
  required: number | null;
  authors: string[] | null;
  editors: string[];
  mistimed: number;
  approvers: { person: string; hash: string; acts_for: string[] }[];
  /** Of the rules about everything under which it was submitted: who must sign. */
  signers: string[][];
  entries: unknown[];
}>;

/**
 * The invariants of every bucket, read from the tables only: live implies two distinct approvers whose votes count,
 * neither of them an author of the draft or of a dial it added, both on this hash. Returns a message per violation.
 */
export async function brokenRules(db: Db, bucketIds?: readonly string[]): Promise<string[]> {
  const chosen = bucketIds === undefined ? sql`true` : sql`b.id = any(${bucketIds}::uuid[])`;
  return [
    ...(await brokenVersions(db, chosen)),
    ...(await brokenStates(db, chosen)),
    ...(bucketIds === undefined ? [...(await brokenDials(db)), ...(await brokenLists(db))] : []),
  ];
}

async function brokenVersions(db: Db, chosen: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<Live>`
    select b.partner_number || '/' || b.cob as bucket, v.number, r.content_hash as round_hash, r.live_on, r.restart, r.outcome,
      r.required,
      r.authors, r.closed_at = coalesce(v.activated_at, v.live_at) as same_moment, (v.live_at at time zone 'utc')::date as live_day,
      array(
        select person_id from bucket_editor e join bucket_version d on d.id = e.bucket_version_id
          where d.bucket_id = v.bucket_id and d.based_on = v.based_on
        union select submitted_by from review_round o join bucket_version d on d.id = o.bucket_version_id
          where d.bucket_id = v.bucket_id and d.based_on = v.based_on and (o.brings_forward is null or o.id = r.id)
        union select a.actor_id from audit_event a join bucket_entry e
          on a.object_type = 'dial' and a.object_id = e.dial_id::text and a.actor_id is not null
            and (a.detail->>'version')::int <= e.dial_version
          where e.bucket_version_id = v.id and a.action in ('dial_created', 'dial_saved', 'dial_published')
            and not exists (select 1 from bucket_entry was join bucket_version before on before.id = was.bucket_version_id
              where before.bucket_id = v.bucket_id and before.number = v.based_on and was.dial_id = e.dial_id)
      ) as editors,
      (select coalesce(json_agg(json_build_object('person', person_id, 'hash', content_hash, 'acts_for', acts_for)), '[]')
        from review_vote where round_id = r.id and choice = 'approve' and discounted is null) as approvers,
      (select coalesce(json_agg(rule->'people'), '[]') from jsonb_array_elements(r.authority->'rules') rule
        where rule->'when' @> '[{"kind": "always"}]') as signers,
      (select count(*)::int from review_vote where round_id = r.id
        and (voted_at > r.closed_at or voted_at < r.submitted_at)) as mistimed,
      (select coalesce(json_agg(json_build_object('dial_id', dial_id, 'version', dial_version, 'overrides', overrides)
        order by position), '[]') from bucket_entry e where e.bucket_version_id = v.id) as entries
    from bucket b
    join bucket_version v on v.bucket_id = b.id and v.number > 1
    left join lateral (select * from review_round where bucket_version_id = v.id 
      order by (outcome = 'approved') desc nulls last, number desc limit 1) r on true
    where ${chosen}`.execute(db);
  return rows.flatMap((row) => {
    const terms = { ...(row.live_on && { live_on: row.live_on }), ...(row.restart && { restart: row.restart }) };
    const submitted = Object.keys(terms).length === 0 ? row.entries : { entries: row.entries, ...terms };
    const hash = createHash('sha256').update(canonicalJson(submitted)).digest('hex');
    const approvers = new Set(row.approvers.filter((vote) => vote.hash === hash).map(({ person }) => person));
    const wrong = [
      row.outcome !== 'approved' && `its last review is ${row.outcome}`,
      row.round_hash !== hash && 'its content is not what was submitted',
      row.same_moment !== true && 'it went live at another moment than its review ended',
      row.live_on !== null && row.live_day < row.live_on && 'it went live before the day it was approved for',
      row.mistimed > 0 && `${row.mistimed} votes were given outside its review`,
      (row.signers.length === 0 ? approvers.size !== row.required : approvers.size < (row.required ?? 0)) &&
        `${approvers.size} people approved this content`,
      row.signers.some((people) => !row.approvers.some((one) => signsFor(one, people, row.authors ?? []))) &&
        'nobody who must sign approved it',
      row.approvers.length !== approvers.size && 'someone approved other content',
      [...row.editors, ...(row.authors ?? [])].some((id) => approvers.has(id)) && 'one of its authors approved it',
    ];
    return wrong.filter((what) => what !== false).map((what) => `${row.bucket} version ${row.number}: ${what}.`);
  });
}

async function brokenStates(db: Db, chosen: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ bucket: string; what: string }>`
    with state as (
      select b.id, b.partner_number || '/' || b.cob as bucket,
        count(*) filter (where v.state = 'live') as live,
        count(*) filter (where v.state in ('draft', 'pending_review')) as drafts,
        count(*) filter (where v.number is not null) as numbered, max(v.number) as last,
        max(v.number) filter (where v.state = 'live') as live_number,
        count(*) filter (where (v.state = 'pending_review') <> exists (
          select 1 from review_round r where r.bucket_version_id = v.id and r.closed_at is null)) as astray,
        (select count(*) from audit_event a where a.object_type = 'bucket' and a.action = 'bucket_activated'
          and a.object_id = b.partner_number || '/' || b.cob) as activated
      from bucket b join bucket_version v on v.bucket_id = b.id where ${chosen} group by b.id
    )
    select bucket, 'it has ' || live || ' live versions' as what from state where live <> 1
    union all select bucket, 'it has ' || drafts || ' drafts' from state where drafts > 1
    union all select bucket, 'its versions are not numbered one after the other, the live one last' from state
      where numbered <> last or last <> live_number
    union all select bucket, 'pending and an open review do not go together' from state where astray > 0
    union all select bucket, activated || ' activations are recorded' from state where activated <> last - 1`.execute(
    db,
  );
  return rows.map(({ bucket, what }) => `${bucket}: ${what}.`);
}

/** For every dial. */
export async function brokenDials(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select d.name from dial d where d.in_live_bucket <> exists (
      select 1 from bucket_entry e join bucket_version v on v.id = e.bucket_version_id
      where e.dial_id = d.id and v.state = 'live')`.execute(db);
  return rows.map(({ name }) => `The dial ${name} does not know whether it is in a live bucket.`);
}

async function brokenLists(db: Db): Promise<string[]> {
  const stray = await countStrayEntries(db);
  return stray === 0 ? [] : [`${stray} entries of live versions and drafts are not listed as they are.`];
}

const signsFor = ({ person, acts_for }: Live['approvers'][number], people: string[], authors: string[]): boolean =>
  people.includes(person) || acts_for.some((one) => people.includes(one) && !authors.includes(one));

/** Raised appetites that the person who proposed them confirmed, or that nobody proposed. */
export async function raisedAlone(db: Db): Promise<string[]> {
  const { rows } = await sql<{ bucket: string }>`
    select object_id as bucket from audit_event
    where action = 'bucket_appetite_changed' and (detail->>'became')::float8 > (detail->>'was')::float8
      and (detail->>'proposed_by' is null or detail->>'proposed_by' = actor_id)`.execute(db);
  return rows.map(({ bucket }) => bucket);
}
