import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { checkDeputy, type Deputy } from '#domain/authority/deputy.ts';
import {
  AUTHORITY_OUTCOMES,
  AUTHORITY_REFUSALS,
  type AuthorityChange,
  type AuthorityDecision,
} from '#domain/authority/proposal.ts';
import { AUTHORITY_LIMITS, type RuleInput } from '#domain/authority/rule.ts';
import { type AuthorityEvent, makeEvent, type PortfolioEvent } from '#domain/event/event.ts';
import { PORTFOLIO_REFUSALS, type PortfolioUse } from '#domain/portfolio/use.ts';
import type { ChangeContext } from '#server/change/change.ts';
import type { Trx } from '#server/db/transaction.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { clearAuthority } from '#server/notification/notification.service.ts';
import { partnerNames } from '#server/partner/partner.service.ts';
import { type DirectoryKind, lockPersonStates, readPeople } from '#server/person/person.service.ts';
import { readUse, useConfirmed } from '#server/portfolio/portfolio.use.ts';
import { describeBody, readNames, readRefusals, readVoters } from './authority.present.ts';
import * as store from './authority.store.ts';

type FieldError = Readonly<{ path: string; message: string }>;
type Result = Readonly<{ events: (AuthorityEvent | PortfolioEvent)[]; at: Date; id: string }>;

const noSuchChange = () => new Problem('not-found', 'There is no such rule or deputy.');
const noSuchProposal = () => new Problem('not-found', 'There is no such proposal.');

/** Proposes a change of authority, which is locked. */
export async function proposeChange({ trx, actor, at }: ChangeContext, change: AuthorityChange): Promise<Result> {
  const replaces = 'id' in change ? await requireInForce(trx, change) : undefined;
  const body = 'portfolio' in change ? await requireOther(trx, change.portfolio) : (bodyIn(change) ?? replaces?.body);
  if (body === undefined) throw noSuchChange();
  const errors = [
    ...('rule' in change ? await checkKnown(trx, change.rule) : []),
    ...('deputy' in change ? await checkPeople(trx, change.deputy, dayOf(at)) : []),
  ];
  if (errors.length > 0) throw new Problem('invalid-input', 'Fix the marked fields and try again.', { errors });
  if (change.kind === 'add_rule') await requireRoom(trx);
  const proposal = { id: randomUUID(), kind: change.kind, replaces: replaces?.id ?? null, body };
  await store.insertChange(trx, { ...proposal, proposed_by: actor.id, proposed_at: at });
  const text = describeBody(body, await readNames(trx, [body]));
  const detail = { change: change.kind, text, replaces: proposal.replaces, became: becomes(proposal) };
  return { events: [makeEvent('authority_proposed', proposal.id, detail)], at, id: proposal.id };
}

const bodyIn = (change: AuthorityChange): RuleInput | Deputy | undefined =>
  'rule' in change ? change.rule : 'deputy' in change ? change.deputy : undefined;

/** The portfolio to use, as those who confirm it read it. */
async function requireOther(trx: Trx, portfolio: string): Promise<PortfolioUse> {
  const use = await readUse(trx, portfolio);
  if (use === undefined) throw new Problem('not-found', 'There is no such portfolio. It may have been deleted.');
  if (use.was?.portfolio === portfolio) throw new Problem('conflict', PORTFOLIO_REFUSALS.inUse);
  if ((await store.findOpenUse(trx)) !== undefined) throw new Problem('conflict', PORTFOLIO_REFUSALS.waiting);
  return use;
}

const becomes = ({ kind, body }: Pick<store.StoredChange, 'kind' | 'body'>): store.AuthorityBody | null =>
  kind === 'remove_rule' || kind === 'end_deputy' ? null : body;

/** What it changes or ends, unless another proposal does already. */
async function requireInForce(
  trx: Trx,
  { kind, id }: Extract<AuthorityChange, { id: string }>,
): Promise<store.StoredChange> {
  const found = await store.findChange(trx, id);
  const isOfKind =
    found !== undefined && found.kind !== 'use_portfolio' && (found.kind === 'add_deputy') === (kind === 'end_deputy');
  if (!isOfKind || found.outcome !== 'confirmed' || becomes(found) === null) throw noSuchChange();
  if (found.ended_at !== null) throw new Problem('conflict', AUTHORITY_REFUSALS.gone);
  const waiting = (await store.listOpenChanges(trx)).some(({ replaces }) => replaces === id);
  if (waiting) throw new Problem('conflict', AUTHORITY_REFUSALS.waiting);
  return found;
}

/** Proposals that wait count, so that every one of them can be confirmed. */
async function requireRoom(trx: Trx): Promise<void> {
  const waiting = (await store.listOpenChanges(trx)).filter(({ kind }) => kind === 'add_rule');
  if ((await store.listRules(trx)).length + waiting.length >= AUTHORITY_LIMITS.rules)
    throw new Problem('conflict', AUTHORITY_REFUSALS.full);
}

