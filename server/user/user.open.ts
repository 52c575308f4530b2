import { Problem } from '#contract/problem.ts';
import type { PersonEvent } from '#domain/event/event.ts';
import { lastEvent } from '#server/audit/audit.service.ts';
import { when } from '#server/dial/dial.checks.ts';
import type { Basis, PersonChange } from './directory.ts';
import { type LockedPerson, lockPerson } from './user.change.store.ts';

export const noSuchPerson = () => new Problem('not-found', 'The directory does not know this person.');

/** The locked person of our own directory, for someone who knows their latest state. */
export async function openPerson(change: PersonChange, { id, ifMatch }: Basis): Promise<LockedPerson> {
  const person = await lockPerson(change.trx, id);
  if (person === undefined) throw noSuchPerson();
  if (person.directory !== 'embedded')
    throw new Problem('conflict', `${person.name} is known from a hosted tenant, and is not changed here.`);
  if (ifMatch !== undefined && String(person.revision) !== ifMatch) throw await stale(change, id);
  return person;
}

/** What a change of a person is called when it came in between. */
const SAID = {
  person_added: 'added this person',
  person_permissions_changed: 'changed these permissions',
  person_invited: 'made a new link for this person',
  person_deactivated: 'deactivated this person',
  person_reactivated: 'reactivated this person',
} as const satisfies Partial<Record<PersonEvent['action'], string>>;
const SAID_OF = Object.keys(SAID) as (keyof typeof SAID)[];

async function stale({ trx, at }: PersonChange, id: string): Promise<Problem> {
  const last = await lastEvent(trx, { type: 'person', id }, SAID_OF);
  return last === undefined
    ? new Problem('stale', 'This person has changed since the page was opened.')
    : new Problem('stale', `${last.by} ${SAID[last.action]} ${when(last.at, at)}.`);
}
