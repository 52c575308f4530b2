import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';

export type Reader = Readonly<{
  id: string;
  name: string;
  email: string;
  permissions: readonly string[];
  at_once: boolean;
  digest: boolean;
  time_zone: string;
  secret: string | null;
  digest_day: string | null;
}>;

/** The zone that a person chose, that of their last browser, or the one in their profile. */
const ZONE = sql<string>`coalesce(m.time_zone, p.claims ->> 'zoneinfo', 'UTC')`;

/** People who sign in, with what they want by e-mail. */
export const listReaders = (db: Db): Promise<Reader[]> =>
  db
    .selectFrom('person as p')
    .leftJoin('mail_preference as m', 'm.person_id', 'p.id')
    .select(['p.id', 'p.name', 'p.email', 'p.permissions', 'm.secret', 'm.digest_day', ZONE.as('time_zone')])
    .select(sql<boolean>`coalesce(m.at_once, true)`.as('at_once'))
    .select(sql<boolean>`coalesce(m.digest, true)`.as('digest'))
    .where('p.deactivated_at', 'is', null)
    .where('p.email', '!=', '')
    .orderBy('p.id')
    .execute();

export const findReader = (db: Db, personId: string) =>
  db
    .selectFrom('person as p')
    .leftJoin('mail_preference as m', 'm.person_id', 'p.id')
    .select(ZONE.as('time_zone'))
    .select(sql<boolean>`coalesce(m.at_once, true)`.as('at_once'))
    .select(sql<boolean>`coalesce(m.digest, true)`.as('digest'))
    .where('p.id', '=', personId)
    .executeTakeFirst();

type Choice = Readonly<{ at_once: boolean; digest: boolean; time_zone: string }>;

export async function putChoice(trx: Db, person_id: string, secret: string, choice: Choice): Promise<void> {
  const chosen = { ...choice, zone_is_chosen: true };
  await trx
    .insertInto('mail_preference')
    .values({ person_id, secret, ...chosen })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(chosen))
    .execute();
}

/** Unless the person chose one. */
export async function noteZone(trx: Db, person_id: string, secret: string, time_zone: string): Promise<void> {
  await trx
    .insertInto('mail_preference')
    .values({ person_id, secret, time_zone })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ time_zone })
        .where('mail_preference.zone_is_chosen', '=', false)
        .where((where) =>
          where.or([
            where('mail_preference.time_zone', 'is', null),
            where('mail_preference.time_zone', '!=', time_zone),
          ]),
        ),
    )
    .execute();
}

/** What a letter is about: a morning, or a round. */
export const DIGEST = 'digest';
export type Letter = Readonly<{ person_id: string; about: string }>;
export type Unsent = Letter & Readonly<{ claimed_at: Date; attempts: number }>;
/** `until`: another server tries again if this one ends before. */
type Claim = Readonly<{ at: Date; until: Date }>;

/** Claims a morning for a person; undefined if another server did. `former`: the digest of the day before was never sent. */
export const claimDay = (
  db: Db,
  { person_id, secret, day }: Readonly<{ person_id: string; secret: string; day: string }>,
  claim: Claim,
): Promise<Readonly<{ secret: string; letter: Unsent; former: Unsent | undefined }> | undefined> =>
  transaction(db, async (trx) => {
    const rows = await trx
      .insertInto('mail_preference')
      .values({ person_id, secret, digest_day: day })
      .onConflict((conflict) =>
        conflict
          .column('person_id')
          .doUpdateSet({ digest_day: day })
          .where((where) =>
            where.or([where('mail_preference.digest_day', 'is', null), where('mail_preference.digest_day', '<', day)]),
          ),
      )
      .returning('secret')
      .execute();
    const [row] = rows;
    if (row === undefined) return undefined;
    const former = await takeUnsent(trx, { person_id, about: DIGEST });
    return { ...row, letter: await insertUnsent(trx, { person_id, about: DIGEST }, claim), former };
  });

