import { sql } from 'kysely';
import type { PersonRow } from '#server/db/schema.people.ts';
import type { Db } from '#server/db/connect.ts';

export type Position = Readonly<{ name: string; id: string }>;
export type PeopleFilter = Readonly<{
  directory: PersonRow['directory'];
  /** Occurs in the name or the e-mail, whatever the case. */
  q?: string | undefined;
  state: 'present' | 'deactivated';
}>;
export type ListedPerson = Awaited<ReturnType<typeof listPeople>>[number];
export type ProfileRow = Awaited<ReturnType<typeof findProfile>> & object;

const LISTED = [
  'id',
  'name',
  'email',
  'given_name',
  'family_name',
  'permissions',
  'last_seen_at',
  'deactivated_at',
] as const;
const hasPassword = sql<boolean>`exists (select from person_password where person_id = person.id)`.as('has_password');

function matching(db: Db, { directory, q }: Pick<PeopleFilter, 'directory' | 'q'>) {
  const people = db.selectFrom('person').where('directory', '=', directory);
  if (q === undefined || q === '') return people;
  const occursIn = (column: 'name' | 'email') =>
    sql<boolean>`position(lower(${q}) in lower(${sql.ref(`person.${column}`)})) > 0`;
  return people.where((row) => row.or([occursIn('name'), occursIn('email')]));
}

export async function listPeople(db: Db, filter: PeopleFilter, limit: number, after: Position | undefined) {
  const name = sql<string>`name collate "C"`;
  const id = sql<string>`id collate "C"`;
  return matching(db, filter)
    .select(LISTED)
    .select(hasPassword)
    .where('deactivated_at', filter.state === 'present' ? 'is' : 'is not', null)
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(${name}, ${id}) > (${after?.name}, ${after?.id})`))
    .orderBy(name)
    .orderBy(id)
    .limit(limit)
    .execute();
}

/** How many of each state match. */
export async function countStates(
  db: Db,
  filter: Pick<PeopleFilter, 'directory' | 'q'>,
): Promise<{ present: number; deactivated: number }> {
  return matching(db, filter)
    .select([
      sql<number>`count(*) filter (where deactivated_at is null)::int`.as('present'),
      sql<number>`count(*) filter (where deactivated_at is not null)::int`.as('deactivated'),
    ])
    .executeTakeFirstOrThrow();
}

export async function findProfile(db: Db, id: string) {
  return db
    .selectFrom('person')
    .select(LISTED)
    .select(['revision', 'created_at', 'claims', 'directory', hasPassword])
    .where('id', '=', id)
    .executeTakeFirst();
}

export type Waiting = Readonly<{ reviews: number; dial_drafts: number; bucket_drafts: number }>;

/** What waits for a person: open rounds that are neither theirs nor have their vote, and drafts they saved last. */
export async function countWaiting(db: Db, personId: string): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select
      (select count(*)::int from review_round r
        where r.closed_at is null and not ${personId} = any(r.authors)
          and not exists (select from review_vote v
            where v.round_id = r.id and v.person_id = ${personId} and v.content_hash = r.content_hash
              and v.discounted is null)) as reviews,
      (select count(*)::int from dial d
        join dial_version v on v.dial_id = d.id and v.version = d.draft_version
        where d.deleted_at is null and v.saved_by = ${personId}) as dial_drafts,
      (select count(*)::int from bucket_version where state = 'draft' and saved_by = ${personId}) as bucket_drafts
  `.execute(db);
  return rows[0] ?? { reviews: 0, dial_drafts: 0, bucket_drafts: 0 };
}
