import { isSignInMode, refuseDemo, refuseStart, type SignInMode } from '#domain/user/sign-in-mode.ts';
import { makeEvent } from '#domain/event/event.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { StartError } from '#server/start-error.ts';
import * as store from './sign-in-mode.store.ts';

/** Refuses settings that ask for another way to sign in than this database was set up for. */
export async function requireSignInMode(db: Db, wanted: SignInMode): Promise<void> {
  const refusal = refuseStart({
    kept: modeOf(await store.findMode(db)),
    wanted,
    hasRealPeople: await store.hasRealPeople(db),
  });
  if (refusal !== undefined) throw new StartError(refusal);
}

/** The same; and what the first start asks for is kept. */
export async function keepSignInMode(db: Db, wanted: SignInMode, at: Date): Promise<void> {
  await requireSignInMode(db, wanted);
  await store.insertMode(db, wanted, at);
  await requireSignInMode(db, wanted);
}

/** Why nobody may be chosen from the list at this moment; nothing where that is as it should be. */
export async function refuseDemoNow(db: Db): Promise<string | undefined> {
  const kept = modeOf(await store.findMode(db));
  return refuseDemo((kept !== undefined && kept !== 'demo') || (await store.hasRealPeople(db)));
}

/** The one way to another mode, for an administrator at the command line. Everyone has to sign in anew. */
export async function changeSignInMode(db: Db, became: SignInMode, now: () => Date): Promise<SignInMode | undefined> {
  return transaction(db, async (trx) => {
    const was = modeOf(await store.lockMode(trx));
    if (was === became) throw new StartError(`This database is set up for the mode ${became} already.`);
    const refusal = became === 'demo' ? refuseDemo(await store.hasRealPeople(trx)) : undefined;
    if (refusal !== undefined) throw new StartError(refusal);
    const at = now();
    await store.putMode(trx, became, at);
    await store.endEverySignIn(trx);
    await recordAudit(trx, null, [makeEvent('sign_in_mode_changed', 'sign_in', { was: was ?? null, became })], at);
    return was;
  });
}

function modeOf(value: string | undefined): SignInMode | undefined {
  if (value === undefined || isSignInMode(value)) return value;
  throw new StartError(`The database says that people sign in by "${value}", which this version does not know.`);
}
