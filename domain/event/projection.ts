import { findClass } from '#domain/cob/class-of-business.ts';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import type { Choice } from '#domain/review/round.ts';
import {
  type BucketAddress,
  type DetailOf,
  type DomainEvent,
  type EventName,
  type EventOf,
  readBucketId,
} from './event.ts';
import {
  LIVE_BUCKET_EVENTS,
  LIVE_PORTFOLIO_EVENTS,
  type LiveBucketEvent,
  type LivePortfolioEvent,
  type NotificationKind,
  NOTIFIED_EVENTS,
  type NotifiedEvent,
} from './live.ts';

type PersonRef = Readonly<{ id: string; name: string }>;

export const isLiveBucketEvent = (name: EventName): name is LiveBucketEvent =>
  (LIVE_BUCKET_EVENTS as readonly EventName[]).includes(name);
const isLivePortfolioEvent = (name: EventName): name is LivePortfolioEvent =>
  (LIVE_PORTFOLIO_EVENTS as readonly EventName[]).includes(name);
export const isNotified = (name: EventName): name is NotifiedEvent =>
  (NOTIFIED_EVENTS as readonly EventName[]).includes(name);

/** Who did it, and when: ISO 8601, UTC. */
export type Occasion = Readonly<{ by: PersonRef; at: string }>;

export type LiveEvent =
  | (BucketAddress & Occasion & Readonly<{ kind: LiveBucketEvent; revision: string }>)
  | (Occasion & Readonly<{ kind: 'dial_published'; dial_id: string; version: number }>)
  | (Occasion & Readonly<{ kind: LivePortfolioEvent; portfolio_id: string }>);

/** Nothing where nobody is told at once. `revisionOf`: the revision of a bucket after the change. */
export function liveEventOf(
  { action, object, detail }: DomainEvent,
  occasion: Occasion,
  revisionOf: (bucketId: string) => string,
): LiveEvent | undefined {
  if (action === 'dial_published') return { kind: action, dial_id: object.id, version: detail.version, ...occasion };
  if (isLivePortfolioEvent(action)) return { kind: action, portfolio_id: object.id, ...occasion };
  if (!isLiveBucketEvent(action)) return undefined;
  return { kind: action, ...readBucketId(object.id), revision: revisionOf(object.id), ...occasion };
}

/** The review round that an event belongs to, as it is after the change. */
export type RoundFacts = Readonly<{
  /** The set it was submitted with, by id. */
  set: string | null;
  partner: Readonly<{ number: number; name: string }>;
  cob: string;
  number: number;
  description: string;
  submitted_at: string;
  submitted_by: PersonRef;
  outcome: RoundOutcome | null;
  content_hash: string;
  authors: readonly string[];
  voters: readonly PersonRef[];
  /** Who may vote on it; only read where it was submitted. */
  electorate: readonly string[];
  /** Who takes part in the talk about its draft; only read where something was said. */
  participants: readonly string[];
}>;

type Discounted = DetailOf<'bucket_vote_discounted'>;

/** Whose doing it is: of a vote that no longer counts, whose vote it was. */
function actorOf({ action, detail }: DomainEvent, by: PersonRef, { voters }: RoundFacts): PersonRef {
  if (action !== 'bucket_vote_discounted') return by;
  return voters.find(({ id }) => id === detail.person) ?? { id: detail.person, name: '' };
}

type Notice = Readonly<{ kind: NotificationKind; by: string; people: readonly string[] }>;

/**
 * Of a submitted draft hears who may vote; the authors hear of every vote; of the end everyone who had a part in it; of a
 * comment everyone who takes part in the talk.
 */
function noticeOf(event: DomainEvent, by: PersonRef, round: RoundFacts | undefined): Notice | undefined {
  if (event.action === 'bucket_draft_joined')
    return { kind: event.action, by: by.id, people: event.detail.editors.filter((id) => id !== by.id) };
  const { action: kind } = event;
  if (!isNotified(kind) || round === undefined) return undefined;
  const actor = actorOf(event, by, round).id;
  const people = [...new Set(audienceOf(kind, round))].filter((id) => id !== actor && id !== by.id);
  return { kind, by: actor, people };
}

