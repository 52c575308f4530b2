import type { AuditRow } from '#contract/audit.ts';
import type { AuditEvent } from '#domain/event/event.ts';
import { OTHERS } from '#domain/audit/refusal-limit.ts';
import { type Choice, REFUSALS } from '#domain/review/round.ts';

/** What a record says happened, as one reads it in a list. */
const ACTION_WORDS: Readonly<Record<AuditEvent['action'], string>> = {
  signed_in: 'Signed in',
  sign_in_refused: 'Refused: sign-in',
  access_refused: 'Refused: access',
  person_added: 'Added person',
  person_permissions_changed: 'Changed permissions',
  person_invited: 'Invited person',
  person_invitation_not_sent: 'Link could not be sent',
  person_password_set: 'Set a password',
  person_token_issued: 'Issued an access token',
  person_deactivated: 'Deactivated person',
  person_reactivated: 'Reactivated person',
  person_change_refused: 'Refused: change of person',
  sign_in_mode_changed: 'Changed how people sign in',
  flag_defined: 'Defined flag',
  flag_changed: 'Changed flag',
  flag_change_refused: 'Refused: change of flag',
  reference_added: 'Added options',
  reference_changed: 'Changed option',
  reference_deleted: 'Deleted option',
  reference_change_refused: 'Refused: change of option',
  partner_added: 'Added partner',
  partner_renamed: 'Renamed partner',
  partner_change_refused: 'Refused: change of partner',
  dial_created: 'Created dial',
  dial_saved: 'Saved draft dial',
  dial_published: 'Published dial',
  dial_version_started: 'Started new version',
  dial_draft_discarded: 'Discarded draft dial',
  dial_duplicated: 'Duplicated dial',
  dial_deleted: 'Deleted dial',
  dial_imported: 'Imported dial',
  dial_change_refused: 'Refused: change of dial',
  dial_import_refused: 'Refused: import of dials',
  bucket_added: 'Added bucket',
  bucket_appetite_changed: 'Changed appetite',
  bucket_draft_started: 'Started draft',
  bucket_draft_saved: 'Saved draft',
  bucket_draft_reset: 'Reset to live version',
  bucket_submitted: 'Submitted for review',
  bucket_reviews_cancelled: 'Cancelled reviews',
  bucket_activated: 'Draft became Active',
  bucket_voted: 'Voted',
  bucket_vote_discounted: 'Vote no longer counts',
  bucket_commented: 'Commented',
  bucket_sent_back: 'Draft sent back',
  bucket_change_refused: 'Refused: change of bucket',
};

const OBJECT_WORDS: Readonly<Record<AuditEvent['object']['type'], string>> = {
  person: 'Person',
  setting: 'Setting',
  flag: 'Feature flag',
  reference_list: 'Reference list',
  partner: 'Partner',
  dial: 'Dial',
  dials: 'Import of dials',
  bucket: 'Bucket',
};

type AttemptOf<E> = E extends { detail: { attempt: infer Attempt extends string } } ? Attempt : never;

/** What was asked for, after "Refused: ". */
const ATTEMPT_WORDS: Readonly<Record<AttemptOf<AuditEvent>, string>> = {
  appetite: 'set appetite',
  add_partner: 'add partner',
  rename_partner: 'rename partner',
  add_option: 'add option',
  change_option: 'change option',
  delete_option: 'delete option',
  change_flag: 'change flag',
  save: 'save draft',
  publish: 'publish dial',
  discard: 'discard draft',
  delete: 'delete dial',
  reset: 'reset to live version',
  submit: 'submit for review',
  cancel_reviews: 'cancel reviews',
  vote: 'vote',
  comment: 'comment',
  add: 'add person',
  permissions: 'change permissions',
  invite: 'invite person',
  deactivate: 'deactivate person',
  reactivate: 'reactivate person',
};

const SIGN_IN_REFUSED = {
  password: 'wrong password',
  deactivated: 'person is deactivated',
  too_many: 'too many attempts',
} as const satisfies Record<Extract<AuditEvent, { action: 'sign_in_refused' }>['detail']['because'], string>;

const VOTED = { approve: 'Approved draft', reject: 'Rejected draft' } as const satisfies Record<Choice, string>;

type Told = Pick<AuditRow, 'action' | 'detail'>;

const wordIn = (words: Readonly<Record<string, string>>, key: unknown): string | undefined =>
  typeof key === 'string' && Object.hasOwn(words, key) ? words[key] : undefined;

/** A record that a later version wrote is still readable. */
const plain = (word: string): string => {
  const text = word.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const fieldOf = (detail: AuditRow['detail'], key: string): unknown =>
  typeof detail === 'object' && detail !== null && !Array.isArray(detail) && Object.hasOwn(detail, key)
    ? detail[key]
    : undefined;

/** The kind of record, to filter by. */
export const actionLabel = (action: string): string => wordIn(ACTION_WORDS, action) ?? plain(action);

/** The kind of thing a record is about, to filter by. */
export const objectTypeLabel = (type: string): string => wordIn(OBJECT_WORDS, type) ?? plain(type);

/** "Submitted for review", "Refused: vote on own draft". */
export function auditWords({ action, detail }: Told): string {
  if (action === 'bucket_voted') return wordIn(VOTED, fieldOf(detail, 'choice')) ?? actionLabel(action);
  if (action === 'sign_in_refused') {
    const because = wordIn(SIGN_IN_REFUSED, fieldOf(detail, 'because'));
    return because === undefined ? actionLabel(action) : `${actionLabel(action)}, ${because}`;
  }
  if (action === 'access_refused') return accessWords(detail) ?? actionLabel(action);
  const attempt = wordIn(ATTEMPT_WORDS, fieldOf(detail, 'attempt'));
  if (attempt === undefined) return actionLabel(action);
  return `Refused: ${attempt}${auditTold({ detail }) === REFUSALS.author ? ' on own draft' : ''}`;
}

/** "Refused: access, needs view on user", "Refused: access, 12 more times". */
function accessWords(detail: AuditRow['detail']): string | undefined {
  const [needs, leftOut] = [fieldOf(detail, 'needs'), fieldOf(detail, 'left_out')];
  if (typeof needs === 'string') return `Refused: access, needs ${needs}`;
  if (typeof leftOut !== 'number') return undefined;
  return `Refused: access, ${leftOut} more ${leftOut === 1 ? 'time' : 'times'}`;
}

/** The sentence a refused person was told, where the record has it. */
export function auditTold({ detail }: Pick<AuditRow, 'detail'>): string | undefined {
  const told = fieldOf(detail, 'told');
  return typeof told === 'string' && told !== '' ? told : undefined;
}

/** Where that thing is shown, and what it takes to see it; nothing where it has no page. */
export function auditAddress({ object }: Pick<AuditRow, 'object'>) {
  const id = encodeURIComponent(object.id);
  if (object.type === 'dial') return { to: `/dials/${id}`, needs: { scope: 'dials', action: 'view' } } as const;
  if (object.type === 'person' && object.id !== OTHERS)
    return { to: `/users/${id}`, needs: { scope: 'user', action: 'view' } } as const;
  const [partner = '', cob = ''] = object.id.split('/');
  if (object.type !== 'bucket' || cob === '') return undefined;
  return { to: `/syndicate/${partner}/bucket/${cob}`, needs: { scope: 'bucket', action: 'view' } } as const;
}
