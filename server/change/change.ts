import type { PersonRef } from '#contract/dial.ts';
import { Problem, type ProblemName } from '#contract/problem.ts';
import { type Attempt, type DomainEvent, type EventName, type EventObject, refusedEvent } from '#domain/event/event.ts';
import { type ActionText, describeActionText } from '#domain/event/action-text.ts';
import { ACTION_TEXT_EVENTS, actionTextOf } from '#domain/event/words.ts';
import { allows, type Requirement } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { findLastEvent, recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import { codeOf } from '#server/db/error-code.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import {
  toPersonRef,
  limitToGrants,
  type DirectoryKind,
  findNamedPerson,
  type NamedPerson,
  namedPerson,
  requireStillAllowed,
  UnknownPerson,
} from '#server/person/person.service.ts';

/** The events of one change, who made it (null: the command line), and when. */
export type PublishedChange = Readonly<{ events: readonly DomainEvent[]; by: PersonRef | null; at: Date }>;
/** Notifies everyone concerned, inside the transaction of the change. */
export type Publish = (trx: Trx, change: PublishedChange) => Promise<void>;

/** What every change needs, whatever it changes. */
export type ChangeKit = Readonly<{ db: Db; now: () => Date; directory: DirectoryKind; publish: Publish }>;

/** One change inside its transaction. */
export type Change<A extends Actor | null = Actor> = Readonly<{
  trx: Trx;
  /** With the permissions that the directory grants now, if it is ours. */
  actor: A;
  by: A extends Actor ? PersonRef : PersonRef | null;
  /** Call this after locking: a change that waited for another one is later than that one. */
  now: () => Date;
  /** Throws if the actor lacks the permission; reads our own directory again. */
  require: (needed: Requirement) => Promise<void>;
}>;

/** A change whose object is locked, so that its time is fixed. */
export type ChangeContext = Readonly<{ trx: Trx; actor: Actor; at: Date }>;

/** The events (none if nothing changed), their time, and the response. */
export type ChangeResult<T> = Readonly<{ events: readonly DomainEvent[]; at: Date; answer: T }>;

/** A subquery for the person who makes the change. */
export type PersonQuery = ReturnType<typeof namedPerson>;
/** The locked object, and the actor, read by the same query. */
export type LockedObject<O> = Readonly<{ opened: O; person: NamedPerson | null }>;

/** `message`: the reason for this object, if several were refused together. */
export type AttemptRecord = Readonly<{ attempt: Attempt; id: string; message?: string; [more: string]: unknown }>;

type Task<A extends Actor | null, T, O> = Readonly<{
  /** Null: the command line, which needs no permission. */
  actor: A;
  /** Recorded in the audit if the change is refused; a function if several objects are involved. */
  attempt?: AttemptRecord | ((refusal: Problem) => readonly AttemptRecord[]);
  /** Problems that are decisions rather than invalid input: only these are recorded. */
  decisions?: readonly ProblemName[];
  /** Runs before anything is read, and never refuses. */
  lock?: (trx: Trx) => Promise<void>;
  /** Undefined if the object does not exist; `work` reports that, once the actor is verified. */
  open?: (trx: Trx, person: PersonQuery) => Promise<LockedObject<O> | undefined>;
  needs?: Requirement;
  work: (change: Change<A>, opened: O | undefined) => Promise<ChangeResult<T>>;
  /** Builds a response that has to be read after the records were written. */
  finish?: (trx: Trx, changed: ChangeResult<T>) => Promise<T>;
}>;

export const ADMIN_CREATE = { scope: 'admin', action: 'create' } as const satisfies Requirement;
export const ADMIN_EDIT = { scope: 'admin', action: 'edit' } as const satisfies Requirement;

/**
 * Thrown by a change that needs long work first. The change is rolled back, the work runs without a lock or a connection,
 * and the change starts again: it reads everything again, and asks for more work if what it reads has moved.
 */