/** Claims the letter about a round; undefined if another server did. */
export const claimLetter = (db: Db, letter: Letter, claim: Claim): Promise<Unsent | undefined> =>
  transaction(db, async (trx) => {
    const rows = await trx
      .insertInto('mail_sent')
      .values({ round_id: letter.about, person_id: letter.person_id, at: claim.at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('round_id')
      .execute();
    return rows.length === 0 ? undefined : insertUnsent(trx, letter, claim);
  });

async function insertUnsent(trx: Db, letter: Letter, { at, until }: Claim): Promise<Unsent> {
  await trx
    .insertInto('mail_unsent')
    .values({ ...letter, claimed_at: at, next_at: until })
    .execute();
  return { ...letter, claimed_at: at, attempts: 1 };
}

/** Claims letters that are to be tried again. Each is claimed by one server. */
export const claimAgain = (db: Db, kind: 'digest' | 'round', { at, until }: Claim, limit: number): Promise<Unsent[]> =>
  db
    .updateTable('mail_unsent as m')
    .set((row) => ({ attempts: row('m.attempts', '+', 1), next_at: until }))
    .from((from) =>
      from
        .selectFrom('mail_unsent')
        .select(['person_id', 'about'])
        .where('next_at', '<=', at)
        .where('about', kind === 'digest' ? '=' : '!=', DIGEST)
        .orderBy('next_at')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .as('due'),
    )
    .whereRef('m.person_id', '=', 'due.person_id')
    .whereRef('m.about', '=', 'due.about')
    .returning(['m.person_id', 'm.about', 'm.claimed_at', 'm.attempts'])
    .execute();

/** Forgets a letter: it was sent, it was given up, or nobody needs it any more. */
export async function takeUnsent(trx: Db, { person_id, about }: Letter): Promise<Unsent | undefined> {
  return trx
    .deleteFrom('mail_unsent')
    .where('person_id', '=', person_id)
    .where('about', '=', about)
    .returning(['person_id', 'about', 'claimed_at', 'attempts'])
    .executeTakeFirst();
}

export async function putOffUnsent(trx: Db, { person_id, about }: Letter, next_at: Date): Promise<void> {
  await trx
    .updateTable('mail_unsent')
    .set({ next_at })
    .where('person_id', '=', person_id)
    .where('about', '=', about)
    .execute();
}

export const listSent = async (db: Db, roundIds: readonly string[]): Promise<ReadonlySet<string>> => {
  if (roundIds.length === 0) return new Set();
  const rows = await db.selectFrom('mail_sent').selectAll().where('round_id', 'in', roundIds).execute();
  return new Set(rows.map(({ round_id, person_id }) => `${round_id} ${person_id}`));
};

/** Ends the digests of whoever has this secret; false if nobody does. */
/** Whose address it is. */
export async function lockReader(trx: Db, secret: string): Promise<string | undefined> {
  const query = trx.selectFrom('mail_preference').select('person_id').where('secret', '=', secret);
  return (await query.forUpdate().executeTakeFirst())?.person_id;
}

export async function stopDigest(trx: Db, secret: string): Promise<void> {
  await trx.updateTable('mail_preference').set({ digest: false }).where('secret', '=', secret).execute();
}

export const isSecret = async (db: Db, secret: string): Promise<boolean> =>
  (await db.selectFrom('mail_preference').select('person_id').where('secret', '=', secret).executeTakeFirst()) !==
  undefined;

/** Votes of these people in open rounds that no longer count. */
export async function listDiscounted(db: Db, people: readonly string[]) {
  const { rows } = await sql<{ person: string; partner: number; partner_name: string; cob: string }>`
    select t.person_id as person, p.number as partner, p.name as partner_name, b.cob
    from review_vote t
    join review_round r on r.id = t.round_id and r.closed_at is null
    join bucket_version v on v.id = r.bucket_version_id
    join bucket b on b.id = v.bucket_id
    join partner p on p.number = b.partner_number
    where t.person_id = any(${people}::text[]) and t.discounted is not null
    order by r.submitted_at, r.id`.execute(db);
  return Map.groupBy(rows, ({ person }) => person);
}
