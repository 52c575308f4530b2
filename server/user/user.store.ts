import { sql, type Updateable } from 'kysely';
import type { PersonAccess } from '#domain/audit/permission-history.ts';
import type { Person } from '#domain/user/person.ts';
import type { VerificationMethod } from '#domain/user/verification.ts';
import type { Role } from '#domain/user/role.ts';
import type { PersonRow } from '#server/db/schema.people.ts';
import type { Db } from '#server/db/connect.ts';
import { emailVerified } from '#server/person/person.service.ts';

export type StoredPerson = Person & Readonly<{ permissions: readonly string[] }>;
export type OwnPerson = StoredPerson & Readonly<{ is_demo: boolean; deactivated_at: Date | null }>;
export type TokenPerson = StoredPerson &
  Readonly<{ claims: Record<string, unknown>; directory: PersonRow['directory'] }>;

const COLUMNS = ['id', 'name', 'email', 'given_name', 'family_name', 'permissions'] as const;

/** Active people only: the deactivated stay in history, not in the directory. */
export async function findPerson(db: Db, id: string): Promise<StoredPerson | undefined> {
  return db
    .selectFrom('person')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst();
}

/** In our own directory, where e-mails are unique; includes deactivated people. */
export async function findByEmail(db: Db, email: string): Promise<OwnPerson | undefined> {
  return db
    .selectFrom('person')
    .select([...COLUMNS, 'is_demo', 'deactivated_at'])
    .where(sql`lower(email)`, '=', sql<string>`lower(${email})`)
    .where('directory', '=', 'embedded')
    .executeTakeFirst();
}

/** For the sign-in page: our own active people, by name. */
export async function listOwn(db: Db, limit: number): Promise<StoredPerson[]> {
  return db
    .selectFrom('person')
    .select(COLUMNS)
    .where('deactivated_at', 'is', null)
    .where('directory', '=', 'embedded')
    .orderBy(sql`name collate "C"`)
    .orderBy(sql`id collate "C"`)
    .limit(limit)
    .execute();
}

/** Everyone in our own directory, including deactivated people, with their permissions. */
export async function listAccess(db: Db): Promise<PersonAccess[]> {
  return db
    .selectFrom('person')
    .select(['id', 'name', 'permissions', sql<boolean>`deactivated_at is null`.as('isActive')])
    .where('directory', '=', 'embedded')
    .orderBy(sql`id collate "C"`)
    .execute();
}

