import type { AuditRow } from '#contract/audit.ts';
import { capitalise } from '#domain/dimension/words.ts';
import type { DetailOf, EventName } from '#domain/event/event.ts';
import { EVENT_WORDS, OBJECT_WORDS } from '#domain/event/words.ts';
import { OTHERS } from '#domain/audit/refusal-limit.ts';
import { type Choice, REFUSALS } from '#domain/review/round.ts';
import { agree, plural } from '#web/kit/plural.ts';

const SIGN_IN_REFUSED = {
  password: 'wrong password',
  deactivated: 'person is deactivated',
  too_many: 'too many attempts',
} as const satisfies Record<DetailOf<'sign_in_refused'>['because'], string>;

const VOTED = { approve: 'Approved draft', reject: 'Rejected draft' } as const satisfies Record<Choice, string>;

const wordIn = (words: Readonly<Record<string, string>>, key: unknown): string | undefined =>
  typeof key === 'string' && Object.hasOwn(words, key) ? words[key] : undefined;

/** Keeps records of a later version readable. */
const plain = (word: string): string => capitalise(word.replaceAll('_', ' '));

const fieldOf = (detail: AuditRow['detail'], key: string): unknown =>
  typeof detail === 'object' && detail !== null && !Array.isArray(detail) && Object.hasOwn(detail, key)
    ? detail[key]
    : undefined;

type Words = Readonly<{ label: string; attempt?: string }>;
const wordsOf = (name: unknown): Words | undefined =>
  typeof name === 'string' && Object.hasOwn(EVENT_WORDS, name)
    ? EVENT_WORDS[name as keyof typeof EVENT_WORDS]
    : undefined;

/** The type of record, for the filter. */
export const actionLabel = (action: string): string => wordsOf(action)?.label ?? plain(action);

/** The type of object, for the filter. */
export const objectTypeLabel = (type: string): string => wordIn(OBJECT_WORDS, type) ?? plain(type);

/** "Submitted for review", "Refused: vote on own draft". */
export function describeAction({ action, detail }: Pick<AuditRow, 'action' | 'detail'>): string {
  if (action === 'bucket_voted') return wordIn(VOTED, fieldOf(detail, 'choice')) ?? actionLabel(action);
  if (action === 'sign_in_refused') {
    const because = wordIn(SIGN_IN_REFUSED, fieldOf(detail, 'because'));
    return because === undefined ? actionLabel(action) : `${actionLabel(action)}, ${because}`;
  }
  if (action === 'access_refused') return accessWords(detail) ?? actionLabel(action);
  const attempt = wordsOf(fieldOf(detail, 'attempt'))?.attempt;
  if (attempt === undefined) return actionLabel(action);
  return `Refused: ${attempt}${refusalMessage({ detail }) === REFUSALS.author ? ' on own draft' : ''}`;
}

const SET_STEPS: Readonly<Partial<Record<EventName, (drafts: string) => string>>> = {
  bucket_draft_started: (drafts) => `Started ${drafts}`,
  bucket_draft_saved: (drafts) => `Saved ${drafts}`,
  bucket_draft_reset: (drafts) => `Reset ${drafts} to the live version`,
  bucket_draft_joined: (drafts) => `Changed ${drafts} of others`,
  bucket_submitted: (drafts) => `Submitted ${drafts} for review`,
  bucket_reviews_cancelled: (drafts) => `Cancelled the reviews of ${drafts}`,
  bucket_commented: (drafts) => `Commented on ${drafts}`,
  bucket_activated: (drafts) => `${drafts} became Active`,
  bucket_scheduled: (drafts) => `${drafts} approved for a day`,
  bucket_sent_back: (drafts) => `${drafts} were sent back`,
  bucket_vote_discounted: (drafts) => `Votes on ${drafts} not counted`,
};

/** What one person did with several drafts at once: "Approved 6 drafts". */
export function describeStep(row: Pick<AuditRow, 'action' | 'detail'>, drafts: number): string {
  if (drafts < 2) return describeAction(row);
  const count = plural(drafts, 'draft');
  const choice = row.action === 'bucket_voted' ? fieldOf(row.detail, 'choice') : undefined;
  if (choice === 'approve' || choice === 'reject') return `${choice === 'approve' ? 'Approved' : 'Rejected'} ${count}`;
  return SET_STEPS[row.action as EventName]?.(count) ?? `${describeAction(row)}, ${count}`;
}

/** The records of one step of a set: the same act of the same person at the same time. */
export function groupSteps(rows: readonly AuditRow[]): (readonly [AuditRow, ...AuditRow[]])[] {
  const steps = Map.groupBy(rows, ({ at, by, action, detail }) =>
    JSON.stringify([at, by?.id, action, fieldOf(detail, 'choice')]),
  );
  return [...steps.values()] as [AuditRow, ...AuditRow[]][];
}

/** What someone wrote with a step: a description or a comment. */
export function writtenIn({ detail }: Pick<AuditRow, 'detail'>): string | undefined {
  const written = ['description', 'comment', 'text'].map((key) => fieldOf(detail, key));
  return written.find((text): text is string => typeof text === 'string' && text !== '');
}

/** Why a record is hidden: "Hidden: this needs view on review". */
export const hiddenText = ({ needs }: Pick<AuditRow, 'needs'>): string =>
  `Hidden: this needs ${needs.map((need) => need.split(':').toReversed().join(' on ')).join(' and ')}`;

/** "Refused: access, needs view on user", "Refused: access, 12 more times". */
function accessWords(detail: AuditRow['detail']): string | undefined {
  const [needs, leftOut] = [fieldOf(detail, 'needs'), fieldOf(detail, 'left_out')];
  if (typeof needs === 'string') return `Refused: access, needs ${needs}`;
  if (typeof leftOut !== 'number') return undefined;
  return `Refused: access, ${leftOut} more ${agree(leftOut, 'time', 'times')}`;
}

/** The message the refused person saw, if the record has it. */
export function refusalMessage({ detail }: Pick<AuditRow, 'detail'>): string | undefined {
  const message = fieldOf(detail, 'message');
  return typeof message === 'string' && message !== '' ? message : undefined;
}

/** The object's page and the permission it needs; undefined if it has none. */
export function auditAddress({ object }: Pick<AuditRow, 'object'>) {
  const id = encodeURIComponent(object.id);
  if (object.type === 'dial') return { to: `/dials/${id}`, needs: { scope: 'dials', action: 'view' } } as const;
  if (object.type === 'person' && object.id !== OTHERS)
    return { to: `/users/${id}`, needs: { scope: 'user', action: 'view' } } as const;
  if (object.type === 'engine')
    return { to: `/admin?tab=engines&engine=${id}`, needs: { scope: 'admin', action: 'view' } } as const;
  const [partner = '', cob = ''] = object.id.split('/');
  if (object.type !== 'bucket' || cob === '') return undefined;
  return { to: `/syndicate/${partner}/bucket/${cob}`, needs: { scope: 'bucket', action: 'view' } } as const;
}
