import type { RoundOutcome } from '#domain/bucket/state.ts';
import type { Choice } from '#domain/review/round.ts';
import type { Role } from '#domain/user/role.ts';
import { type BucketAddress, type DomainEvent, type EventName, type EventOf, readBucketId } from './event.ts';
import {
  APPETITE_EVENTS,
  type AppetiteEvent,
  isOfAuthority,
  LIVE_BUCKET_EVENTS,
  LIVE_DIAL_EVENTS,
  LIVE_PORTFOLIO_EVENTS,
  type LiveAuthorityEvent,
  type LiveBucketEvent,
  type LiveDialEvent,
  type LivePortfolioEvent,
  type NotificationKind,
  NOTIFIED_EVENTS,
  type NotifiedEvent,
} from './live.ts';
import { contentOf, DECISIONS } from './notification-text.ts';

type PersonRef = Readonly<{ id: string; name: string }>;

/** Who makes a change that nobody makes. */
export const SYSTEM: PersonRef = { id: '', name: 'Lineslip' };

export const isLiveBucketEvent = (name: EventName): name is LiveBucketEvent =>
  (LIVE_BUCKET_EVENTS as readonly EventName[]).includes(name);
const isLiveDialEvent = (name: EventName): name is LiveDialEvent =>
  (LIVE_DIAL_EVENTS as readonly EventName[]).includes(name);
const isLivePortfolioEvent = (name: EventName): name is LivePortfolioEvent =>
  (LIVE_PORTFOLIO_EVENTS as readonly EventName[]).includes(name);
export const isNotified = (name: EventName): name is NotifiedEvent =>
  (NOTIFIED_EVENTS as readonly EventName[]).includes(name);

export const isOfAppetite = (event: DomainEvent): event is EventOf<AppetiteEvent> =>
  (APPETITE_EVENTS as readonly EventName[]).includes(event.action);

/** Actor and time (ISO 8601, UTC). */
export type EventOrigin = Readonly<{ by: PersonRef; at: string }>;

export type LiveEvent =
  | (BucketAddress & EventOrigin & Readonly<{ kind: LiveBucketEvent; revision: string }>)
  | (EventOrigin & Readonly<{ kind: LiveDialEvent; dial_id: string }>)
  | (EventOrigin & Readonly<{ kind: LivePortfolioEvent; portfolio_id: string }>)
  | (EventOrigin & Readonly<{ kind: LiveAuthorityEvent; authority_id: string }>);

/** What one change pushes. An import of a thousand dials pushes one event, with the first of them. */
export function liveEventsOf(
  events: readonly DomainEvent[],
  origin: EventOrigin,
  revisionOf: (bucketId: string) => string,
): LiveEvent[] {
  const firstImport = events.find(({ action }) => action === 'dial_imported');
  return events
    .filter((event) => event.action !== 'dial_imported' || event === firstImport)
    .flatMap((event) => liveEventOf(event, origin, revisionOf) ?? []);
}

/** Undefined for events that are not pushed. `revisionOf`: the revision of a bucket after the change. */
export function liveEventOf(
  event: DomainEvent,
  origin: EventOrigin,
  revisionOf: (bucketId: string) => string,
): LiveEvent | undefined {
  const { action, object } = event;
  if (isOfAuthority(event)) return { kind: event.action, authority_id: object.id, ...origin };
  if (isLiveDialEvent(action)) return { kind: action, dial_id: object.id, ...origin };
  if (isLivePortfolioEvent(action)) return { kind: action, portfolio_id: object.id, ...origin };
  if (!isLiveBucketEvent(action)) return undefined;
  return { kind: action, ...readBucketId(object.id), revision: revisionOf(object.id), ...origin };
}

/** Whether it asks everyone who may vote to do so. */
export const asksForVotes = (name: EventName): boolean =>
  name === 'bucket_submitted' || name === 'bucket_earlier_day_asked';

/** The number of the round that an event is about; undefined: the current one. Comments may be on an earlier one. */
export const roundIn = ({ action, detail }: DomainEvent): number | undefined =>
  action !== 'bucket_commented' && 'round' in detail ? detail.round : undefined;