export async function countPeople(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('person')
    .select((of) => of.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function countOf(db: Db, ids: readonly string[]): Promise<number> {
  const rows = await db.selectFrom('person').select('id').where('id', 'in', ids).execute();
  return rows.length;
}

/** Locks the table until the transaction ends. */
export async function lockPeople(trx: Db): Promise<void> {
  await sql`lock table person in share row exclusive mode`.execute(trx);
}

export async function addPerson(
  db: Db,
  person: Person & Readonly<{ is_demo: boolean }>,
  permissions: readonly string[],
  { by, at }: Readonly<{ by: string | null; at?: Date }>,
): Promise<void> {
  const moment = at ?? new Date();
  const row = {
    ...profile(person),
    id: person.id,
    permissions: [...permissions],
    directory: 'embedded' as const,
    is_demo: person.is_demo,
    ...(person.is_demo && { verification: 'demo' as const, verified_at: moment }),
    // Nobody who could be their counterpart introduced them.
    ...(by === null && { vouched_at: moment }),
  };
  await db
    .insertInto('person')
    .values({ ...row, claims: null, ...(at && { created_at: at }) })
    .execute();
}

/** People of a hosted tenant are added at their first sign-in and updated by every later token. */
export async function upsertSeen(db: Db, person: TokenPerson, at: Date) {
  const seen = { ...profile(person), claims: JSON.stringify(person.claims), last_seen_at: at };
  const hosted = person.directory === 'hosted' && { permissions: [...person.permissions], ...WITH_ADDRESS };
  return db
    .insertInto('person')
    .values({
      ...seen,
      id: person.id,
      permissions: [...person.permissions],
      directory: person.directory,
      ...(person.directory === 'hosted' && { verification: 'tenant' as const, verified_at: at }),
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...seen, ...hosted }))
    .returning([...LISTED, ...LISTED_BESIDE])
    .executeTakeFirstOrThrow();
}

/** A colleague confirmed the address of before, which is not needed for one that the tenant verifies. */
const KEEPS = sql`lower(person.email) = lower(excluded.email)
  and (excluded.claims->'email_verified') is distinct from 'true'::jsonb`;
const WITH_ADDRESS = {
  verification: sql<VerificationMethod>`case when ${KEEPS} then person.verification else 'tenant' end`,
  verified_at: sql<Date>`case when ${KEEPS} or person.verification = 'tenant' then person.verified_at
    else excluded.verified_at end`,
  verified_by: sql<string | null>`case when ${KEEPS} then person.verified_by end`,
  vouched_at: sql<Date | null>`case when ${KEEPS} then person.vouched_at end`,
  introduced_by: sql<string[]>`case when ${KEEPS} then person.introduced_by else '{}' end`,
};

/** True the first time this session of this person is seen. */
export async function insertSignIn(db: Db, personId: string, sessionKey: string, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sign_in')
    .values({ person_id: personId, session_key: sessionKey, at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const profile = (person: Person) => ({
  name: person.name,
  email: person.email,
  given_name: person.given_name,
  family_name: person.family_name,
});

export type LockedPerson = Awaited<ReturnType<typeof lockPerson>> & object;

const CHANGE_LOCK = 7_153_220_006;

/** Serialises changes of people: whether a manager remains depends on all of them. */
export async function lockChanges(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(CHANGE_LOCK)})`.execute(trx);
}

export async function lockPerson(trx: Db, id: string) {
  return trx
    .selectFrom('person')
    .select(['id', 'name', 'email', 'permissions', 'directory', 'deactivated_at', 'verified_at', 'revision'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Other active people of our own directory with this entry. */
export async function countOthersWith(trx: Db, id: string, entry: string): Promise<number> {
  const { count } = await trx
    .selectFrom('person')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('id', '<>', id)
    .where('directory', '=', 'embedded')
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`${entry} = any(permissions)`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Active people with a permission, by name. */
export async function listHolders(db: Db, directory: PersonRow['directory'], entry: string, limit: number) {
  return db
    .selectFrom('person')
    .select(['id', 'name', 'email'])
    .where('directory', '=', directory)
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`${entry} = any(permissions)`)
    .orderBy(sql`name collate "C"`)
    .orderBy(sql`id collate "C"`)
    .limit(limit)
    .execute();
}

export async function updatePerson(
  trx: Db,
  id: string,
  change: Pick<Updateable<PersonRow>, 'permissions' | 'deactivated_at'>,
): Promise<void> {
  await trx
    .updateTable('person')
    .set({ ...change, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .execute();
}

export type Position = Readonly<{ name: string; id: string }>;
export type PeopleFilter = Readonly<{
  directory: PersonRow['directory'];
  /** Matches name or e-mail, ignoring case. */
  q?: string | undefined;
  /** An address: only people whose own one reaches the same mailbox. */
  mailbox?: string | undefined;
  state: 'present' | 'deactivated';
}>;
export type ListedPerson = Awaited<ReturnType<typeof listPeople>>[number];
export type ProfileRow = Awaited<ReturnType<typeof findProfile>> & object;

const LISTED = [...COLUMNS, 'last_seen_at', 'deactivated_at', 'verification', 'verified_at', 'verified_by'] as const;
const LISTED_BESIDE = [
  sql<{ role: Role; reason: string; at: string } | null>`(
    select json_build_object('role', r.role, 'reason', r.reason, 'at', r.asked_at)
    from access_request r where r.person_id = person.id and r.declined_at is null)`.as('access_request'),
  sql<boolean>`exists (select from person_password where person_id = person.id)`.as('has_password'),
  sql<string | null>`(select name from person as verifier where verifier.id = person.verified_by)`.as('verifier_name'),
  /** The link that set the password, and who saw it. */
  sql<{ shownTo: string | null } | null>`(
    select json_build_object('shownTo', maker.name)
    from invitation i left join person maker on maker.id = i.created_by
    where i.person_id = person.id and i.accepted_at is not null order by i.accepted_at desc limit 1)`.as('link'),
  'directory',
  'vouched_at',
  'introduced_by',
  emailVerified.as('email_verified'),
] as const;

function matching(db: Db, { directory, q, mailbox }: Pick<PeopleFilter, 'directory' | 'q' | 'mailbox'>) {
  const people = db
    .selectFrom('person')
    .where('directory', '=', directory)
    .$if(mailbox !== undefined, (query) => query.where(sql<boolean>`mailbox_of(email) = mailbox_of(${mailbox})`));
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
    .select(LISTED_BESIDE)
    .where('deactivated_at', filter.state === 'present' ? 'is' : 'is not', null)
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(${name}, ${id}) > (${after?.name}, ${after?.id})`))
    .orderBy(name)
    .orderBy(id)
    .limit(limit)
    .execute();
}

/** The number of matches per state. */
export async function countStates(
  db: Db,
  filter: Pick<PeopleFilter, 'directory' | 'q' | 'mailbox'>,
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
    .select(LISTED_BESIDE)
    .select(['revision', 'created_at', 'claims'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export type Waiting = Readonly<{ reviews: number; dial_drafts: number; bucket_drafts: number }>;

/** Open rounds by others without this person's vote, and drafts this person saved last. */
export async function countWaiting(db: Db, personId: string): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select
      (select count(*)::int from review_round r
        where r.closed_at is null and r.approved_at is null and not ${personId} = any(r.authors)
          and not exists (select from review_vote v
            where v.round_id = r.id and v.person_id = ${personId} and v.content_hash = r.content_hash
              and v.discounted is null)) as reviews,
      (select count(*)::int from dial d
        join dial_version v on v.dial_id = d.id and v.version = d.draft_version
        where d.deleted_at is null and v.state = 'draft' and v.saved_by = ${personId}) as dial_drafts,
      (select count(*)::int from bucket_version where state = 'draft' and saved_by = ${personId}) as bucket_drafts
  `.execute(db);
  return rows[0] ?? { reviews: 0, dial_drafts: 0, bucket_drafts: 0 };
}
