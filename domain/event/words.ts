import type { ActionText } from './action-text.ts';
import type { Attempt, DetailOf, EventName, EventObject } from './event.ts';

type Words<A extends EventName> = Readonly<{
  /** In the audit list. */
  label: string;
  /** The refused attempt, after "Refused: ". */
  attempt?: string;
  /** Follows the actor's name: "Demo Cyber Lead saved this draft". */
  did?: string | ((detail: DetailOf<A>) => string);
  outcome?: string;
  /** For several drafts or buckets: "Demo Cyber Lead submitted 9 drafts for review". */
  several?: Readonly<{ did: (several: string) => string; outcome?: string }>;
}>;

export const EVENT_WORDS = {
  signed_in: { label: 'Signed in' },
  sign_in_refused: { label: 'Refused: sign-in' },
  access_refused: { label: 'Refused: access' },
  person_added: { label: 'Added person', attempt: 'add person', did: 'added this person' },
  person_permissions_changed: {
    label: 'Changed permissions',
    attempt: 'change permissions',
    did: 'changed these permissions',
  },
  person_invited: { label: 'Invited person', attempt: 'invite person', did: 'made a new link for this person' },
  person_invitation_not_sent: { label: 'Link could not be sent' },
  person_password_set: { label: 'Set a password' },
  person_token_issued: { label: 'Issued an access token' },
  person_verified: { label: 'Confirmed identity', attempt: 'confirm identity', did: 'confirmed this person' },
  person_unverified: { label: 'Identity no longer verified' },
  person_deactivated: { label: 'Deactivated person', attempt: 'deactivate person', did: 'deactivated this person' },
  person_reactivated: { label: 'Reactivated person', attempt: 'reactivate person', did: 'reactivated this person' },
  person_access_requested: { label: 'Asked for access' },
  person_access_withdrawn: { label: 'Withdrew a request for access' },
  person_access_granted: { label: 'Granted a request for access', did: 'granted you access' },
  person_access_declined: {
    label: 'Declined a request for access',
    attempt: 'decline a request for access',
    did: 'declined your request for access',
  },
  person_mail_changed: { label: 'Changed what they get by e-mail' },
  person_calendar_created: { label: 'Created a calendar address' },
  person_calendar_replaced: { label: 'Replaced the calendar address' },
  person_calendar_revoked: { label: 'Revoked the calendar address' },
  person_change_refused: { label: 'Refused: change of person' },
  sign_in_mode_changed: { label: 'Changed how people sign in' },
  setup_dismissed: { label: 'Dismissed the setup' },
  flag_defined: { label: 'Defined flag' },
  flag_changed: { label: 'Changed flag', attempt: 'change flag', did: 'changed this flag' },
  flag_change_refused: { label: 'Refused: change of flag' },
  reference_added: { label: 'Added options', attempt: 'add option' },
  reference_changed: {
    label: 'Changed option',
    attempt: 'change option',
    did: ({ became }) => `changed ${became.label}`,
  },
  reference_deleted: { label: 'Deleted option', attempt: 'delete option' },
  reference_change_refused: { label: 'Refused: change of option' },
  partner_added: { label: 'Added partner', attempt: 'add partner' },
  partner_renamed: {
    label: 'Renamed partner',
    attempt: 'rename partner',
    did: ({ became }) => `renamed this partner to ${became}`,
  },
  partner_change_refused: { label: 'Refused: change of partner' },
  portfolio_loaded: { label: 'Loaded portfolio', attempt: 'load portfolio', did: 'loaded this portfolio' },
  portfolio_used: {
    label: 'Chose portfolio for Impact',
    attempt: 'use portfolio for Impact',
    did: 'chose this portfolio for Impact',
  },
  portfolio_renamed: {
    label: 'Renamed portfolio',
    attempt: 'rename portfolio',
    did: ({ name }) => `renamed this portfolio to ${name}`,
  },
  portfolio_deleted: { label: 'Deleted portfolio', attempt: 'delete portfolio', did: 'deleted this portfolio' },
  portfolio_limits_imported: {
    label: 'Imported limits',
    attempt: 'import limits',
    did: 'imported limits',
  },
  portfolio_change_refused: { label: 'Refused: change of portfolio' },
  dial_created: { label: 'Created dial', did: 'created this dial' },
  dial_saved: { label: 'Saved draft dial', attempt: 'save draft', did: 'saved this draft' },
  dial_published: {
    label: 'Published dial',
    attempt: 'publish dial',
    did: ({ version }) => `published version ${version}`,
  },
  dial_version_started: { label: 'Started new version', did: ({ version }) => `started version ${version}` },
  dial_draft_discarded: { label: 'Discarded draft dial', attempt: 'discard draft', did: 'discarded the draft' },
  dial_duplicated: { label: 'Duplicated dial', did: 'created this dial' },
  dial_deleted: { label: 'Deleted dial', attempt: 'delete dial' },
  dial_imported: { label: 'Imported dial', attempt: 'import dials', did: 'imported this dial' },
  dial_change_refused: { label: 'Refused: change of dial' },
  dial_import_refused: { label: 'Refused: import of dials' },
  bucket_added: { label: 'Added bucket', did: 'added this bucket' },
  bucket_appetite_changed: {
    label: 'Changed appetite',
    attempt: 'set appetite',
    did: 'set the appetite of this bucket',
    several: { did: (buckets) => `set the appetite of ${buckets}` },
  },
  bucket_stopped: { label: 'Stopped bucket', attempt: 'stop bucket', did: 'stopped this bucket' },
  bucket_restarted: { label: 'Restarted bucket', did: 'restarted this bucket' },
  bucket_draft_started: { label: 'Started draft' },
  bucket_draft_saved: { label: 'Saved draft', attempt: 'save draft', did: 'saved this draft' },
  bucket_draft_joined: {
    label: 'Changed someone else’s draft',
    did: 'added a bulk change to your draft',
  },
  bucket_draft_reset: {
    label: 'Reset to live version',
    attempt: 'reset to live version',
    did: 'reset this draft to the live version',
  },
  bucket_submitted: {
    label: 'Submitted for review',
    attempt: 'submit for review',
    did: 'submitted this draft for review',
    several: { did: (drafts) => `submitted ${drafts} for review` },
  },
  bucket_reviews_cancelled: {
    label: 'Cancelled reviews',
    attempt: 'cancel reviews',
    did: 'cancelled the reviews',
    several: { did: (drafts) => `cancelled the reviews of ${drafts}` },
  },
  bucket_activated: {
    label: 'Draft became Active',
    did: 'approved the draft',
    outcome: 'it is now live',
    several: { did: (drafts) => `approved ${drafts}`, outcome: 'they are now live' },
  },
  bucket_scheduled: {
    label: 'Draft approved for a day',
    did: 'approved the draft',
    outcome: 'it goes live on its day',
    several: { did: (drafts) => `approved ${drafts}`, outcome: 'they go live on their day' },
  },
  bucket_put_off: { label: 'Put off', attempt: 'put off', did: 'put off the day this draft goes live' },
  bucket_called_off: {
    label: 'Called off',
    attempt: 'call off',
    did: 'called off the day this draft goes live',
    outcome: 'it can be edited again',
  },
  bucket_earlier_day_asked: {
    label: 'Asked for an earlier day',
    attempt: 'ask for an earlier day',
    did: 'asked to let this draft go live on an earlier day',
  },
  bucket_earlier_day_rejected: {
    label: 'Earlier day rejected',
    did: 'rejected the earlier day',
    outcome: 'the approved day stands',
  },
  bucket_go_live_stopped: { label: 'Could not go live' },
  bucket_outcome_drifted: { label: 'Not as expected' },
  bucket_voted: {
    label: 'Voted',
    attempt: 'vote',
    did: 'voted on this draft',
    several: { did: (drafts) => `voted on ${drafts}` },
  },
  bucket_vote_discounted: { label: 'Vote not counted' },
  bucket_unsignable: { label: 'Nobody can give a required approval' },
  bucket_commented: {
    label: 'Commented',
    attempt: 'comment',
    did: 'commented on this draft',
    several: { did: (drafts) => `commented on ${drafts}` },
  },
  bucket_comment_resolved: { label: 'Resolved comment', attempt: 'resolve comment', did: 'resolved a comment' },
  bucket_comment_reopened: { label: 'Reopened comment', attempt: 'reopen comment', did: 'reopened a comment' },
  bucket_impact_measured: { label: 'Measured impact of review' },
  bucket_sent_back: {
    label: 'Draft sent back',
    did: 'rejected the draft',
    outcome: 'it can be edited again',
    several: { did: (drafts) => `rejected ${drafts}`, outcome: 'they can be edited again' },
  },
  bucket_example_added: { label: 'Added example', attempt: 'add example', did: 'added this example' },
  bucket_example_changed: { label: 'Changed example', attempt: 'change example', did: 'changed this example' },
  bucket_example_deleted: { label: 'Deleted example', attempt: 'delete example', did: 'deleted this example' },
  bucket_appetite_proposed: {
    label: 'Proposed a raised appetite',
    did: 'proposed to raise the appetite of this bucket',
    several: { did: (buckets) => `proposed to raise the appetite of ${buckets}` },
  },
  bucket_appetite_declined: {
    label: 'Declined a raised appetite',
    attempt: 'decline a raised appetite',
    did: 'declined the raised appetite of this bucket',
    several: { did: (buckets) => `declined the raised appetite of ${buckets}` },
  },
  bucket_appetite_withdrawn: {
    label: 'Withdrew a raised appetite',
    attempt: 'withdraw a raised appetite',
    did: 'withdrew the raised appetite of this bucket',
    several: { did: (buckets) => `withdrew the raised appetite of ${buckets}` },
  },
  bucket_change_refused: { label: 'Refused: change of bucket' },
  engine_added: { label: 'Added engine', attempt: 'add engine' },
  engine_token_replaced: {
    label: 'Replaced the token of an engine',
    attempt: 'replace the token of an engine',
    did: 'replaced the token of this engine',
  },
  engine_token_revoked: {
    label: 'Revoked the token of an engine',
    attempt: 'revoke the token of an engine',
    did: 'revoked the token of this engine',
  },
  engine_behind: { label: 'Engine fell behind' },
  engine_caught_up: { label: 'Engine caught up' },
  engine_change_refused: { label: 'Refused: change of engine' },
  authority_proposed: {
    label: 'Proposed a change of authority',
    attempt: 'propose a change of authority',
    did: 'proposed a change of authority',
  },
  authority_confirmed: {
    label: 'Confirmed a change of authority',
    attempt: 'confirm a change of authority',
    did: 'confirmed your change of authority',
    outcome: 'it is in force',
  },
  authority_declined: {
    label: 'Declined a change of authority',
    attempt: 'decline a change of authority',
    did: 'declined your change of authority',
  },
  authority_withdrawn: {
    label: 'Withdrew a change of authority',
    attempt: 'withdraw a change of authority',
  },
  authority_change_refused: { label: 'Refused: change of authority' },
  class_record_changed: {
    label: 'Changed owner or review day of a class',
    attempt: 'change owner or review day of a class',
    did: 'changed the owner or the review day of this class',
  },
  class_change_refused: { label: 'Refused: change of class' },
  permissions_confirmed: { label: 'Confirmed who may do what' },
} as const satisfies { readonly [A in EventName]: Words<A> } & { readonly [A in Attempt]: { attempt: string } };