/** The review round of an event, after the change. */
export type RoundFacts = Readonly<{
  /** The id of its review set. */
  set: string | null;
  partner: Readonly<{ number: number; name: string }>;
  cob: string;
  number: number;
  description: string;
  submitted_at: string;
  submitted_by: PersonRef;
  outcome: RoundOutcome | null;
  content_hash: string;
  /** The day it goes live; null: as soon as it is approved. */
  live_on: string | null;
  /** The id of the stop that it ends. */
  restart: string | null;
  authors: readonly string[];
  voters: readonly PersonRef[];
  /** Everyone who may vote; only read for submissions. */
  electorate: readonly string[];
  /** Everyone in the discussion of the draft; only read for comments. */
  participants: readonly string[];
}>;

/** An event of a review as it is recorded: with the set of its round. */
export const inSetOf = <E extends DomainEvent>(event: E, round: Pick<RoundFacts, 'set'> | undefined): E =>
  round?.set && (isNotified(event.action) || event.action === 'bucket_restarted')
    ? { ...event, detail: { ...event.detail, set: round.set } }
    : event;

/** For a discounted vote the voter, otherwise whoever triggered the event. */
export function actorOf({ action, detail }: DomainEvent, by: PersonRef, round: RoundFacts | undefined): PersonRef {
  if (action !== 'bucket_vote_discounted') return by;
  return round?.voters.find(({ id }) => id === detail.person) ?? { id: detail.person, name: '' };
}

type Audience = Readonly<{ kind: NotificationKind; by: string; people: readonly string[] }>;

/** Groups of people that are only read for the events that concern them. */
export type NotifiedGroups = Readonly<{
  /** Everyone who may edit buckets, for stops. */
  editors?: readonly string[];
  /** Everyone who may confirm a raised appetite, for proposals. */
  confirmers?: readonly string[];
  /** Everyone who may change engines and authority, for engines that fall behind and proposals. */
  administrators?: readonly string[];
}>;

/**
 * Submissions go to the electorate, votes to the authors, comments to everyone in the discussion, and outcomes to authors
 * and voters.
 */
function audienceOf(
  event: DomainEvent,
  by: PersonRef,
  round: RoundFacts | undefined,
  { editors = [], confirmers = [], administrators = [] }: NotifiedGroups,
): Audience | undefined {
  if (isOfAppetite(event)) return appetiteAudienceOf(event, by, confirmers);
  if (isOfAuthority(event)) return authorityAudienceOf(event, by, administrators);
  // Whoever submitted it is told as well.
  if (event.action === 'bucket_unsignable')
    return { kind: event.action, by: SYSTEM.id, people: [...new Set([...(round?.authors ?? []), ...administrators])] };
  if (event.action === 'bucket_stopped')
    return { kind: event.action, by: by.id, people: editors.filter((id) => id !== by.id) };
  if (event.action === 'engine_behind') return { kind: event.action, by: by.id, people: administrators };
  if (event.action === 'bucket_outcome_drifted') return { kind: event.action, by: by.id, people: event.detail.people };
  if (event.action === 'bucket_draft_joined')
    return { kind: event.action, by: by.id, people: event.detail.editors.filter((id) => id !== by.id) };
  if (event.action === 'person_access_requested')
    return { kind: event.action, by: by.id, people: event.detail.recipients };
  if (event.action === 'person_access_granted' || event.action === 'person_access_declined')
    return { kind: event.action, by: by.id, people: [event.object.id] };
  const { action: kind } = event;
  if (!isNotified(kind) || round === undefined) return undefined;
  const actor = actorOf(event, by, round).id;
  const people = [...new Set(recipientsOf(kind, round))].filter((id) => id !== actor && id !== by.id);
  return { kind, by: actor, people };
}

