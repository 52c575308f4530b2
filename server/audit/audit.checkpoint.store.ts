import type { Selectable } from 'kysely';
import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import type { AuditCheckpointRow } from '#server/db/schema.audit.ts';
import type { Db } from '#server/db/connect.ts';

export async function insertCheckpoint(trx: Db, checkpoint: SignedCheckpoint): Promise<void> {
  await trx.insertInto('audit_checkpoint').values(checkpoint).execute();
}

export async function findNewestCheckpoint(db: Db): Promise<SignedCheckpoint | undefined> {
  const row = await db.selectFrom('audit_checkpoint').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row && present(row);
}

/** The first one that covers the record of that number. */
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

/** All of them, in the order of what they are of. */
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
