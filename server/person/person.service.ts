import type { PersonRef } from '#contract/dial.ts';
import { Problem } from '#contract/problem.ts';
import { type Circle, createCircle } from '#domain/review/counterpart.ts';
import { allows, intersectPermissions, parsePermissions, type Requirement } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import * as store from './person.store.ts';

/** Whether the directory is ours: then each change reads it again, and records changes of people. */
export type DirectoryKind = 'embedded' | 'hosted';

const DEACTIVATED = 'You can no longer sign in here, so this was not done. Please ask an administrator.';

export const deactivatedProblem = () => new Problem('not-allowed', DEACTIVATED);

/** The person is not in our table, so no record can name them. */
export class UnknownPerson extends Problem {
  override name = 'UnknownPerson';

  constructor() {
    super('not-allowed', 'Please sign in to Lineslip once: it does not know the person of this token yet.');
  }
}

/** Whether records can name this person. */
export const isKnownPerson = async (db: Db, id: string): Promise<boolean> =>
  (await store.findName(db, id)) !== undefined;

export const findPersonName = async (db: Db, id: string): Promise<string | undefined> =>
  (await store.findName(db, id))?.name;

/** Throws unless history can name the actor. */
export const requireKnownPerson = async (db: Db, actor: Actor): Promise<PersonRef> =>
  toPersonRef(actor, await store.findName(db, actor.id));

export const findNamedPerson = store.findName;

/** The same for a person that was already read. */
export function toPersonRef({ id }: Actor, person: store.NamedPerson | null | undefined): PersonRef {
  if (person === null || person === undefined) throw new UnknownPerson();
  if (person.deactivated_at !== null) throw deactivatedProblem();
  return { id, name: person.name };
}

/**
 * A token can be ten minutes old. If the directory is ours, this limits the actor to its current permissions, and throws
 * if the permission that admitted the call is gone.
 */
export function limitToGrants(actor: Actor, { permissions: granted }: store.NamedPerson): Actor {
  const permissions = intersectPermissions(actor.permissions, parsePermissions(granted));
  if (actor.needed && !allows(permissions, actor.needed)) throw withdrawnProblem(actor.needed);
  return { ...actor, permissions };
}

/** The same for work outside of a change, such as reading a file. */
export async function requireStillAllowedNow(db: Db, actor: Actor, directory: DirectoryKind): Promise<void> {
  const person = await store.findName(db, actor.id);
  toPersonRef(actor, person);
  if (directory === 'embedded' && person) limitToGrants(actor, person);
}

/** Checks a permission in the directory and locks it until the transaction ends. */
export async function requireStillAllowed(trx: Trx, { id }: Actor, needed: Requirement): Promise<void> {
  const permissions = parsePermissions(await store.lockPermissions(trx, id));
  if (!allows(permissions, needed)) throw withdrawnProblem(needed);
}

const withdrawnProblem = ({ action, scope }: Requirement): Problem =>
  new Problem('not-allowed', `This needs ${action} on ${scope}, which you no longer have.`);

export type { NamedPerson, PersonState } from './person.store.ts';
/** A person's name and whether they may still sign in, as a subquery. */
export const namedPerson = store.nameOf;
export const findPersonNames = store.findNames;
export const findActivePeople = store.findActive;
/** The current directory entries of these people. */
export const readPeople = store.findStates;
/** Locks them until the transaction ends; call this after locking the object. */
export const lockPersonStates = store.lockStates;

/** Everyone who may sign in and has this permission. */
export const findPeopleAllowed = (db: Db, { scope, action }: Requirement): Promise<store.PersonState[]> =>
  store.findHolders(db, `${scope}:${action}`);

/** Who counts as whose counterpart, for these people. Read once per request, after their accounts are locked. */
export const readCircle = async (db: Db, ids: readonly string[]): Promise<Circle> =>
  createCircle(ids.length === 0 ? [] : await store.findAccounts(db, ids));

export const { addIntroducers, clearVerification, confirmIdentity, verifyMailbox } = store;
/** Whether the hosted tenant calls the address of a person verified, as a column. */
export const emailVerified = store.EMAIL_VERIFIED;
