import { Problem, type ProblemName } from '#contract/problem.ts';
import type { AuditEvent } from '#domain/event/event.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { UnknownPerson } from '#server/user/user.service.ts';
import { recordAudit } from './audit.service.ts';

type Attempt = Readonly<{
  db: Db;
  now: () => Date;
  /** Nobody: the command line. */
  actor: Actor | null;
  /** Refusals that are decisions, as against mistakes in what was sent. */
  decisions: readonly ProblemName[];
  record: (refusal: Readonly<{ because: ProblemName; told: string }>) => AuditEvent;
}>;

/** The refused change left nothing behind, so its record is a transaction of its own. */
export async function recordingRefusals<T>(of: Attempt, work: () => Promise<T>): Promise<T> {
  const { db, now, actor, decisions, record } = of;
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && !(error instanceof UnknownPerson) && decisions.includes(error.kind)) {
      const event = record({ because: error.kind, told: error.message });
      await transaction(db, (trx) => recordAudit(trx, actor?.id ?? null, [event], now()));
    }
    throw error;
  }
}