/** A proposal goes to everyone who may confirm it, its end to whoever proposed it. */
function appetiteAudienceOf(
  event: EventOf<AppetiteEvent>,
  by: PersonRef,
  confirmers: readonly string[],
): Audience | undefined {
  const { action: kind } = event;
  if (kind === 'bucket_appetite_withdrawn') return undefined;
  const proposer =
    kind === 'bucket_appetite_declined'
      ? event.detail.proposed_by
      : kind === 'bucket_appetite_changed'
        ? (event.detail.proposed_by ?? event.detail.supersedes?.proposed_by)
        : undefined;
  const people = kind === 'bucket_appetite_proposed' ? confirmers : proposer === undefined ? [] : [proposer];
  return { kind, by: by.id, people: people.filter((id) => id !== by.id) };
}

function authorityAudienceOf(
  event: EventOf<LiveAuthorityEvent>,
  by: PersonRef,
  administrators: readonly string[],
): Audience | undefined {
  const { action: kind } = event;
  if (kind === 'authority_withdrawn') return undefined;
  const people = kind === 'authority_proposed' ? administrators : [event.detail.proposed_by];
  return { kind, by: by.id, people: people.filter((id) => id !== by.id) };
}

/** A change of authority, or raises that were proposed together; undefined for an appetite that one person lowered. */
const proposalOf = (event: DomainEvent): string | undefined => {
  if (isOfAuthority(event)) return event.object.id;
  return isOfAppetite(event) ? event.detail.proposal : undefined;
};

export type NewNotification = Readonly<{
  kind: NotificationKind;
  /** Null if nobody did it. */
  by: string | null;
  /** The object id of the bucket, of several the first; null if it is about a person. */
  bucket: string | null;
  /** The role that somebody asks for, or asked for. */
  role: Role | null;
  set: string | null;
  /** The proposal of raised appetites, or of authority, that it is about. */
  proposal: string | null;
  /** For votes and the outcomes they cause: the choice and its comment. For comments: the text. */
  choice: Choice | null;
  text: string;
  /** By person, the number of buckets of the set or proposal that it is about. */
  recipients: ReadonlyMap<string, number>;
}>;

/**
 * Groups events by set or proposal, and stops by who stopped them, so that a person gets one notification for several
 * buckets.
 */
export function notificationsOf(
  events: readonly DomainEvent[],
  by: PersonRef,
  roundOf: (bucket: string) => RoundFacts | undefined,
  groups: NotifiedGroups = {},
): NewNotification[] {
  const notifications = new Map<string, NewNotification & { recipients: Map<string, number> }>();
  const decided = new Set(events.filter(({ action }) => DECISIONS.has(action)).map(({ object }) => object.id));
  const votes = new Map(events.flatMap((event) => (event.action === 'bucket_voted' ? [[event.object.id, event]] : [])));
  for (const event of events) {
    const object = event.object.id;
    // The outcome names the deciding vote.
    if (event.action === 'bucket_voted' && decided.has(object)) continue;
    const round = roundOf(object);
    const audience = audienceOf(event, by, round, groups);
    if (audience === undefined) continue;
    const isStop = event.action === 'bucket_stopped';
    const proposal = proposalOf(event) ?? null;
    const set = isStop || isOfAppetite(event) ? null : (round?.set ?? null);
    const key = `${audience.kind} ${audience.by} ${isStop || (proposal ?? set ?? object)}`;
    const content = contentOf(event, votes.get(object));
    const one = notifications.get(key) ?? {
      kind: audience.kind,
      by: audience.by === SYSTEM.id ? null : audience.by,
      bucket: event.object.type === 'bucket' ? object : null,
      set,
      proposal,
      ...content,
      recipients: new Map<string, number>(),
    };
    for (const person of audience.people) one.recipients.set(person, (one.recipients.get(person) ?? 0) + 1);
    notifications.set(key, one);
  }
  return [...notifications.values()];
}

/** Comments on the same drafts within this time are one notification, until it is read. */
export const COMMENT_GROUP_MINUTES = 10;

function recipientsOf(
  kind: NotifiedEvent,
  { authors, voters, electorate, participants }: RoundFacts,
): readonly string[] {
  if (asksForVotes(kind)) return electorate;
  if (kind === 'bucket_commented') return participants;
  if (kind === 'bucket_voted') return authors;
  return [...authors, ...voters.map(({ id }) => id)];
}
