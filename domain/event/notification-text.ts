import { describeDrift } from '#domain/practice/expected.ts';
import type { Choice } from '#domain/review/round.ts';
import type { Role } from '#domain/user/role.ts';
import type { DomainEvent, EventName, EventOf } from './event.ts';
import { isOfAuthority } from './live.ts';

/** Longer comments are truncated in notifications. */
const MAX_NOTIFIED_TEXT = 240;

/** For votes and the outcomes they cause: the choice and its comment. For comments: the text. */
export function contentOf(
  event: DomainEvent,
  vote: EventOf<'bucket_voted'> | undefined,
): Readonly<{ choice: Choice | null; text: string; role: Role | null }> {
  if (event.action === 'bucket_commented') return { choice: null, text: shorten(event.detail.text), role: null };
  if (event.action === 'person_access_requested' || event.action === 'person_access_declined')
    return { choice: null, text: shorten(event.detail.reason), role: event.detail.role };
  if (
    event.action === 'bucket_put_off' ||
    event.action === 'bucket_called_off' ||
    event.action === 'bucket_earlier_day_asked' ||
    event.action === 'bucket_stopped' ||
    event.action === 'bucket_appetite_proposed' ||
    event.action === 'bucket_appetite_declined'
  )
    return { choice: null, text: shorten(event.detail.reason), role: null };
  if (event.action === 'bucket_go_live_stopped')
    return { choice: null, text: shorten(event.detail.message), role: null };
  if (isOfAuthority(event)) return { choice: null, text: shorten(event.detail.text), role: null };
  if (event.action === 'bucket_unsignable')
    return { choice: null, text: shorten(event.detail.reasons.join('; ')), role: null };
  if (event.action === 'engine_behind') return { choice: null, text: event.detail.name, role: null };
  if (event.action === 'bucket_outcome_drifted') return { choice: null, text: describeDrift(event.detail), role: null };
  if (event.action === 'person_access_granted') return { choice: null, text: '', role: event.detail.role };
  const isCausedByVote = CAUSED_BY_VOTE.has(event.action) && vote !== undefined;
  return isCausedByVote
    ? { choice: vote.detail.choice, text: shorten(vote.detail.comment), role: null }
    : { choice: null, text: '', role: null };
}

/** Votes that caused one of these are not notified of their own. */
export const DECISIONS: ReadonlySet<EventName> = new Set([
  'bucket_activated',
  'bucket_scheduled',
  'bucket_sent_back',
  'bucket_earlier_day_rejected',
]);
const CAUSED_BY_VOTE: ReadonlySet<EventName> = new Set(['bucket_voted', ...DECISIONS]);

const shorten = (text: string): string =>
  text.length > MAX_NOTIFIED_TEXT ? `${text.slice(0, MAX_NOTIFIED_TEXT).trimEnd()}…` : text;
