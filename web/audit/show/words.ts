import type { AuditRow } from '#contract/audit.ts';
import type { DetailOf } from '#domain/event/event.ts';
import { EVENT_WORDS, OBJECT_WORDS } from '#domain/event/words.ts';
import { OTHERS } from '#domain/audit/refusal-limit.ts';
import { type Choice, REFUSALS } from '#domain/review/round.ts';

const SIGN_IN_REFUSED = {
  password: 'wrong password',
  deactivated: 'person is deactivated',
  too_many: 'too many attempts',
} as const satisfies Record<DetailOf<'sign_in_refused'>['because'], string>;

const VOTED = { approve: 'Approved draft', reject: 'Rejected draft' } as const satisfies Record<Choice, string>;

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

type Words = Readonly<{ label: string; attempt?: string }>;
const wordsOf = (name: unknown): Words | undefined =>
  typeof name === 'string' && Object.hasOwn(EVENT_WORDS, name)
    ? EVENT_WORDS[name as keyof typeof EVENT_WORDS]
    : undefined;

/** The kind of record, to filter by. */
export const actionLabel = (action: string): string => wordsOf(action)?.label ?? plain(action);

/** The kind of thing a record is about, to filter by. */
export const objectTypeLabel = (type: string): string => wordIn(OBJECT_WORDS, type) ?? plain(type);

/** "Submitted for review", "Refused: vote on own draft". */
export function auditWords({ action, detail }: Pick<AuditRow, 'action' | 'detail'>): string {
  if (action === 'bucket_voted') return wordIn(VOTED, fieldOf(detail, 'choice')) ?? actionLabel(action);
  if (action === 'sign_in_refused') {
    const because = wordIn(SIGN_IN_REFUSED, fieldOf(detail, 'because'));
    return because === undefined ? actionLabel(action) : `${actionLabel(action)}, ${because}`;
  }
  if (action === 'access_refused') return accessWords(detail) ?? actionLabel(action);
  const attempt = wordsOf(fieldOf(detail, 'attempt'))?.attempt;
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
