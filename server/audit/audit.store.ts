import { type Insertable, type Selectable, sql } from 'kysely';
import type { AuditCheckpointRow, AuditEventRow } from '#server/db/schema.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';

/** The end of the chain: number, hash and time of its last record, and the number of records. */
export type AuditHead = Readonly<{ seq: number; hash: string; count: number; at: Date | null }>;

/** Locks the end of the chain until the transaction ends. */
export async function lockHead(trx: Trx): Promise<AuditHead> {
  return asHead(await selectHead(trx).forUpdate().executeTakeFirstOrThrow());
}

/** Appends records chained to the current end, which must be locked. */
export async function appendRecords(
  trx: Trx,
  rows: readonly Insertable<AuditEventRow>[],
  { hash, at }: Pick<AuditHead, 'hash' | 'at'>,
): Promise<void> {
  await trx
    .with('added', (db) => db.insertInto('audit_event').values(rows).returning('seq'))
    .updateTable('audit_head')
    .set({
      hash,
      at,
      seq: sql<string>`(select max(seq) from added)`,
      count: sql<string>`count + ${rows.length}::bigint`,
    })
    .execute();
}

/** The newest record of one of these actions on an object, with who did it. */
export async function findLast(
  db: Db,
  object: Readonly<{ type: string; id: string }>,
  actions: readonly string[],
  detail: object = {},
): Promise<{ action: string; at: Date; name: string | null; detail: object } | undefined> {
  return db
    .selectFrom('audit_event as e')
    .leftJoin('person as p', 'p.id', 'e.actor_id')
    .select(['e.action', 'e.at', 'p.name', 'e.detail'])
    .where('e.object_type', '=', object.type)
    .where('e.object_id', '=', object.id)
    .where('e.action', 'in', actions)
    .where(sql<boolean>`e.detail @> ${JSON.stringify(detail)}::jsonb`)
    .orderBy('e.seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export type RecordFilter = Readonly<{
  object: Readonly<{ type: string; id: string }>;
  action?: string;
  /** Properties the detail must contain. */
  having?: object;
  after?: Date;
  /** Below this sequence number. */
  below?: number | undefined;
}>;

/** The newest records of an object, newest first. */
export async function listOf(db: Db, { object, action, having, after, below }: RecordFilter, limit: number) {
  return db
    .selectFrom('audit_event as e')
    .leftJoin('person as p', 'p.id', 'e.actor_id')
    .select(['e.seq', 'e.at', 'e.actor_id', 'p.name', 'e.action', 'e.detail', 'e.hash', 'e.previous_hash'])
    .where('e.object_type', '=', object.type)
    .where('e.object_id', '=', object.id)
    .$if(action !== undefined, (query) => query.where('e.action', '=', action ?? ''))
    .$if(having !== undefined, (query) => query.where(sql<boolean>`e.detail @> ${JSON.stringify(having)}::jsonb`))
    .$if(after !== undefined, (query) => query.where('e.at', '>', after ?? new Date(0)))
    .$if(below !== undefined, (query) => query.where('e.seq', '<', String(below)))
    .orderBy('e.seq', 'desc')
    .limit(limit)
    .execute();
}

/** The hash of the record with that number. */
export async function findHash(db: Db, seq: number): Promise<string | undefined> {
  const query = db
    .selectFrom('audit_event')
    .select('hash')
    .where(sql<boolean>`seq = ${seq}::bigint`);
  return (await query.executeTakeFirst())?.hash;
}

export type ChainRow = Awaited<ReturnType<typeof listAfter>>[number];

/** Whole records, oldest first. We write times in milliseconds; anything finer is not ours. */
export async function listAfter(db: Db, seq: string | undefined, limit: number) {
  return db
    .selectFrom('audit_event')
    .selectAll()
    .select(sql<boolean>`date_trunc('milliseconds', at) <> at`.as('finer_than_written'))
    .$if(seq !== undefined, (query) => query.where(sql<boolean>`seq > ${seq}::bigint`))
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/**
 * The last number given to a record, and the end of the chain at the same time: the lock excludes concurrent writers.
 * Numbers are never reused, even if the record was rolled back.
 */
export async function readLastNumber(trx: Trx): Promise<Readonly<{ given: number; end: AuditHead }>> {
  const end = await lockHead(trx);
  const { rows } = await sql<{ last: string | null }>`
    select last_value as last from pg_sequences
    where format('%I.%I', schemaname, sequencename)::regclass
      = pg_get_serial_sequence('audit_event', 'seq')::regclass`.execute(trx);
  return { given: Number(rows[0]?.last ?? 0), end };
}

export async function readHead(db: Db): Promise<AuditHead> {
  return asHead(await selectHead(db).executeTakeFirstOrThrow());
}

const selectHead = (db: Db) => db.selectFrom('audit_head').select(['seq', 'hash', 'count', 'at']);

const asHead = ({ seq, count, ...head }: Readonly<{ seq: string; hash: string; count: string; at: Date | null }>) => ({
  ...head,
  seq: Number(seq),
  count: Number(count),
});

export async function insertCheckpoint(trx: Db, checkpoint: SignedCheckpoint): Promise<void> {
  await trx.insertInto('audit_checkpoint').values(checkpoint).execute();
}

export async function findNewestCheckpoint(db: Db): Promise<SignedCheckpoint | undefined> {
  const row = await db.selectFrom('audit_checkpoint').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row && present(row);
}

/** The first one that covers the record with that number. */
export async function findCheckpointOf(db: Db, seq: number): Promise<SignedCheckpoint | undefined> {
  const row = await db
    .selectFrom('audit_checkpoint')
    .selectAll()
    .where('seq', '>=', String(seq))
    .orderBy('seq')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && present(row);
}

/** All of them, ordered by the covered record. */
export async function listCheckpoints(db: Db): Promise<SignedCheckpoint[]> {
  const rows = await db.selectFrom('audit_checkpoint').selectAll().orderBy('seq').orderBy('id').execute();
  return rows.map(present);
}

const present = ({ seq, hash, count, at, key, signature }: Selectable<AuditCheckpointRow>): SignedCheckpoint => ({
  seq: Number(seq),
  hash,
  count: Number(count),
  at: at.toISOString(),
  key,
  signature,
});
