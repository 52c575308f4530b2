import type { PersonRef } from '#contract/dial.ts';
import { Problem } from '#contract/problem.ts';
import { allows, intersectPermissions, parsePermissions, type Requirement } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import * as store from './person.store.ts';

/** Whose the directory is: ours is asked again inside each change, and its changes of people are in our records. */
export type DirectoryKind = 'embedded' | 'hosted';

const DEACTIVATED = 'You can no longer sign in here, so this was not done. Please ask an administrator.';

export const deactivatedProblem = () => new Problem('not-allowed', DEACTIVATED);

/** Refused, and no history can name whom. */
export class UnknownPerson extends Problem {
  override name = 'UnknownPerson';

  constructor() {
    super('not-allowed', 'Please sign in to Lineslip once: it does not know the person of this token yet.');
  }
}

/** Whether records can name the person of this id. */
export const isKnownPerson = async (db: Db, id: string): Promise<boolean> =>
  (await store.findName(db, id)) !== undefined;

export const findPersonName = async (db: Db, id: string): Promise<string | undefined> =>
  (await store.findName(db, id))?.name;

/** Whoever changes something must be someone its history can name. */
export const requireKnownPerson = async (db: Db, actor: Actor): Promise<PersonRef> =>
  asKnownPerson(actor, await store.findName(db, actor.id));

export const findNamedPerson = store.findName;

/** The same of someone who was read already. */
export function asKnownPerson({ id }: Actor, person: store.NamedPerson | null | undefined): PersonRef {
  if (person === null || person === undefined) throw new UnknownPerson();
  if (person.deactivated_at !== null) throw deactivatedProblem();
  return { id, name: person.name };
}

/**
 * A token can be ten minutes old. Where the directory is ours, the person is limited to what it grants now, and refused
 * without the permission that admitted their call.
 */
export function asStillAllowed(actor: Actor, { permissions: granted }: store.NamedPerson): Actor {
  const permissions = intersectPermissions(actor.permissions, parsePermissions(granted));
  if (actor.needed && !allows(permissions, actor.needed)) throw withdrawnProblem(actor.needed);
  return { ...actor, permissions };
}

/** The same for work that starts outside of a change, such as reading a file. */
export async function requireStillAllowedNow(db: Db, actor: Actor, directory: DirectoryKind): Promise<void> {
  const person = await store.findName(db, actor.id);
  asKnownPerson(actor, person);
  if (directory === 'embedded' && person) asStillAllowed(actor, person);
}

/** Checks a permission in the directory and keeps it from changing until the transaction ends. */
export async function requireStillAllowed(trx: Trx, { id }: Actor, needed: Requirement): Promise<void> {
  const permissions = parsePermissions(await store.lockPermissions(trx, id));
  if (!allows(permissions, needed)) throw withdrawnProblem(needed);
}

const withdrawnProblem = ({ action, scope }: Requirement): Problem =>
  new Problem('not-allowed', `This needs ${action} on ${scope}, which you no longer have.`);

export type { NamedPerson, PersonState } from './person.store.ts';
/** Someone’s name and whether they may still sign in, as a part of another question. */
export const namedPerson = store.nameOf;
export const findPersonNames = store.findNames;
/** What the directory says of these people now. */
export const readPeople = store.findStates;
/** The same, and it holds until the transaction ends: to be called after the lock of what is decided. */
export const lockPeopleAsTheyAre = store.lockStates;

/** Everyone who may sign in and do this. */
export const findPeopleAllowed = (db: Db, { scope, action }: Requirement): Promise<store.PersonState[]> =>
  store.findHolders(db, `${scope}:${action}`);

/** Says how it is known who a person is, or that it no longer is. True where that was not so before. */
export const { setVerification } = store;
