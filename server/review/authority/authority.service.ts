import { z } from 'zod';
import { type AuthorityProposal, type authorityRoutes, MAX_WAITING } from '#contract/authority.ts';
import type { Page } from '#contract/page.ts';
import type { Answer } from '#contract/route.ts';
import { AUTHORITY_OUTCOMES, type AuthorityChange, MAY_CHANGE_AUTHORITY } from '#domain/authority/proposal.ts';
import { explainAnyTwo, findMissingSigners, findRequiredSigners } from '#domain/authority/requirement.ts';
import { coversBucket, RULE_USES, type RuleInput } from '#domain/authority/rule.ts';
import { countsPortfolio } from '#domain/portfolio/use.ts';
import type { Attempt } from '#domain/event/event.ts';
import type { Actor } from '#domain/user/person.ts';
import { type ChangeContext, type ChangeKit, runChange } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot } from '#server/db/transaction.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { cursorMoment, cutPage, type Paged, readCursor } from '#server/http/cursor.ts';
import { type DirectoryKind, findActivePeople } from '#server/person/person.service.ts';
import type { PortfolioAuthority } from '#server/portfolio/portfolio.service.ts';
import { listGovernedSince, listVotingRounds } from '#server/review/review.queue.store.ts';
import { NOT_MEASURED, presentSigners, signersOf } from '#server/review/review.authority.ts';
import { countedVotesOf, readVotes } from '#server/review/review.needed.ts';
import { type DecisionInput, decideChange, proposeChange } from './authority.change.ts';
import {
  describeBody,
  presentDeputy,
  presentProposals,
  presentRule,
  readNames,
  readVoters,
} from './authority.present.ts';
import * as store from './authority.store.ts';

type Authority = Answer<typeof authorityRoutes.getAuthority>;
type Preview = Answer<typeof authorityRoutes.previewAuthorityRule>;

const DAY_MS = 86_400_000;
/** A rule is tried on the drafts of this time. */
const PREVIEW_DAYS = 90;
/** Deputies whose time ended are listed for as long. */
const ENDED_DAYS = 30;

const positionSchema = z.object({ at: cursorMoment, id: z.uuid() });

/** Rules of authority and deputies: each change takes two people. */
export function authorityService(kit: ChangeKit) {
  const { db, now, directory } = kit;
  const daysAgo = (days: number): Date => new Date(now().getTime() - days * DAY_MS);

  const change = (
    actor: Actor,
    attempt: Readonly<{ attempt: Attempt; id: string }>,
    work: (context: ChangeContext) => ReturnType<typeof proposeChange>,
  ): Promise<AuthorityProposal> =>
    runChange(kit, {
      actor,
      attempt,
      lock: store.lockAuthority,
      needs: MAY_CHANGE_AUTHORITY,
      work: async ({ trx, actor: current, now: clock }) => {
        const { events, at, id } = await work({ trx, actor: current, at: clock() });
        const found = await store.findChange(trx, id);
        const [answer] = await presentProposals(trx, { actor: current, directory }, found === undefined ? [] : [found]);
        return { events, at, answer: answer as AuthorityProposal };
      },
    });

  return {
    get: (actor: Actor): Promise<Authority> =>
      snapshot(db, async (trx) => {
        const today = dayOf(now());
        const [rules, deputies] = [
          await store.listRules(trx),
          await store.listDeputies(trx, dayOf(daysAgo(ENDED_DAYS))),
        ];
        const names = await readNames(
          trx,
          [...rules, ...deputies].map(({ body }) => body),
        );
        const voters = await readVoters(trx);
        const uses = await countUses(trx, daysAgo(RULE_USES.days));
        return {
          rules: rules.map((rule) => ({
            id: rule.id,
            ...presentRule(rule.body, names, voters),
            since: (rule.decided_at ?? rule.proposed_at).toISOString(),
            by: { id: rule.proposed_by, name: rule.proposer_name },
            seconded_by: { id: rule.decided_by ?? '', name: rule.decider_name ?? '' },
            ...uses(rule.id),
          })),
          deputies: deputies.map((deputy) => presentDeputy(deputy, names)),
          proposals: await presentProposals(trx, { actor, directory }, await store.listOpenChanges(trx)),
          waiting: await listWaiting(trx, { today }),
          people: (await findActivePeople(trx)).map((person) => ({ ...person, can_sign: voters.has(person.id) })),
        };
      }),

    history: (actor: Actor, { cursor, limit }: Paged): Promise<Page<AuthorityProposal>> =>
      snapshot(db, async (trx) => {
        const found = await store.listDecidedChanges(trx, limit + 1, readCursor(positionSchema, cursor));
        const { items, next } = cutPage(found, limit, ({ decided_at, id }) => ({ at: decided_at, id }));
        return { items: await presentProposals(trx, { actor, directory }, items), next };
      }),

    preview: (rule: RuleInput): Promise<Preview> =>
      snapshot(db, async (trx) => {
        const rounds = await listGovernedSince(trx, daysAgo(PREVIEW_DAYS));
        const covered = rounds.filter(({ cob, partner }) => coversBucket(rule, { cob, partner }));
        const needed = covered.filter(({ authority, shares }) => {
          const rules = [{ id: 'preview', ...rule }];
          return findRequiredSigners({ facts: authority.facts, rules }, shares ?? NOT_MEASURED).length > 0;
        });
        const votes = await readVotes(trx, needed);
        const had = needed.filter(({ round }) => {
          const approvals = countedVotesOf(votes.get(round)).filter(({ choice }) => choice === 'approve');
          return findMissingSigners([rule], approvals).length === 0;
        });
        return { days: PREVIEW_DAYS, drafts: covered.length, needed: needed.length, had: had.length };
      }),

    propose: (actor: Actor, sent: AuthorityChange): Promise<AuthorityProposal> =>
      change(actor, { attempt: 'authority_proposed', id: 'id' in sent ? sent.id : sent.kind }, (context) =>
        proposeChange(context, sent),
      ),

    decide: (actor: Actor, input: DecisionInput): Promise<AuthorityProposal> =>
      change(actor, { attempt: `authority_${AUTHORITY_OUTCOMES[input.decision]}`, id: input.id }, (context) =>
        decideChange(context, input, directory),
      ),
  };
}

