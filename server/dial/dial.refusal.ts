import { Problem, type ProblemName } from '#contract/problem.ts';
import type { DialAttempt } from '#domain/audit/event.ts';
import type { Actor } from '#domain/user/person.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { dialEvent } from './dial.change.ts';

type Attempt = Readonly<{ db: Db; now: () => Date; actor: Actor; id: string; attempt: DialAttempt }>;

/** Decisions, as against mistakes in what was sent: a draft that cannot be published is one, a save with errors is not. */
const DECISIONS: Readonly<Record<DialAttempt, readonly ProblemName[]>> = {
  save: ['not-allowed', 'stale', 'conflict'],
  publish: ['not-allowed', 'stale', 'conflict', 'invalid-input'],
  discard: ['not-allowed', 'stale', 'conflict'],
  delete: ['stale', 'conflict'],
};

/** The refused change left nothing behind, so its record is a transaction of its own. */
export async function recordingRefusals<T>(of: Attempt, work: () => Promise<T>): Promise<T> {
  const { db, now, actor, id, attempt } = of;
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && DECISIONS[attempt].includes(error.kind)) {
      const event = dialEvent('dial_change_refused', id, { attempt, because: error.kind, told: error.message });
      await transaction(db, (trx) => recordAudit(trx, actor.id, [event], now()));
    }
    throw error;
  }
}
