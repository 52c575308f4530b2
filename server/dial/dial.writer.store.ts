import { sql } from 'kysely';
import type { VersionRange } from '#domain/review/author.ts';
import type { Db } from '#server/db/connect.ts';

/** Whoever starts, saves or publishes a version is one of its writers, and stays so. */
export async function addWriters(
  trx: Db,
  versions: readonly Readonly<{ dialId: string; version: number; by: string }>[],
): Promise<void> {
  await trx
    .insertInto('dial_version_writer')
    .values(versions.map(({ dialId, version, by }) => ({ dial_id: dialId, version, person_id: by })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type DialWriter = Readonly<{ dial_id: string; person: string }>;

/** Who wrote any of these versions, once for each dial. */
export async function findWriters(db: Db, ranges: readonly VersionRange[]): Promise<DialWriter[]> {
  const { rows } = await sql<DialWriter>`
    select distinct w.dial_id, w.person_id as person
    from unnest(${ranges.map(({ dial_id }) => dial_id)}::uuid[], ${ranges.map(({ after }) => after)}::int[],
      ${ranges.map(({ upTo }) => upTo)}::int[]) as range (dial_id, after, up_to)
    join dial_version_writer w
      on w.dial_id = range.dial_id and w.version > range.after and w.version <= range.up_to`.execute(db);
  return rows;
}