/** What the rules in force say of the portfolio, for its own service. */
export const portfolioAuthority = (directory: DirectoryKind): PortfolioAuthority => ({
  share: store.shareAuthority,
  needsSecond: async (db) => countsPortfolio((await store.listRules(db)).map(({ body }) => body)),
  proposal: async (db, actor) => {
    const open = await store.findOpenUse(db);
    const [shown] = open === undefined ? [] : await presentProposals(db, { actor, directory }, [open]);
    return shown ?? null;
  },
});

/** For how many recent rounds each rule asked for a signature, and how many of them take votes now. */
async function countUses(db: Db, since: Date) {
  const rounds = await listGovernedSince(db, since, RULE_USES.rounds);
  const requests = rounds.flatMap((round) => signersOf(round).map(({ rule }) => ({ rule, isOpen: round.is_open })));
  const byRule = Map.groupBy(requests, ({ rule }) => rule);
  return (id: string) => {
    const of = byRule.get(id) ?? [];
    return { applied: of.length, waiting: of.filter(({ isOpen }) => isOpen).length };
  };
}

/** The reviews that wait longest, and what the rules say of each. */
async function listWaiting(db: Db, voting: Readonly<{ today: string }>): Promise<Authority['waiting']> {
  const found = await listVotingRounds(db, MAX_WAITING);
  const votes = await readVotes(db, found);
  const rounds = found.map((round) => ({
    ...round,
    id: round.round,
    isOpen: true,
    votes: countedVotesOf(votes.get(round.round)),
  }));
  const signersIn = await presentSigners(db, rounds, voting);
  return rounds.map((round) => ({
    cob: round.cob,
    partner: { number: round.partner, name: round.partner_name },
    signers: signersIn(round),
    any_two: round.authority === null ? null : (explainAnyTwo(round.authority, round.shares ?? NOT_MEASURED) ?? null),
    approvals: round.votes.filter(({ choice }) => choice === 'approve').length,
    required: round.required,
  }));
}

/** What authority each person has: the rules that name them, as sentences, and for whom they sign. */
export async function readAuthorityOf(db: Db, at: Date): Promise<(person: string) => string[]> {
  const rules = (await store.listRules(db)).map(({ body }) => body);
  const deputies = await store.listDeputiesInForce(db, dayOf(at));
  const names = await readNames(db, [...rules, ...deputies]);
  return (person) => [
    ...rules.filter(({ people }) => people.includes(person)).map((rule) => describeBody(rule, names)),
    ...deputies.filter(({ deputy }) => deputy === person).map((one) => describeBody(one, names)),
  ];
}
