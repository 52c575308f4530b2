import type { Kysely, Selectable } from 'kysely';
import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import type { AuditCheckpointRow } from '#server/db/schema.audit.ts';
import type { Schema } from '#server/db/schema.ts';

type Database = Kysely<Schema>;

export async function insertCheckpoint(trx: Database, checkpoint: SignedCheckpoint): Promise<void> {
  await trx.insertInto('audit_checkpoint').values(checkpoint).execute();
}

export async function findNewestCheckpoint(db: Database): Promise<SignedCheckpoint | undefined> {
  const row = await db.selectFrom('audit_checkpoint').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row && present(row);
}

/** The first one that covers the record of that number. */
export async function findCheckpointOf(db: Database, seq: number): Promise<SignedCheckpoint | undefined> {
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

/** All of them, in the order of what they are of. */
export async function listCheckpoints(db: Database): Promise<SignedCheckpoint[]> {
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
