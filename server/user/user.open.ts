import { Problem } from '#contract/problem.ts';
import { staleProblem } from '#server/change/change.ts';
import type { Basis, PersonChange } from './directory.ts';
import { type LockedPerson, lockPerson } from './user.store.ts';

export const noSuchPerson = () => new Problem('not-found', 'The directory does not know this person.');

/** The locked person of our own directory, for someone who knows their latest state. */
export async function openPerson(change: PersonChange, { id, ifMatch }: Basis): Promise<LockedPerson> {
  const person = await lockPerson(change.trx, id);
  if (person === undefined) throw noSuchPerson();
  if (person.directory !== 'embedded')
    throw new Problem('conflict', `${person.name} is known from a hosted tenant, and is not changed here.`);
  if (ifMatch !== undefined && String(person.revision) !== ifMatch)
    throw await staleProblem(
      change.trx,
      { type: 'person', id },
      { otherwise: 'This person has changed since the page was opened.' },
    );
  return person;
}
