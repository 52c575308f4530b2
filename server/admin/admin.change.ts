import type { PersonRef } from '#contract/dial.ts';
import { Problem } from '#contract/problem.ts';
import type { AuditEvent } from '#domain/event/event.ts';
import { allows, type Requirement } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import { codeOf } from '#server/db/engine/engine.files.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import { requireKnownPerson, requireStillAllowed } from '#server/user/user.service.ts';

export type AdminOptions = Readonly<{
  db: Db;
  now: () => Date;
  /** Ours is asked again inside each change. */
  directory: 'embedded' | 'hosted';
}>;

/** One change of an administrator inside its transaction. */
export type AdminChange = Readonly<{
  trx: Trx;
  actor: Actor;
  by: PersonRef;
  /** To be asked after the lock of what is changed: what waited for another is later than that one. */
  now: () => Date;
  /** For what needs more than the call itself does. */
  require: (needed: Requirement) => Promise<void>;
}>;

export const ADMIN_CREATE = { scope: 'admin', action: 'create' } as const satisfies Requirement;
export const ADMIN_EDIT = { scope: 'admin', action: 'edit' } as const satisfies Requirement;

const TAKEN = '23505';

type Made<T> = Readonly<{
  actor: Actor;
  needs: Requirement;
  work: (change: AdminChange) => Promise<readonly AuditEvent[]>;
  /** What is there after it. */
  answer: (trx: Trx) => Promise<T>;
}>;

/** A change and its records in one transaction. No event: nothing was changed. */
export async function makeAdminChange<T>(options: AdminOptions, made: Made<T>): Promise<T> {
  const once = () => transaction(options.db, (trx) => run(options, trx, made));
  try {
    return await once();
  } catch (error) {
    // Someone added the same in between, which can be seen now, and is answered as that.
    if (codeOf(error) === TAKEN) return once();
    throw error;
  }
}

async function run<T>({ now, directory }: AdminOptions, trx: Trx, { actor, needs, work, answer }: Made<T>): Promise<T> {
  const by = await requireKnownPerson(trx, actor);
  const require = async (needed: Requirement): Promise<void> => {
    if (!allows(actor.permissions, needed))
      throw new Problem('not-allowed', `This needs ${needed.action} on ${needed.scope}.`);
    if (directory === 'embedded') await requireStillAllowed(trx, actor, needed);
  };
  await require(needs);
  const events = await work({ trx, actor, by, now, require });
  await recordAudit(trx, actor.id, events, now());
  // Who changed it last is read from the records, so the answer comes after them.
  return answer(trx);
}
