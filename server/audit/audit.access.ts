import { type DetailOf, makeEvent } from '#domain/event/event.ts';
import { refusalLimit } from '#domain/audit/refusal-limit.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { isKnownPerson } from '#server/person/person.service.ts';
import { recordAudit } from './audit.service.ts';

type Options = Readonly<{ db: Db; now: () => Date; onError: (error: unknown, message: string) => void }>;
/** The call, and the permission that the token lacked. */
export type RefusedCall = Readonly<{ method: string; route: string; needs: string }>;
export type AccessRefusals = ReturnType<typeof accessRefusals>;

/** Records calls that a token does not allow, with a rate limit. */
export function accessRefusals({ db, now, onError }: Options) {
  const limit = refusalLimit();

  /** The caller gets the refusal, whether it could be recorded or not. */
  async function write(person: string, detail: DetailOf<'access_refused'>): Promise<void> {
    try {
      await transaction(db, async (trx) => {
        const actor = (await isKnownPerson(trx, person)) ? person : null;
        await recordAudit(trx, actor, [makeEvent('access_refused', person, detail)], now());
      });
    } catch (error) {
      onError(error, 'A refusal could not be recorded.');
    }
  }

  async function recordOmitted(omitted: ReturnType<typeof limit.restart>): Promise<void> {
    for (const { person, count } of omitted) await write(person, { left_out: count });
  }

  async function flush(): Promise<void> {
    await recordOmitted(limit.endMinute(now().getTime()));
  }

  return {
    async record(person: string, call: RefusedCall): Promise<void> {
      const omitted = limit.endMinute(now().getTime());
      const isRecorded = limit.admit(person, now().getTime());
      await recordOmitted(omitted);
      if (isRecorded) await write(person, call);
    },

    /** Records how many were omitted in the past minute. Call this regularly. */
    flush,

    /** The same when the server closes, even within the minute. */
    close: (): Promise<void> => recordOmitted(limit.restart()),
  };
}
