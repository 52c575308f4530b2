import type { BucketEvent, EventName } from '#domain/event/event.ts';
import { type Channel, CHANNELS } from './release.ts';

const BOTH = CHANNELS;
const CANDIDATE: readonly Channel[] = ['candidate'];
const NONE: readonly Channel[] = [];

/** The channels that a change of a bucket can alter. */
const CHANNELS_OF = {
  bucket_added: BOTH,
  bucket_stopped: BOTH,
  bucket_restarted: BOTH,
  bucket_appetite_changed: BOTH,
  bucket_activated: BOTH,
  bucket_scheduled: BOTH,
  bucket_put_off: BOTH,
  bucket_called_off: BOTH,
  bucket_go_live_stopped: BOTH,
  bucket_submitted: CANDIDATE,
  bucket_reviews_cancelled: CANDIDATE,
  bucket_sent_back: CANDIDATE,
  bucket_draft_started: NONE,
  bucket_draft_saved: NONE,
  bucket_draft_reset: NONE,
  bucket_draft_joined: NONE,
  bucket_earlier_day_asked: NONE,
  bucket_earlier_day_rejected: NONE,
  bucket_voted: NONE,
  bucket_vote_discounted: NONE,
  bucket_unsignable: NONE,
  bucket_commented: NONE,
  bucket_comment_resolved: NONE,
  bucket_comment_reopened: NONE,
  bucket_impact_measured: NONE,
  bucket_outcome_drifted: NONE,
  bucket_example_added: NONE,
  bucket_example_changed: NONE,
  bucket_example_deleted: NONE,
  bucket_appetite_proposed: NONE,
  bucket_appetite_declined: NONE,
  bucket_appetite_withdrawn: NONE,
  bucket_change_refused: NONE,
} as const satisfies Readonly<Record<BucketEvent['action'], readonly Channel[]>>;

const isBucketEvent = (name: EventName): name is BucketEvent['action'] => Object.hasOwn(CHANNELS_OF, name);

/** The channels that need a new release after these events. */
export const channelsAfter = (names: readonly EventName[]): Channel[] =>
  CHANNELS.filter((channel) =>
    names.some((name) => isBucketEvent(name) && (CHANNELS_OF[name] as readonly Channel[]).includes(channel)),
  );
