import type { DomainEvent, EventName, EventOf } from './event.ts';

/** Pushed to everyone viewing the bucket. */
export const LIVE_BUCKET_EVENTS = [
  'bucket_added',
  'bucket_appetite_changed',
  'bucket_draft_saved',
  'bucket_draft_reset',
  'bucket_submitted',
  'bucket_reviews_cancelled',
  'bucket_voted',
  'bucket_commented',
  'bucket_comment_resolved',
  'bucket_comment_reopened',
  'bucket_sent_back',
  'bucket_activated',
  'bucket_scheduled',
  'bucket_put_off',
  'bucket_called_off',
  'bucket_earlier_day_asked',
  'bucket_earlier_day_rejected',
  'bucket_go_live_stopped',
  'bucket_example_added',
  'bucket_example_changed',
  'bucket_example_deleted',
  'bucket_stopped',
  'bucket_restarted',
  'bucket_appetite_proposed',
  'bucket_appetite_declined',
  'bucket_appetite_withdrawn',
] as const satisfies readonly EventName[];
export type LiveBucketEvent = (typeof LIVE_BUCKET_EVENTS)[number];

/** Changes of examples do not change the bucket or its revision. */
export const EXAMPLE_EVENTS = [
  'bucket_example_added',
  'bucket_example_changed',
  'bucket_example_deleted',
] as const satisfies readonly LiveBucketEvent[];

/** Pushed to everyone viewing the list of dials. */
export const LIVE_DIAL_EVENTS = [
  'dial_created',
  'dial_duplicated',
  'dial_imported',
  'dial_published',
  'dial_draft_discarded',
  'dial_deleted',
] as const satisfies readonly EventName[];
export type LiveDialEvent = (typeof LIVE_DIAL_EVENTS)[number];

/** Pushed to everyone viewing portfolios or an impact. */
export const LIVE_PORTFOLIO_EVENTS = [
  'portfolio_loaded',
  'portfolio_used',
  'portfolio_renamed',
  'portfolio_deleted',
  'portfolio_limits_imported',
] as const satisfies readonly EventName[];
export type LivePortfolioEvent = (typeof LIVE_PORTFOLIO_EVENTS)[number];

/** Pushed to everyone viewing who must sign what. */
export const LIVE_AUTHORITY_EVENTS = [
  'authority_proposed',
  'authority_confirmed',
  'authority_declined',
  'authority_withdrawn',
] as const satisfies readonly EventName[];
export type LiveAuthorityEvent = (typeof LIVE_AUTHORITY_EVENTS)[number];
export const isOfAuthority = (event: DomainEvent): event is EventOf<LiveAuthorityEvent> =>
  (LIVE_AUTHORITY_EVENTS as readonly EventName[]).includes(event.action);

/** Sent to the participants of a review, and to the webhook. */
export const NOTIFIED_EVENTS = [
  'bucket_submitted',
  'bucket_voted',
  'bucket_vote_discounted',
  'bucket_activated',
  'bucket_scheduled',
  'bucket_put_off',
  'bucket_called_off',
  'bucket_earlier_day_asked',
  'bucket_earlier_day_rejected',
  'bucket_go_live_stopped',
  'bucket_sent_back',
  'bucket_reviews_cancelled',
  'bucket_commented',
  'bucket_unsignable',
] as const satisfies readonly EventName[];
export type NotifiedEvent = (typeof NOTIFIED_EVENTS)[number];

/** Sent to people about people: a request for access to those who may grant it, the answer to whoever asked. */
export const ACCESS_EVENTS = [
  'person_access_requested',
  'person_access_granted',
  'person_access_declined',
] as const satisfies readonly EventName[];

/** Sent to the webhook. People who may confirm a raised appetite are notified of it, and its proposer of the decision. */
export const APPETITE_EVENTS = [
  'bucket_appetite_proposed',
  'bucket_appetite_changed',
  'bucket_appetite_declined',
  'bucket_appetite_withdrawn',
] as const satisfies readonly EventName[];
export type AppetiteEvent = (typeof APPETITE_EVENTS)[number];

/** Proposals go to everyone who may confirm them, decisions to whoever proposed. */
export const AUTHORITY_NOTICES = [
  'authority_proposed',
  'authority_confirmed',
  'authority_declined',
] as const satisfies readonly LiveAuthorityEvent[];

/** Notification kinds: the above, plus changes by others to a draft one works on, stops, engines that fall behind and drifts. */
export const NOTIFICATION_KINDS = [
  ...NOTIFIED_EVENTS,
  'bucket_draft_joined',
  'bucket_stopped',
  ...ACCESS_EVENTS,
  'bucket_appetite_proposed',
  'bucket_appetite_changed',
  'bucket_appetite_declined',
  'engine_behind',
  'bucket_outcome_drifted',
  ...AUTHORITY_NOTICES,
] as const satisfies readonly EventName[];
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
