import type { EventName } from './event.ts';

/** What those who look at a bucket hear of at once. */
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
  'bucket_example_added',
  'bucket_example_changed',
  'bucket_example_deleted',
] as const satisfies readonly EventName[];
export type LiveBucketEvent = (typeof LIVE_BUCKET_EVENTS)[number];

/** Changes of examples leave the bucket itself, and its revision, as they were. */
export const EXAMPLE_EVENTS = [
  'bucket_example_added',
  'bucket_example_changed',
  'bucket_example_deleted',
] as const satisfies readonly LiveBucketEvent[];

/** What those hear of at once who look at portfolios, or at what is measured against one. */
export const LIVE_PORTFOLIO_EVENTS = [
  'portfolio_loaded',
  'portfolio_used',
  'portfolio_renamed',
  'portfolio_deleted',
] as const satisfies readonly EventName[];
export type LivePortfolioEvent = (typeof LIVE_PORTFOLIO_EVENTS)[number];

/** What people with a part in a review are notified of; the same goes to the webhook. */
export const NOTIFIED_EVENTS = [
  'bucket_submitted',
  'bucket_voted',
  'bucket_vote_discounted',
  'bucket_activated',
  'bucket_sent_back',
  'bucket_reviews_cancelled',
  'bucket_commented',
] as const satisfies readonly EventName[];
export type NotifiedEvent = (typeof NOTIFIED_EVENTS)[number];

/** What people find among their notifications: the same, and what others do to a draft they work on. */
export const NOTIFICATION_KINDS = [...NOTIFIED_EVENTS, 'bucket_draft_joined'] as const satisfies readonly EventName[];
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
