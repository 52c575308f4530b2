import type { BucketDiff, ChangeCounts } from '#domain/bucket/diff.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { DialChange } from '#domain/dial/diff.ts';
import type { Choice } from '#domain/review/round.ts';
import type { Discount } from '#domain/review/voter.ts';
import type { SignInMode } from '#domain/user/sign-in-mode.ts';

/** Everything that leaves a trace, as one union. An event says what happened to which object; who and when come with the record. */
type Event<Action extends string, Type extends string, Detail extends object> = Readonly<{
  action: Action;
  object: Readonly<{ type: Type; id: string }>;
  detail: Readonly<Detail>;
}>;

export type AuditEvent = PersonEvent | AdminEvent | DialEvent | BucketEvent;

export type PersonEvent =
  | Event<'signed_in', 'person', { name: string; email: string }>
  | Event<'sign_in_refused', 'person', { because: 'password' | 'deactivated' | 'too_many' }>
  /** A token without the permission; beyond a limit only how often. */
  | Event<'access_refused', 'person', { method: string; route: string; needs: string } | { left_out: number }>
  | Event<'person_added', 'person', { became: { name: string; email: string; permissions: readonly string[] } }>
  | Event<'person_permissions_changed', 'person', { was: readonly string[]; became: readonly string[] }>
  /** `shown_to`: who saw the link, a person by id or the command line; `sent_to`: the mailbox it went to alone. */
  | Event<'person_invited', 'person', { expires_at: string } & ({ shown_to: string } | { sent_to: string })>
  /** The link could not be sent, and was closed. */
  | Event<'person_invitation_not_sent', 'person', { sent_to: string }>
  | Event<'person_password_set', 'person', { by: 'invitation' | 'change' | 'command' }>
  /** At the command line, without a sign-in. */
  | Event<'person_token_issued', 'person', { expires_at: string }>
  | Event<'person_deactivated', 'person', { was: readonly string[] }>
  | Event<'person_reactivated', 'person', { became: readonly string[] }>
  | Event<'person_change_refused', 'person', { attempt: PersonAttempt; because: string; told: string }>;

/** What can be asked of a person and be refused; to add one is a record of who asked. */
export type PersonAttempt = 'add' | 'permissions' | 'invite' | 'deactivate' | 'reactivate';

type Option = Readonly<{ label: string; group: string | null; retired: boolean }>;

export type AdminEvent =
  | Event<'sign_in_mode_changed', 'setting', { was: SignInMode | null; became: SignInMode }>
  | Event<'flag_defined', 'flag', { became: object }>
  | Event<'flag_changed', 'flag', { was: object; became: object }>
  | Event<'reference_added', 'reference_list', { became: readonly object[] }>
  | Event<'reference_changed', 'reference_list', { code: string; was: Option; became: Option }>
  | Event<'reference_deleted', 'reference_list', { code: string; was: Option }>
  | Event<'partner_added', 'partner', { name: string }>
  | Event<'partner_renamed', 'partner', { was: string; became: string }>
  | Event<'partner_change_refused', 'partner', AdminRefusal>
  | Event<'reference_change_refused', 'reference_list', AdminRefusal & { code: string }>
  | Event<'flag_change_refused', 'flag', AdminRefusal>;

/** What can be asked of partners, lists and flags and be refused. */
export type AdminAttempt =
  | 'add_partner'
  | 'rename_partner'
  | 'add_option'
  | 'change_option'
  | 'delete_option'
  | 'change_flag';
type AdminRefusal = { attempt: AdminAttempt; because: string; told: string };

export type DialEvent =
  | Event<'dial_created', 'dial', { version: number; became: DialData }>
  | Event<'dial_saved', 'dial', { version: number; changes: readonly DialChange[] }>
  | Event<'dial_published', 'dial', { version: number; name: string; reason: string }>
  | Event<'dial_version_started', 'dial', { version: number; from: number }>
  | Event<'dial_draft_discarded', 'dial', { version: number; was: DialData }>
  | Event<'dial_duplicated', 'dial', { version: number; of: { id: string; version: number }; became: DialData }>
  | Event<'dial_deleted', 'dial', { name: string; was: { published: number | null; draft: number | null } }>
  | Event<
      'dial_imported',
      'dial',
      { version: number; became: DialData } | { version: number; changes: readonly DialChange[] }
    >
  | Event<'dial_change_refused', 'dial', { attempt: DialAttempt; because: string; told: string }>
  | Event<'dial_import_refused', 'dials', { because: string; told: string; rows: number }>;

/** What can be asked of a dial and be refused. */
export type DialAttempt = 'save' | 'publish' | 'discard' | 'delete';

/** A bucket is named by its address: `9101/cargo`. */
export type BucketEvent =
  | Event<'bucket_added', 'bucket', { appetite: number }>
  | Event<'bucket_appetite_changed', 'bucket', { was: number; became: number }>
  | Event<'bucket_draft_started', 'bucket', { based_on: number }>
  | Event<'bucket_draft_saved', 'bucket', { changes: BucketDiff }>
  | Event<'bucket_draft_reset', 'bucket', { based_on: number; was: BucketEntries }>
  | Event<'bucket_submitted', 'bucket', { description: string; content_hash: string; changes: ChangeCounts }>
  | Event<'bucket_reviews_cancelled', 'bucket', { description: string }>
  | Event<'bucket_activated', 'bucket', { number: number; content_hash: string }>
  | Event<'bucket_voted', 'bucket', { round: number; choice: Choice; comment: string; content_hash: string }>
  | Event<
      'bucket_vote_discounted',
      'bucket',
      { round: number; person: string; choice: Choice; because: Discount; content_hash: string }
    >
  | Event<'bucket_commented', 'bucket', { round: number; text: string; dial_id: string | null }>
  | Event<'bucket_sent_back', 'bucket', { round: number; content_hash: string }>
  | Event<
      'bucket_change_refused',
      'bucket',
      { attempt: BucketAttempt | ReviewAttempt | AppetiteAttempt; because: string; told: string }
    >;

/** What can be asked of a bucket and be refused. */
export type BucketAttempt = 'save' | 'reset' | 'submit' | 'cancel_reviews';
/** The same, of its review. */
export type ReviewAttempt = 'vote' | 'comment';
/** The same, of its appetite. */
export type AppetiteAttempt = 'appetite';

export type AuditRecord = Readonly<{
  /** ISO 8601, UTC, milliseconds. */
  at: string;
  /** Who did it; null is the system itself. */
  actorId: string | null;
  event: AuditEvent;
}>;
