import type { PersonRef } from '#contract/dial.ts';
import { Problem, type ProblemName } from '#contract/problem.ts';
import { type Attempt, type DomainEvent, type EventName, type EventObject, refusedEvent } from '#domain/event/event.ts';
import { type ActionText, describeActionText } from '#domain/event/deed.ts';
import { DEEDS, actionTextOf } from '#domain/event/words.ts';
import { allows, type Requirement } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { lastEvent, recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import { codeOf } from '#server/db/engine/engine.files.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import {
  asKnownPerson,
  asStillAllowed,
  type DirectoryKind,
  findNamedPerson,
  type NamedPerson,
  namedPerson,
  requireStillAllowed,
  UnknownPerson,
} from '#server/person/person.service.ts';

/** What happened in one change: who made it, nobody being the command line, and when. */
export type PublishedChange = Readonly<{ events: readonly DomainEvent[]; by: PersonRef | null; at: Date }>;
/** Tells everyone whom it concerns, inside the transaction of the change. */
export type Publish = (trx: Trx, happened: PublishedChange) => Promise<void>;

/** What every change needs, whatever it changes. */
export type ChangeKit = Readonly<{ db: Db; now: () => Date; directory: DirectoryKind; publish: Publish }>;

/** One change inside its transaction. */
export type Change<A extends Actor | null = Actor> = Readonly<{
  trx: Trx;
  /** With the permissions that the directory grants now, where it is ours. */
  actor: A;
  by: A extends Actor ? PersonRef : PersonRef | null;
  /** To be asked after the lock of what is changed: what waited for another is later than that one. */
  now: () => Date;
  /** Refuses whoever may not do this; our own directory is asked again. */
  require: (needed: Requirement) => Promise<void>;
}>;

/** A change whose object is locked, so that its moment is known. */
export type Step = Readonly<{ trx: Trx; actor: Actor; at: Date }>;

/** The events that happened, none where nothing was changed; when; and what the caller is answered. */
export type Changed<T> = Readonly<{ events: readonly DomainEvent[]; at: Date; answer: T }>;

/** Who changes something, as a part of another question. */
export type Asking = ReturnType<typeof namedPerson>;
/** What is changed, locked; and who changes it, read in the same question. */
export type Opened<O> = Readonly<{ opened: O; person: NamedPerson | null }>;

/** `told`: what is said of this one, where the refusal is of several. */
export type Attempted = Readonly<{ attempt: Attempt; id: string; told?: string; [more: string]: unknown }>;

type Task<A extends Actor | null, T, O> = Readonly<{
  /** Nobody: the command line, which needs no permission. */
  actor: A;
  /** What is asked for, of the object of which id: a refusal is recorded as this, and where it is of several, for each. */
  attempt?: Attempted | ((refusal: Problem) => readonly Attempted[]);
  /** Refusals that are decisions, as against mistakes in what was sent. */
  decisions?: readonly ProblemName[];
  /** Taken before anything is read; it refuses nothing. */
  lock?: (trx: Trx) => Promise<void>;
  /** Nothing where there is no such thing: that is said once the person is known. */
  open?: (trx: Trx, person: Asking) => Promise<Opened<O> | undefined>;
  needs?: Requirement;
  work: (change: Change<A>, opened: O | undefined) => Promise<Changed<T>>;
  /** For an answer that is read from the records, or has to follow them. */
  finish?: (trx: Trx, changed: Changed<T>) => Promise<T>;
}>;

export const ADMIN_CREATE = { scope: 'admin', action: 'create' } as const satisfies Requirement;
export const ADMIN_EDIT = { scope: 'admin', action: 'edit' } as const satisfies Requirement;

const DECISIONS: readonly ProblemName[] = ['not-allowed', 'stale', 'conflict'];
const UNIQUE_VIOLATION = '23505';

/**
 * The one way of a change: the person is known, the directory still grants the permission that admitted the call, the
 * work locks and changes, and its events are published and recorded, all in one transaction. A refusal leaves nothing
 * behind; its record has a transaction of its own.
 */
export async function runChange<A extends Actor | null, T, O = never>(kit: ChangeKit, task: Task<A, T, O>): Promise<T> {
  const { db, now } = kit;
  const { actor, attempt, decisions = DECISIONS } = task;
  const once = () => transaction(db, (trx) => carryOut(kit, trx, task));
  try {
    // Someone added the same in between, which can be seen now, and is answered as that.
    return await once().catch((error: unknown) => (codeOf(error) === UNIQUE_VIOLATION ? once() : Promise.reject(error)));
  } catch (error) {
    if (attempt && error instanceof Problem && !(error instanceof UnknownPerson) && decisions.includes(error.kind)) {
      const attempted = typeof attempt === 'function' ? attempt(error) : [attempt];
      const refused = attempted.map(({ told = error.message, ...one }) =>
        refusedEvent(one, { because: error.kind, told }),
      );
      await transaction(db, (trx) => recordAudit(trx, actor?.id ?? null, refused, now()));
    }
    throw error;
  }
}

async function carryOut<A extends Actor | null, T, O>(kit: ChangeKit, trx: Trx, task: Task<A, T, O>): Promise<T> {
  const { now, directory, publish } = kit;
  const { lock, open, needs, work, finish } = task;
  await lock?.(trx);
  const found = task.actor && (await open?.(trx, namedPerson(task.actor.id)));
  const person = task.actor && (found ? found.person : await findNamedPerson(trx, task.actor.id));
  const by = task.actor && asKnownPerson(task.actor, person);
  const actor =
    directory === 'embedded' && task.actor && person ? (asStillAllowed(task.actor, person) as A) : task.actor;
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
  /** What is said where no record tells. */
  otherwise: string;
  /** Which events are told; every one of the object where none are named. */
  actions?: readonly EventName[];
  /** What the detail of the event must have. */
  having?: object;
}>;

/** Refuses a change that is based on something older: who came in between, what they did, and when. */
export async function staleProblem(trx: Trx, object: EventObject, { otherwise, actions, having }: StaleOptions) {
  const last = await lastEvent(trx, object, actions ?? DEEDS, having);
  if (last === undefined) return new Problem('stale', otherwise);
  return changedProblem({ by: last.by, ...actionTextOf(last.action, last.detail) }, last.at);
}

export const changedProblem = (deed: ActionText, at: Date, more: object = {}): Problem =>
  new Problem('stale', describeActionText(deed), { changed: { ...deed, at: at.toISOString() }, ...more });
