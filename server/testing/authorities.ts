import type { AuthorityProposal } from '#contract/authority.ts';
import type { AuthorityChange, AuthorityDecision } from '#domain/authority/proposal.ts';
import type { Condition, RuleInput } from '#domain/authority/rule.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { reviewTester } from './reviews.ts';

const PROPOSALS = '/api/authority/proposals';
const ADMINISTRATOR = 'demo|administrator';

/** A rule about everything, unless more is said. */
export const ruleOf = (people: readonly string[], more: Partial<RuleInput> = {}): RuleInput => ({
  classes: [],
  partners: [],
  when: [{ kind: 'always' }],
  people,
  ...more,
});
/** A rule about one bucket. */
export const ruleFor = (people: readonly string[], { cob, partner }: BucketAddress, more: Partial<RuleInput> = {}) =>
  ruleOf(people, { classes: [cob], partners: [partner], ...more });
export const above = (limit: number): Condition => ({ kind: 'above', value: 'max_line', limit });

export const approvals = ({ vote, review }: Pick<ReturnType<typeof reviewTester>, 'vote' | 'review'>) => ({
  approve: (who: string, at: BucketAddress, hash: string) => vote(who, at, hash, 'approve'),
  outcomeOf: async (at: BucketAddress) => (await review(at)).round?.outcome,
});

/** Changes of authority: proposed by the administrator, confirmed by a second one. */
export function authorityTester({
  call,
  good,
  addPeople,
}: Pick<ReturnType<typeof reviewTester>, 'call' | 'good' | 'addPeople'>) {
  let second: Promise<string> | undefined;
  const confirmer = () =>
    (second ??= addPeople(1, ['admin:view', 'admin:edit', 'user:view', 'user:edit']).then(([id = '']) => id));
  const propose = (change: AuthorityChange, who: string = ADMINISTRATOR) =>
    call(who, 'POST', PROPOSALS, { body: { change } });
  const decide = async (id: string, decision: AuthorityDecision, who?: string, reason = '') =>
    call(who ?? (await confirmer()), 'PUT', `${PROPOSALS}/${id}`, { body: { decision, reason } });
  /** Returns the id, by which it is changed or ended. */
  async function confirmed(change: AuthorityChange): Promise<string> {
    const { id } = await good<AuthorityProposal>(ADMINISTRATOR, 'POST', PROPOSALS, { body: { change } });
    const answer = await decide(id, 'confirm');
    if (answer.status !== 200) throw new Error(answer.body);
    return id;
  }
  return {
    confirmer,
    propose,
    decide,
    confirmed,
    addRule: (rule: RuleInput) => confirmed({ kind: 'add_rule', rule }),
    removeRule: (id: string) => confirmed({ kind: 'remove_rule', id }),
    addDeputy: (person: string, deputy: string, first_day: string, last_day = first_day) =>
      confirmed({ kind: 'add_deputy', deputy: { person, deputy, first_day, last_day } }),
    endDeputy: (id: string) => confirmed({ kind: 'end_deputy', id }),
  };
}
