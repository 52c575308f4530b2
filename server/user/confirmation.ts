import { Problem } from '#contract/problem.ts';
import { makeEvent, type PersonEvent } from '#domain/event/event.ts';
import { isFirstWord, refuseConfirmation } from '#domain/review/counterpart.ts';
import type { Db } from '#server/db/connect.ts';
import { addIntroducers, confirmIdentity, readCircle } from '#server/person/person.service.ts';
import type { PersonChange } from './locked-person.ts';

/** Why this person cannot confirm the other one. */
export const refuseConfirm = async (db: Db, by: string, personId: string): Promise<string | undefined> =>
  refuseConfirmation(await readCircle(db, [by, personId]), { actor: by, person: personId });

/** Confirms that the locked account belongs to the person it names. The command line may confirm anyone. */
export async function confirmPerson(
  { trx, by, at }: PersonChange,
  { id, name }: Readonly<{ id: string; name: string }>,
): Promise<PersonEvent> {
  const circle = await readCircle(trx, [id, ...(by === null ? [] : [by])]);
  if (!circle.needsConfirmation(id)) throw new Problem('conflict', `${name} is verified already.`);
  const refusal = by === null ? undefined : refuseConfirmation(circle, { actor: by, person: id });
  if (refusal !== undefined) throw new Problem('not-allowed', refusal);
  const method = by === null ? 'command_line' : 'colleague';
  const account = circle.accountOf(id);
  const isIntroduction = by !== null && account !== undefined && isFirstWord(account);
  await confirmIdentity(trx, id, { method, by, at, vouches: !isIntroduction });
  if (isIntroduction) await addIntroducers(trx, id, [...circle.listIntroducers(by)]);
  return makeEvent('person_verified', id, { method });
}
