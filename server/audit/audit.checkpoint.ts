import { isCheckpointDue, type SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import type { CheckpointState } from '#domain/review/agreement.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import { queueWebhook } from '#server/webhook/webhook.service.ts';
import {
  findCheckpointOf,
  findHash,
  findNewestCheckpoint,
  insertCheckpoint,
  lockHead,
  readHead,
} from './audit.store.ts';
import { type AuditSigner, isSignatureValid } from './audit.key.ts';
import { z } from 'zod';
import { auditCheckpointSchema } from '#contract/audit.ts';

type Options = Readonly<{
  db: Db;
  now: () => Date;
  signer: AuditSigner;
  /** Whether checkpoints are sent to a webhook. */
  webhooks: boolean;
  /** Writes a line to the log, so that a copy exists outside the database. */
  log: (checkpoint: SignedCheckpoint) => void;
}>;
type CheckpointComparison = Readonly<{ state: CheckpointState; checkpoint: SignedCheckpoint | null }>;
export type Checkpoints = ReturnType<typeof checkpointService>;

/** Signed checkpoints of the end of the audit chain: in a table, in the log, and in the webhook if configured. */
export function checkpointService({ db, now, signer, webhooks, log }: Options) {
  /**
   * Signs the end of the chain as of the caller's transaction. `announce` it after the commit: a checkpoint of
   * rolled-back records would forever claim that records are missing.
   */
  async function add(trx: Trx): Promise<SignedCheckpoint> {
    const { seq, hash, count } = await lockHead(trx);
    const at = now();
    const checkpoint = signer.sign({ seq, hash, count, at: at.toISOString() });
    await insertCheckpoint(trx, checkpoint);
    if (webhooks) await queueWebhook(trx, { type: 'audit_checkpoint', timestamp: at.toISOString(), data: checkpoint });
    return checkpoint;
  }

  const isDue = (end: Readonly<{ seq: number }>, last: SignedCheckpoint | undefined): boolean =>
    isCheckpointDue(end, last && { seq: last.seq, at: Date.parse(last.at) }, now().getTime());

  return {
    add,

    announce: (checkpoint: SignedCheckpoint | undefined): void => {
      if (checkpoint) log(checkpoint);
    },

    /** The first checkpoint that covers the record, and whether the chain still matches it. */
    async compare(trx: Trx, seq: number): Promise<CheckpointComparison> {
      const checkpoint = await findCheckpointOf(trx, seq);
      if (checkpoint === undefined) return { state: 'none', checkpoint: null };
      const isWhole = isSignatureValid(checkpoint) && (await findHash(trx, checkpoint.seq)) === checkpoint.hash;
      if (!isWhole) return { state: 'differs', checkpoint };
      return { state: checkpoint.key === signer.key ? 'agrees' : 'other-key', checkpoint };
    },

    /** The hourly checkpoint. Servers on one database take turns, so that only one creates it. */
    async addIfDue(): Promise<SignedCheckpoint | undefined> {
      if (!isDue(await readHead(db), await findNewestCheckpoint(db))) return undefined;
      const checkpoint = await transaction(db, async (trx) => {
        const end = await lockHead(trx);
        return isDue(end, await findNewestCheckpoint(trx)) ? add(trx) : undefined;
      });
      if (checkpoint) log(checkpoint);
      return checkpoint;
    },
  };
}

type Logger = Readonly<{
  child: (
    bindings: object,
    options: Readonly<{ level: 'info' }>,
  ) => Readonly<{ info: (fields: object, message: string) => void }>;
}>;

/** Always logged at level info: this copy reveals a rewritten database. */
export function logCheckpoint(log: Logger, checkpoint: SignedCheckpoint): void {
  log.child({}, { level: 'info' }).info({ checkpoint }, 'Audit checkpoint');
}

/** A line of the log, a webhook message, or the checkpoint alone. */
const lineSchema = z.union([
  auditCheckpointSchema,
  z.object({ checkpoint: auditCheckpointSchema }).transform(({ checkpoint }) => checkpoint),
  z.object({ data: auditCheckpointSchema }).transform(({ data }) => data),
]);

/** Parses a stored checkpoint from any of these sources. */
export function readCheckpointLine(line: string): SignedCheckpoint | undefined {
  try {
    return lineSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