export class WorkFirst extends Error {
  readonly work: () => Promise<void>;
  constructor(work: () => Promise<void>) {
    super('This change needs other work first.');
    this.work = work;
  }
}
/** A change whose content moves each time is refused after as many attempts. */
const MAX_WORK_FIRST = 3;

const DECISIONS: readonly ProblemName[] = ['not-allowed', 'stale', 'conflict'];
const UNIQUE_VIOLATION = '23505';

/**
 * Every change goes this way, in one transaction: verify the actor, check that the directory still grants the
 * permission, lock, change, publish and record the events. A refusal rolls everything back and is recorded in a
 * transaction of its own.
 */
export async function runChange<A extends Actor | null, T, O = never>(kit: ChangeKit, task: Task<A, T, O>): Promise<T> {
  const { db, now } = kit;
  const { actor, attempt, decisions = DECISIONS } = task;
  const once = () => transaction(db, (trx) => executeTask(kit, trx, task));
  try {
    return await runAfterWork(() =>
      // Someone inserted the same row meanwhile. It is visible now, so the retry reports the proper problem.
      once().catch((error: unknown) => (codeOf(error) === UNIQUE_VIOLATION ? once() : Promise.reject(error))),
    );
  } catch (error) {
    if (attempt && error instanceof Problem && !(error instanceof UnknownPerson) && decisions.includes(error.kind)) {
      const attempts = typeof attempt === 'function' ? attempt(error) : [attempt];
      const refused = attempts.map(({ message = error.message, ...one }) =>
        refusedEvent(one, { because: error.kind, message }),
      );
      await transaction(db, (trx) => recordAudit(trx, actor?.id ?? null, refused, now()));
    }
    throw error;
  }
}

async function runAfterWork<T>(change: () => Promise<T>): Promise<T> {
  for (let left = MAX_WORK_FIRST; left > 0; left -= 1)
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof WorkFirst)) throw error;
      await error.work();
    }
  throw new Problem('unavailable', 'This changed again and again while it was checked. Please try again.');
}

async function executeTask<A extends Actor | null, T, O>(kit: ChangeKit, trx: Trx, task: Task<A, T, O>): Promise<T> {
  const { now, directory, publish } = kit;
  const { lock, open, needs, work, finish } = task;
  await lock?.(trx);
  const found = task.actor && (await open?.(trx, namedPerson(task.actor.id)));
  const person = task.actor && (found ? found.person : await findNamedPerson(trx, task.actor.id));
  const by = task.actor && toPersonRef(task.actor, person);
  const actor =
    directory === 'embedded' && task.actor && person ? (limitToGrants(task.actor, person) as A) : task.actor;
  const require = async (needed: Requirement): Promise<void> => {
    if (actor === null) return;
    if (!allows(actor.permissions, needed))
      throw new Problem('not-allowed', `This needs ${needed.action} on ${needed.scope}.`);
    if (directory === 'embedded') await requireStillAllowed(trx, actor, needed);
  };
  if (needs) await require(needs);
  const changed = await work({ trx, actor, by, now, require }, found?.opened);
  if (changed.events.length > 0) await publish(trx, { events: changed.events, by, at: changed.at });
  return finish ? finish(trx, changed) : changed.answer;
}

type StaleOptions = Readonly<{
  /** The message if no event is found. */
  otherwise: string;
  /** The events to look for; by default all that have a text. */
  actions?: readonly EventName[];
  /** Properties the event's detail must contain. */
  having?: object;
}>;

/** The problem for a change based on an old revision: who changed it since, how, and when. */
export async function staleProblem(trx: Trx, object: EventObject, { otherwise, actions, having }: StaleOptions) {
  const last = await findLastEvent(trx, object, actions ?? ACTION_TEXT_EVENTS, having);
  if (last === undefined) return new Problem('stale', otherwise);
  return changedProblem({ by: last.by, ...actionTextOf(last.action, last.detail) }, last.at);
}

export const changedProblem = (action: ActionText, at: Date, more: object = {}): Problem =>
  new Problem('stale', describeActionText(action), { changed: { ...action, at: at.toISOString() }, ...more });
