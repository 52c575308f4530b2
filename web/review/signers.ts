import type { ShownSigner } from '#contract/authority.ts';
import type { ReviewRound } from '#contract/review.ts';
import { NOBODY_CAN_SIGN } from '#domain/authority/requirement.ts';
import { joinWords } from '#domain/authority/rule.ts';
import { countChoice } from '#domain/review/round.ts';
import { formatShortDay } from '#web/kit/format.ts';

type Person = Readonly<{ id: string; name: string }>;

export const joinNames = (people: readonly Person[], word: 'and' | 'or' = 'or'): string =>
  joinWords(
    people.map(({ name }) => name),
    word,
  );

export type SignerState = Readonly<{ tone: 'amber' | 'red' | 'green'; text: string }>;

/** "Waits for you", "Waits for Demo Reviewer One". While the round takes votes. */
export function describeSigner({ people, is_missing, can_sign }: ShownSigner, personId: string): SignerState {
  if (!is_missing) return { tone: 'green', text: 'Signed' };
  if (can_sign.length === 0) return { tone: 'red', text: NOBODY_CAN_SIGN };
  if (can_sign.some(({ id }) => id === personId)) return { tone: 'amber', text: 'Waits for you' };
  const able = people.filter(({ id }) => can_sign.some((one) => one.id === id));
  return { tone: 'amber', text: `Waits for ${joinNames(able.length === 0 ? can_sign : able)}` };
}

/** "Demo Reviewer One is an author of this draft." */
export function explainNobody({ people }: ShownSigner, authors: ReviewRound['authors']): string {
  const isAuthor = ({ id }: Person) => authors.some((author) => author.id === id);
  const [writers, others] = [people.filter(isAuthor), people.filter((person) => !isAuthor(person))];
  return [
    writers.length === 1 && `${joinNames(writers)} is an author of this draft.`,
    writers.length > 1 && `${joinNames(writers, 'and')} are authors of this draft.`,
    others.length > 0 && `${joinNames(others, 'and')} cannot vote.`,
    'Ask an administrator to name a deputy, or cancel the review.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** "Deputy until 30 Nov: Demo Administrator"; with the person where the rule names several. */
export const describeDeputies = ({ people, deputies }: ShownSigner): string[] =>
  deputies.map(
    ({ deputy, person, last_day }) =>
      `Deputy${people.length > 1 ? ` of ${person.name}` : ''} until ${formatShortDay(last_day)}: ${deputy.name}`,
  );

/** "1 of 2 approvals, 0 of 2 rejections", "2 of 2 approvals, Demo Reviewer One still missing". */
export function tallyText({ votes, required, signers, outcome }: ReviewRound): string {
  const approvals = countChoice(votes, 'approve');
  const missing = signers.filter(({ is_missing }) => is_missing).map(({ people }) => joinNames(people));
  if (outcome === null && approvals >= required && missing.length > 0)
    return `${approvals > required ? approvals : `${approvals} of ${required}`} approvals, ${joinWords(missing)} still missing`;
  return `${approvals} of ${required} approvals, ${countChoice(votes, 'reject')} of ${required} rejections`;
}
