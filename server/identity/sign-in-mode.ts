import { isSignInMode, refuseDemo, refuseStart, type SignInMode } from '#domain/user/sign-in-mode.ts';
import { makeEvent } from '#domain/event/event.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { StartError } from '#server/start-error.ts';
import * as store from './sign-in-mode.store.ts';

/** Throws if the settings ask for another sign-in mode than this database was set up for. */
export async function requireSignInMode(db: Db, mode: SignInMode): Promise<void> {
  const refusal = refuseStart({
    kept: modeOf(await store.findMode(db)),
    wanted: mode,
    hasRealPeople: await store.hasRealPeople(db),
  });
  if (refusal !== undefined) throw new StartError(refusal);
}

/** The same; stores the mode at the first start. */
export async function storeSignInMode(db: Db, mode: SignInMode, at: Date): Promise<void> {
  await requireSignInMode(db, mode);
  await store.insertMode(db, mode, at);
  await requireSignInMode(db, mode);
}

/** Why the demo sign-in is closed at the moment; undefined if it is open. */
export async function refuseDemoNow(db: Db): Promise<string | undefined> {
  const mode = modeOf(await store.findMode(db));
  return refuseDemo((mode !== undefined && mode !== 'demo') || (await store.hasRealPeople(db)));
}

/** The only way to change the mode, for an administrator at the command line. Everyone has to sign in again. */
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
