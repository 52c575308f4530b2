import { Problem } from '#contract/problem.ts';
import type { Permissions } from '#domain/user/permission.ts';
import { staleProblem } from '#server/change/change.ts';
import type { Trx } from '#server/db/transaction.ts';
import { type LockedPerson, lockPerson } from './user.store.ts';

/** One change inside the caller's transaction: who makes it (null: the command line), their permissions, and when. */
export type PersonChange = Readonly<{ trx: Trx; by: string | null; permissions: Permissions; at: Date }>;

/** The person, and the revision the change is based on; undefined skips the check. */
export type Basis = Readonly<{ id: string; ifMatch: string | undefined }>;

export const noSuchPerson = () => new Problem('not-found', 'The directory does not know this person.');

/** Locks a person of any directory, if the revision is current. */
export async function lockCurrent({ trx }: PersonChange, { id, ifMatch }: Basis): Promise<LockedPerson> {
  const person = await lockPerson(trx, id);
  if (person === undefined) throw noSuchPerson();
  if (ifMatch !== undefined && String(person.revision) !== ifMatch)
    throw await staleProblem(
      trx,
      { type: 'person', id },
      { otherwise: 'This person has changed since the page was opened.' },
    );
  return person;
}