/** Something that people are told of: whom it concerns, and of how many buckets of the set. */
export type News = Readonly<{
  kind: NotificationKind;
  by: string;
  /** The bucket, by the name that events have for it; of several the first. */
  bucket: string;
  set: string | null;
  /** Of a vote, or of what it decided: the choice, and the words that came with it; of a comment its words. */
  choice: Choice | null;
  text: string;
  told: ReadonlyMap<string, number>;
}>;

/** Of what one act does to several buckets of a set each person is told once. */
export function notificationsOf(
  events: readonly DomainEvent[],
  by: PersonRef,
  roundOf: (bucket: string) => RoundFacts | undefined,
): News[] {
  const news = new Map<string, News & { told: Map<string, number> }>();
  const votes = new Map(events.flatMap((event) => (event.action === 'bucket_voted' ? [[event.object.id, event]] : [])));
  for (const event of events) {
    const bucket = event.object.id;
    const round = roundOf(bucket);
    const notice = noticeOf(event, by, round);
    if (notice === undefined) continue;
    const set = round?.set ?? null;
    const key = `${notice.kind} ${notice.by} ${set ?? bucket}`;
    const said = wordsOf(event, votes.get(bucket));
    const one = news.get(key) ?? {
      kind: notice.kind,
      by: notice.by,
      bucket,
      set,
      ...said,
      told: new Map<string, number>(),
    };
    for (const person of notice.people) one.told.set(person, (one.told.get(person) ?? 0) + 1);
    news.set(key, one);
  }
  return [...news.values()];
}

/** How much of a comment a notification repeats. */
const MAX_NOTIFIED_TEXT = 240;

function wordsOf(event: DomainEvent, vote: EventOf<'bucket_voted'> | undefined): Pick<News, 'choice' | 'text'> {
  if (event.action === 'bucket_commented') return { choice: null, text: shorten(event.detail.text) };
  const isOfVote = MADE_BY_VOTE.has(event.action) && vote !== undefined;
  return isOfVote ? { choice: vote.detail.choice, text: shorten(vote.detail.comment) } : { choice: null, text: '' };
}

const MADE_BY_VOTE: ReadonlySet<EventName> = new Set(['bucket_voted', 'bucket_activated', 'bucket_sent_back']);

const shorten = (text: string): string =>
  text.length > MAX_NOTIFIED_TEXT ? `${text.slice(0, MAX_NOTIFIED_TEXT).trimEnd()}…` : text;

function audienceOf(kind: NotifiedEvent, { authors, voters, electorate, participants }: RoundFacts): readonly string[] {
  if (kind === 'bucket_submitted') return electorate;
  if (kind === 'bucket_commented') return participants;
  if (kind === 'bucket_voted') return authors;
  return [...authors, ...voters.map(({ id }) => id)];
}

export type WebhookMessage = Readonly<{ type: string; timestamp: string; data: object }>;

/** What the webhook is sent: everyone's notification, once. */
export function webhookMessageOf(
  event: DomainEvent,
  { by, at }: Occasion,
  round: RoundFacts,
  publicUrl: string,
): WebhookMessage | undefined {
  const { action, detail } = event;
  if (!isNotified(action)) return undefined;
  const { cob, partner, number, description, submitted_at, submitted_by, outcome, content_hash, set } = round;
  const page = `${publicUrl}/syndicate/${partner.number}/bucket/${cob}`;
  const { choice, because } = detail as Partial<Discounted>;
  const text = action === 'bucket_commented' ? event.detail.text : undefined;
  const data = {
    url: action === 'bucket_activated' ? page : `${page}/draft`,
    bucket: { cob, class: findClass(cob)?.label ?? cob, partner },
    by: actorOf(event, by, round),
    review: { round: number, description, submitted_at, submitted_by, outcome, content_hash, ...(set && { set }) },
    ...(choice && { choice }),
    ...(because && { because }),
    ...(text && { text }),
  };
  return { type: action, timestamp: at, data };
}
