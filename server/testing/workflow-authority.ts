import type fc from 'fast-check';
import type { AuthorityProposal } from '#contract/authority.ts';
import type { AuthorityChange } from '#domain/authority/proposal.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { ruleOf } from './authorities.ts';
import type { reviewTester } from './reviews.ts';
import type { WorkflowModel } from './workflow-model.ts';

/** What is in force for the bucket of a sequence. Deputies hold for all buckets, and are ended with the sequence. */
export type InForce = { rule: string | null; deputy: string | null };
type Real = Readonly<{
  world: Pick<ReturnType<typeof reviewTester>, 'good'>;
  at: BucketAddress;
  who: (person: number) => string;
  inForce: InForce;
  today: () => string;
}>;
type Command = fc.AsyncCommand<WorkflowModel, Real>;

/** The first person proposes, the second one confirms. */
async function change({ world, who }: Real, sent: AuthorityChange): Promise<string> {
  const url = '/api/authority/proposals';
  const { id } = await world.good<AuthorityProposal>(who(0), 'POST', url, { body: { change: sent } });
  await world.good(who(1), 'PUT', `${url}/${id}`, { body: { decision: 'confirm' } });
  return id;
}

/** One of these people signs what is submitted from now on; nobody: no rule. */
export const setsRule = (people: readonly number[]): Command => ({
  check: () => true,
  async run(model, real) {
    const { at, who, inForce } = real;
    const rule = ruleOf(people.map(who), { classes: [at.cob], partners: [at.partner] });
    const { rule: id } = inForce;
    if (people.length === 0) {
      if (id !== null) await change(real, { kind: 'remove_rule', id });
      inForce.rule = null;
    } else
      inForce.rule = await change(real, id === null ? { kind: 'add_rule', rule } : { kind: 'change_rule', id, rule });
    model.setRule(people.length === 0 ? null : people);
  },
  toString: () => `${people.join(' or ') || 'nobody'} must sign`,
});

/** Ends the deputy of before. */
export const setsDeputy = (person: number, deputy: number): Command => ({
  check: () => true,
  async run(model, real) {
    await endDeputy(model, real);
    if (person === deputy) return;
    const first_day = real.today();
    const last_day = new Date(Date.parse(first_day) + 50 * 86_400_000).toISOString().slice(0, 10);
    const dated = { person: real.who(person), deputy: real.who(deputy), first_day, last_day };
    real.inForce.deputy = await change(real, { kind: 'add_deputy', deputy: dated });
    model.setDeputy({ person, deputy });
  },
  toString: () => `${deputy} signs for ${person}`,
});

export async function endDeputy(model: WorkflowModel, real: Real): Promise<void> {
  const { deputy: id } = real.inForce;
  if (id !== null) await change(real, { kind: 'end_deputy', id });
  real.inForce.deputy = null;
  model.setDeputy(null);
}
