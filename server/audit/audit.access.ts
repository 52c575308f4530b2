import { type DetailOf, makeEvent } from '#domain/event/event.ts';
import { refusalLimit } from '#domain/audit/refusal-limit.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { isKnownPerson } from '#server/person/person.service.ts';
import { recordAudit } from './audit.service.ts';

type Options = Readonly<{ db: Db; now: () => Date; onError: (error: unknown, message: string) => void }>;
/** What was asked for, and the permission that the token lacked. */
export type RefusedCall = Readonly<{ method: string; route: string; needs: string }>;
export type AccessRefusals = ReturnType<typeof accessRefusals>;

/** Records that someone asked for what their token does not allow, so often a minute and no more. */
export function accessRefusals({ db, now, onError }: Options) {
  const limit = refusalLimit();

  /** Whoever was refused hears so, whether it could be recorded or not. */
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

  async function writeLeftOut(leftOut: ReturnType<typeof limit.restart>): Promise<void> {
    for (const { person, count } of leftOut) await write(person, { left_out: count });
  }

  async function flush(): Promise<void> {
    await writeLeftOut(limit.endMinute(now().getTime()));
  }

  return {
    async record(person: string, call: RefusedCall): Promise<void> {
      const leftOut = limit.endMinute(now().getTime());
      const isRecorded = limit.admit(person, now().getTime());
      await writeLeftOut(leftOut);
      if (isRecorded) await write(person, call);
    },

    /** Writes how many were left out in a minute that is over. To be called now and then. */
    flush,

    /** The same at the end of the server, however long ago the minute began. */
    close: (): Promise<void> => writeLeftOut(limit.restart()),
  };
}
