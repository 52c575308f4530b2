import { MAY_VOTE } from '#domain/user/permission.ts';
import type { AuthorityProposal, ShownDeputy } from '#contract/authority.ts';
import type { Deputy } from '#domain/authority/deputy.ts';
import { MAY_CHANGE_AUTHORITY, refuseAuthorityDecision } from '#domain/authority/proposal.ts';
import { describeRule, type RuleInput } from '#domain/authority/rule.ts';
import { writeDay } from '#domain/day/day.ts';
import { describeUse, type PortfolioUse, warnOfSmaller } from '#domain/portfolio/use.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Db } from '#server/db/connect.ts';
import { partnerNames } from '#server/partner/partner.service.ts';
import {
  type DirectoryKind,
  findPeopleAllowed,
  findPersonNames,
  type PersonState,
} from '#server/person/person.service.ts';
import { readSecondPerson, readVerified } from '#server/review/review.voter.ts';
import type { AuthorityBody, StoredChange, StoredDeputy } from './authority.store.ts';

export const isRule = (body: AuthorityBody): body is RuleInput => 'people' in body;
const isDeputy = (body: AuthorityBody): body is Deputy => 'deputy' in body;
const isUse = (body: AuthorityBody): body is PortfolioUse => 'portfolio' in body;

function peopleOf(body: AuthorityBody): readonly string[] {
  if (isRule(body)) return body.people;
  return isDeputy(body) ? [body.person, body.deputy] : [];
}

/** Names people and partners of rules and deputies. */
export async function readNames(db: Db, bodies: readonly AuthorityBody[]) {
  const people = await findPersonNames(db, [...new Set(bodies.flatMap(peopleOf))]);
  const partners = bodies.some((body) => isRule(body) && body.partners.length > 0)
    ? await partnerNames(db)
    : new Map<number, string>();
  return {
    person: (id: string) => people.get(id) ?? id,
    partner: (number: number) => `${number} ${partners.get(number) ?? ''}`.trim(),
    partnerName: (number: number) => partners.get(number) ?? '',
  };
}
export type Names = Awaited<ReturnType<typeof readNames>>;

/** The rule, the deputy or the portfolio as a sentence, for the audit and notifications. */
export function describeBody(body: AuthorityBody, names: Names): string {
  if (isRule(body)) return describeRule(body, names);
  if (isUse(body)) return describeUse(body);
  return `${names.person(body.deputy)} signs for ${names.person(body.person)} from ${writeDay(body.first_day)} until ${writeDay(body.last_day)}.`;
}

/** Whose approval would count now. */
export const readVoters = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set(await readVerified(db, await findPeopleAllowed(db, MAY_VOTE)));

/** Why this person cannot confirm or decline each proposal; undefined if they can. `people` reads, or locks, their state. */
export async function readRefusals(
  db: Db,
  { actor, directory }: Reader,
  changes: readonly StoredChange[],
  people?: (db: Db, ids: readonly string[]) => Promise<readonly PersonState[]>,
): Promise<(proposal: StoredChange) => string | undefined> {
  const deciding = { actor, directory, rights: [MAY_CHANGE_AUTHORITY], people };
  const proposals = changes.map(({ id, proposed_by, proposed_at }) => ({ id, by: proposed_by, at: proposed_at }));
  const { decider, secondFor } = await readSecondPerson(db, deciding, proposals);
  return ({ id, proposed_by }) => refuseAuthorityDecision(proposed_by, decider, 'confirm', secondFor(id));
}

export const presentRule = (rule: RuleInput, names: Names, voters: ReadonlySet<string>) => ({
  classes: [...rule.classes],
  partners: rule.partners.map((number) => ({ number, name: names.partnerName(number) })),
  when: [...rule.when],
  people: rule.people.map((id) => ({ id, name: names.person(id), can_sign: voters.has(id) })),
});

const presentUse = (use: PortfolioUse) => ({
  id: use.portfolio,
  text: describeUse(use),
  warning: warnOfSmaller(use, use.was) ?? null,
});

const presentPeople = ({ person, deputy, first_day, last_day }: Deputy, names: Names) => ({
  person: { id: person, name: names.person(person) },
  deputy: { id: deputy, name: names.person(deputy) },
  first_day,
  last_day,
});

export const presentDeputy = (stored: StoredDeputy, names: Names): ShownDeputy => ({
  id: stored.id,
  ...presentPeople(stored.body, names),
  ended_at: stored.ended_at?.toISOString() ?? null,
  by: { id: stored.proposed_by, name: stored.proposer_name },
  seconded_by: { id: stored.decided_by ?? '', name: stored.decider_name ?? '' },
});

type Reader = Readonly<{ actor: Actor; directory: DirectoryKind }>;

/** Proposals, waiting or decided, as the caller sees them. */
export async function presentProposals(
  db: Db,
  { actor, directory }: Reader,
  found: readonly StoredChange[],
): Promise<AuthorityProposal[]> {
  const names = await readNames(
    db,
    found.map(({ body }) => body),
  );
  const voters = await readVoters(db);
  const open = found.filter(({ outcome }) => outcome === null);
  const refusalOf = open.length === 0 ? () => undefined : await readRefusals(db, { actor, directory }, open);
  return found.map((one) => ({
    id: one.id,
    kind: one.kind,
    replaces: one.replaces,
    rule: isRule(one.body) ? presentRule(one.body, names, voters) : null,
    deputy: isDeputy(one.body) ? presentPeople(one.body, names) : null,
    portfolio: isUse(one.body) ? presentUse(one.body) : null,
    by: { id: one.proposed_by, name: one.proposer_name },
    at: one.proposed_at.toISOString(),
    refusal: one.outcome === null ? (refusalOf(one) ?? null) : null,
    is_own: one.proposed_by === actor.id,
    closed:
      one.outcome === null || one.decided_at === null
        ? null
        : {
            outcome: one.outcome,
            by: { id: one.decided_by ?? '', name: one.decider_name ?? '' },
            at: one.decided_at.toISOString(),
            reason: one.reason,
          },
  }));
}