const NOT_A_REVIEWER = 'A deputy without review permission cannot be chosen';

async function checkKnown(trx: Trx, rule: RuleInput): Promise<FieldError[]> {
  const partners = rule.partners.length === 0 ? new Map<number, string>() : await partnerNames(trx);
  const voters = await readVoters(trx);
  const refusalOf = await explainPeople(trx, rule.people);
  return [
    ...repeated(rule.people, 'change.rule.people'),
    ...repeated(rule.classes, 'change.rule.classes'),
    ...repeated(rule.partners, 'change.rule.partners'),
    ...rule.partners.flatMap((number, index) =>
      partners.has(number) ? [] : [{ path: `change.rule.partners.${index}`, message: `There is no partner ${number}` }],
    ),
    ...rule.people.flatMap((id, index) => {
      const message = refusalOf(id) ?? (voters.has(id) ? undefined : 'Choose somebody who may vote on reviews');
      return message === undefined ? [] : [{ path: `change.rule.people.${index}`, message }];
    }),
  ];
}

const repeated = (list: readonly (string | number)[], path: string): FieldError[] =>
  list.flatMap((one, index) =>
    list.indexOf(one) < index ? [{ path: `${path}.${index}`, message: 'This is given twice' }] : [],
  );

async function checkPeople(trx: Trx, deputy: Deputy, today: string): Promise<FieldError[]> {
  const refusalOf = await explainPeople(trx, [deputy.person, deputy.deputy]);
  const voters = await readVoters(trx);
  const [person, chosen] = [refusalOf(deputy.person), refusalOf(deputy.deputy)];
  const errors = [
    ...checkDeputy(deputy, today),
    ...(person === undefined ? [] : [{ path: 'person', message: person }]),
    ...(chosen === undefined ? [] : [{ path: 'deputy', message: chosen }]),
    ...(chosen === undefined && !voters.has(deputy.deputy) ? [{ path: 'deputy', message: NOT_A_REVIEWER }] : []),
  ];
  return errors.map(({ path, message }) => ({ path: `change.deputy.${path}`, message }));
}

async function explainPeople(trx: Trx, ids: readonly string[]): Promise<(id: string) => string | undefined> {
  const people = new Map((await readPeople(trx, ids)).map((person) => [person.id, person]));
  return (id) => {
    const person = people.get(id);
    if (person === undefined) return 'There is no such person';
    return person.deactivated_at === null ? undefined : 'This person can no longer sign in';
  };
}

export type DecisionInput = Readonly<{ id: string; decision: AuthorityDecision; reason: string }>;

/** Authority is locked, so that of two decisions the second one sees the first; then whoever decides. */
export async function decideChange(
  { trx, actor, at }: ChangeContext,
  { id, decision, reason }: DecisionInput,
  directory: DirectoryKind,
): Promise<Result> {
  const found = await store.findChange(trx, id);
  if (found === undefined) throw noSuchProposal();
  const refusal =
    decision === 'withdraw'
      ? found.proposed_by === actor.id
        ? undefined
        : AUTHORITY_REFUSALS.notOwn
      : (await readRefusals(trx, { actor, directory }, [found], lockPersonStates))(found);
  if (refusal !== undefined) throw new Problem('not-allowed', refusal);
  if (found.outcome !== null) throw new Problem('conflict', AUTHORITY_REFUSALS.closed);
  const applied = decision === 'confirm' ? await applyChange(trx, found, at) : [];
  await store.closeChange(trx, id, { outcome: AUTHORITY_OUTCOMES[decision], by: actor.id, at, reason });
  await clearAuthority(trx, id, at);
  const { kind: change, replaces, proposed_by } = found;
  const text = describeBody(found.body, await readNames(trx, [found.body]));
  const detail = { change, text, replaces, became: becomes(found), proposed_by, reason };
  return { events: [makeEvent(`authority_${AUTHORITY_OUTCOMES[decision]}`, id, detail), ...applied], at, id };
}

/** Ends what it replaces. A deputy is checked again: days have passed since it was proposed. */
async function applyChange(
  trx: Trx,
  { body, kind, replaces }: store.StoredChange,
  at: Date,
): Promise<PortfolioEvent[]> {
  if (kind === 'use_portfolio') return [await useConfirmed(trx, body as PortfolioUse)];
  if (kind === 'add_deputy') {
    const deputy = body as Deputy;
    if (deputy.last_day < dayOf(at)) throw new Problem('conflict', 'The last day has passed. Propose another one.');
    const [refused] = await checkPeople(trx, deputy, deputy.first_day);
    if (refused !== undefined) throw new Problem('conflict', `${refused.message}. Propose it again.`);
  }
  if (replaces === null) return [];
  const former = await store.findChange(trx, replaces);
  if (former === undefined || former.ended_at !== null) throw new Problem('conflict', AUTHORITY_REFUSALS.gone);
  await store.endChange(trx, replaces, at);
  return [];
}