export const OBJECT_WORDS = {
  person: 'Person',
  setting: 'Setting',
  flag: 'Feature flag',
  reference_list: 'Reference list',
  partner: 'Partner',
  portfolio: 'Portfolio',
  dial: 'Dial',
  dials: 'Import of dials',
  bucket: 'Bucket',
  engine: 'Engine',
  authority: 'Authority',
  class: 'Class of business',
  permissions: 'Permissions',
} as const satisfies Record<EventObject['type'], string>;

type ActionWords = Pick<Words<EventName>, 'outcome' | 'several'> &
  Readonly<{ did?: string | ((detail: object) => string) }>;

/** Events with a text that follows the actor's name: "… saved this draft". */
export const ACTION_TEXT_EVENTS = (Object.keys(EVENT_WORDS) as EventName[]).filter(
  (name) => 'did' in EVENT_WORDS[name],
);

export function actionTextOf(action: EventName, detail: object = {}): Omit<ActionText, 'by'> {
  const { did = 'changed this', outcome } = EVENT_WORDS[action] as ActionWords;
  return { did: typeof did === 'string' ? did : did(detail), ...(outcome && { outcome }) };
}

/** The same for one action on several drafts, or on the appetites of several buckets. */
export function actionTextForDrafts(
  action: EventName,
  count: number,
  noun: 'drafts' | 'buckets' = 'drafts',
): Omit<ActionText, 'by'> {
  const { several } = EVENT_WORDS[action] as ActionWords;
  if (count < 2 || several === undefined) return actionTextOf(action);
  return { did: several.did(`${count} ${noun}`), ...(several.outcome && { outcome: several.outcome }) };
}
