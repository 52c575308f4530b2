import { randomInt } from 'node:crypto';
import { makeEvent } from '#domain/event/event.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { closeInvitations } from './invitation.ts';
import { hashPassword } from './password.ts';
import { putPassword } from './password.store.ts';

/** Nothing that is taken for something else when it is read out. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A password for one use, instead of a link: the person chooses their own before their first sign-in goes on. */
export async function giveTemporaryPassword(db: Db, personId: string, at: Date): Promise<string> {
  const password = Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');
  const hash = await hashPassword(password);
  await transaction(db, async (trx) => {
    await closeInvitations(trx, personId, at);
    await putPassword(trx, { person_id: personId, hash, set_at: at, must_change: true });
    await recordAudit(trx, null, [makeEvent('person_password_set', personId, { by: 'command' })], at);
  });
  return password;
}
