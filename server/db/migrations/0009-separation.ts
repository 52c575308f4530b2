import { type Kysely, sql } from 'kysely';

/** Who wrote which version of a dial, what makes a person an author of a round, and votes that no longer count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addWriters(db);
  await addAuthorReasons(db);
  await sql`
    alter table review_vote add column discounted text
      check (discounted in ('deactivated', 'not_permitted', 'vote_from_author', 'link_from_author'))`.execute(db);
  await sql`
    alter table notification
      drop constraint notification_kind_check,
      add constraint notification_kind_check check (kind in
        ('review_asked', 'voted', 'vote_discounted', 'activated', 'sent_back', 'review_cancelled'))`.execute(db);
}

/** A draft that is discarded leaves its writers behind: the next draft has the same number, and may say the same. */
async function addWriters(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dial_version_writer (
      dial_id uuid not null references dial (id),
      version int not null check (version > 0),
      person_id text not null references person (id),
      primary key (dial_id, version, person_id)
    )`.execute(db);
  await sql`
    insert into dial_version_writer (dial_id, version, person_id)
    select dial_id, version, created_by from dial_version
    union select dial_id, version, saved_by from dial_version
    union select dial_id, version, published_by from dial_version where published_by is not null
    union select d.id, (e.detail->>'version')::int, e.actor_id
      from audit_event e join dial d on d.id::text = e.object_id
      where e.object_type = 'dial' and e.actor_id is not null and jsonb_typeof(e.detail->'version') = 'number'
        and e.action in ('dial_created', 'dial_saved', 'dial_imported', 'dial_published', 'dial_duplicated',
          'dial_version_started')`.execute(db);
  await sql`
    create trigger dial_version_writer_stays before delete or truncate on dial_version_writer
    for each statement execute function refuse_dial_removal()`.execute(db);
}

/** Reviews that are open get the authors they would have had if they were submitted now; those that ended stay. */
async function addAuthorReasons(db: Kysely<unknown>): Promise<void> {
  await sql`alter table review_round add column author_reasons jsonb not null default '[]'`.execute(db);
  await sql`
    update review_round r set authors = array(
      select unnest(r.authors)
      union select e.person_id from bucket_editor e
        join bucket_version d on d.id = e.bucket_version_id
        where d.bucket_id = v.bucket_id and d.based_on = v.based_on
      union select o.submitted_by from review_round o
        join bucket_version d on d.id = o.bucket_version_id
        where d.bucket_id = v.bucket_id and d.based_on = v.based_on
      union select w.person_id from bucket_entry e
        left join (bucket_entry was join bucket_version live on live.id = was.bucket_version_id and live.state = 'live')
          on live.bucket_id = v.bucket_id and was.dial_id = e.dial_id
        join dial_version_writer w on w.dial_id = e.dial_id and w.version <= e.dial_version
          and (was.dial_version is null or was.dial_version > e.dial_version or w.version > was.dial_version)
        where e.bucket_version_id = v.id and e.dial_version is distinct from was.dial_version
      order by 1)
    from bucket_version v where v.id = r.bucket_version_id and r.closed_at is null`.execute(db);
  await sql`alter table review_round alter column author_reasons drop default`.execute(db);
}
