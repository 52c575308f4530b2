import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AuthorityProposal } from '#contract/authority.ts';
import type { portfolioRoutes } from '#contract/portfolio.ts';
import { Problem } from '#contract/problem.ts';
import type { Answer } from '#contract/route.ts';
import { AUTHORITY_DECISIONS, type AuthorityChange, type AuthorityDecision } from '#domain/authority/proposal.ts';
import { parsePermissions } from '#domain/user/permission.ts';
import { recordOnly } from '#server/change/publish.ts';
import { portfolioAuthority } from '#server/review/authority/authority.service.ts';
import { createTestApp } from '#server/testing/app.ts';
import { ruleOf } from '#server/testing/authorities.ts';
import { execute } from '#server/testing/execute.ts';
import { PortfolioModel } from '#server/testing/portfolio-model.ts';
import { EVERYONE_MAY, reviewTester } from '#server/testing/reviews.ts';
import { countSequences, MANY_SEQUENCES, runSequences } from '#server/testing/sequences.ts';
import { savePortfolio } from './portfolio.save.ts';

/** Random acts of administrators on the portfolio and the rule that counts its risks; every answer is compared with the model. */
const SEQUENCES = countSequences(20);
const PEOPLE = 4;
const PORTFOLIOS = 3;
const MAY = [...EVERYONE_MAY, 'admin:view', 'admin:create', 'admin:edit', 'admin:delete'];
const NOWHERE = '00000000-0000-4000-8000-000000000000';

async function openWorld() {
  let passed = 0;
  const now = () => new Date(Date.parse('2026-11-18T00:00:00.000Z') + (passed += 1));
  const server = await createTestApp({ now, environment: { SIGN_IN: 'password' } });
  const tester = reviewTester(server);
  return { ...tester, server, people: await tester.addPeople(PEOPLE, MAY) };
}
type World = Awaited<ReturnType<typeof openWorld>>;
type Listed = Answer<typeof portfolioRoutes.listPortfolios>;

/** What one sequence has made: the newest proposals, the rule in force, and the portfolio that a proposal is about. */
type Real = {
  world: World;
  rule: string;
  use: string;
  ruled: string | null;
  proposed: string;
  who: (index: number) => string;
};
type Command = fc.AsyncCommand<PortfolioModel, Real>;

const act = (
  name: string,
  send: (real: Real) => Promise<number>,
  expected: (model: PortfolioModel, before: Listed, real: Real) => boolean,
): Command => ({
  check: () => true,
  async run(model, real) {
    const before = await readAll(real);
    const status = await send(real);
    expect(status === 200, `${name}: ${status}`).toBe(expected(model, before, real));
    const after = await readAll(real);
    expect({
      loaded: after.items.map((one) => one.name).toSorted(),
      used: after.items.find(({ is_used }) => is_used)?.name,
      needs_second: after.needs_second,
      waits: after.proposal !== null,
    }).toEqual({
      loaded: [...model.loaded.keys()].map(nameOf).toSorted(),
      used: model.used === null ? undefined : nameOf(model.used),
      needs_second: model.isRuled,
      waits: model.use?.isOpen ?? false,
    });
  },
  toString: () => name,
});

const nameOf = (portfolio: number): string => `Portfolio ${portfolio}`;
const readAll = ({ world, who }: Real) => world.good<Listed>(who(0), 'GET', '/api/admin/portfolios');
const find = async (real: Real, portfolio: number) =>
  (await readAll(real)).items.find(({ name }) => name === nameOf(portfolio)) ?? { id: NOWHERE, revision: '1' };

async function propose({ world, who }: Real, by: number, change: AuthorityChange): Promise<[number, string]> {
  const answer = await world.call(who(by), 'POST', '/api/authority/proposals', { body: { change } });
  return [answer.status, answer.status === 200 ? answer.json<AuthorityProposal>().id : NOWHERE];
}
const decide = async ({ world, who }: Real, by: number, id: string, decision: AuthorityDecision) =>
  (await world.call(who(by), 'PUT', `/api/authority/proposals/${id}`, { body: { decision } })).status;

const loads = (by: number, portfolio: number): Command =>
  act(
    `${by} loads ${portfolio}`,
    async ({ world: { server }, who }) => {
      const summary = { classes: {}, dimensions: [], missing: {}, kept: [], hasPremium: false, file: null };
      const period = { from: '2026-01-01', until: '2026-01-01' };
      const written = { chunks: [], risks: 1, period, summary };
      const kit = { db: server.database.db, now: server.now, directory: 'embedded', publish: recordOnly } as const;
      const content = { name: nameOf(portfolio), file: null, period, written, folder: '', columns: [], matches: [] };
      const options = {
        actor: { id: who(by), permissions: parsePermissions(MAY) },
        signal: new AbortController().signal,
        authority: portfolioAuthority('embedded'),
      };
      return savePortfolio(kit, content, options).then(
        () => 200,
        (error: unknown) => (error instanceof Problem ? 409 : Promise.reject(error)),
      );
    },
    (model) => model.load(portfolio),
  );
const chooses = (by: number, portfolio: number): Command =>
  act(
    `${by} chooses ${portfolio}`,
    async (real) => {
      const { id, revision } = await find(real, portfolio);
      return (await real.world.call(real.who(by), 'POST', `/api/admin/portfolios/${id}/use`, { ifMatch: revision }))
        .status;
    },
    (model) => model.choose(portfolio),
  );
const deletes = (by: number, portfolio: number): Command =>
  act(
    `${by} deletes ${portfolio}`,
    async (real) => {
      const { id, revision } = await find(real, portfolio);
      return (await real.world.call(real.who(by), 'DELETE', `/api/admin/portfolios/${id}`, { ifMatch: revision }))
        .status;
    },
    (model) => model.delete(portfolio),
  );
const proposesUse = (by: number, portfolio: number): Command =>
  act(
    `${by} proposes ${portfolio}`,
    async (real) => {
      const { id } = await find(real, portfolio);
      const [status, proposal] = await propose(real, by, { kind: 'use_portfolio', portfolio: id });
      if (status === 200) Object.assign(real, { use: proposal, proposed: id });
      return status;
    },
    (model) => model.proposeUse(by, portfolio),
  );
const decidesUse = (by: number, decision: AuthorityDecision): Command =>
  act(
    `${by} decides about the portfolio: ${decision}`,
    (real) => decide(real, by, real.use, decision),
    (model, before, { proposed }) => model.decideUse(by, decision, !before.items.some(({ id }) => id === proposed)),
  );
const proposesRule = (by: number): Command =>
  act(
    `${by} proposes the rule, or its end`,
    async (real) => {
      const rule = ruleOf([real.who(3)], { when: [{ kind: 'changes', of: 'risks', percent: 20 }] });
      const { ruled } = real;
      const [status, id] = await propose(
        real,
        by,
        ruled === null ? { kind: 'add_rule', rule } : { kind: 'remove_rule', id: ruled },
      );
      if (status === 200) real.rule = id;
      return status;
    },
    (model) => model.proposeRule(by),
  );
const decidesRule = (by: number, decision: AuthorityDecision): Command =>
  act(
    `${by} decides about the rule: ${decision}`,
    async (real) => {
      const status = await decide(real, by, real.rule, decision);
      if (status === 200 && decision === 'confirm') real.ruled = real.ruled === null ? real.rule : null;
      return status;
    },
    (model) => model.decideRule(by, decision),
  );

const portfolio = fc.nat(PORTFOLIOS - 1);
const decision = fc.constantFrom(...AUTHORITY_DECISIONS, 'confirm' as const);
const commandsOf = (who: fc.Arbitrary<number>) => [
  fc.tuple(who, portfolio).map((given) => loads(...given)),
  fc.tuple(who, portfolio).map((given) => chooses(...given)),
  fc.tuple(who, portfolio).map((given) => deletes(...given)),
  fc.tuple(who, portfolio).map((given) => proposesUse(...given)),
  fc.tuple(who, decision).map((given) => decidesUse(...given)),
  who.map(proposesRule),
  fc.tuple(who, decision).map((given) => decidesRule(...given)),
];
const BEGINNINGS = {
  nothing: [],
  loaded: [loads(0, 0), loads(1, 1)],
  ruled: [loads(1, 0), loads(0, 1), proposesRule(1), decidesRule(2, 'confirm')],
  empty: [proposesRule(1), decidesRule(2, 'confirm')],
} satisfies Record<string, readonly Command[]>;
/** Person 0 alone, once a rule counts the risks; or several. */
const sequences = fc.oneof(
  fc.record({
    isAlone: fc.constant(false),
    beginning: fc.constantFrom(...Object.values(BEGINNINGS)),
    commands: fc.commands(commandsOf(fc.nat(PEOPLE - 1)), { maxCommands: 12 }),
  }),
  fc.record({
    isAlone: fc.constant(true),
    beginning: fc.constantFrom(BEGINNINGS.ruled, BEGINNINGS.empty),
    commands: fc.commands(commandsOf(fc.constant(0)), { maxCommands: 12 }),
  }),
);

test(
  `[R63] nobody alone changes which risks a rule counts, nor the rule: ${SEQUENCES} sequences`,
  { timeout: 7_200_000 },
  async () => {
    const sums = { confirmed: 0, refusedAlone: 0 };
    await runSequences({
      name: 'Portfolios',
      count: SEQUENCES,
      sequences,
      open: openWorld,
      async run(world, { isAlone, beginning, commands }) {
        await execute(
          world.server.database.config,
          'set session_replication_role = replica; delete from authority_change; delete from portfolio',
        );
        const model = new PortfolioModel();
        const who = (index: number) => world.people[index] ?? randomUUID();
        const real: Real = { world, rule: NOWHERE, use: NOWHERE, ruled: null, proposed: NOWHERE, who };
        for (const command of beginning) await command.run(model, real);
        const [used, isRuled] = [model.used, model.isRuled];
        await fc.asyncModelRun(() => ({ model, real }), commands);
        if (isAlone) expect([model.used, model.isRuled]).toEqual([used, isRuled]);
        for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += model[key];
      },
      check: async ({ server: { database } }) => {
        const { rows } =
          await sql`select id from authority_change where outcome = 'confirmed' and decided_by = proposed_by`.execute(
            database.db,
          );
        expect(rows).toEqual([]);
      },
    });
    const rare = Object.entries(sums).filter(([, count]) => count < SEQUENCES / 200);
    expect(SEQUENCES < MANY_SEQUENCES ? [] : rare).toEqual([]);
  },
);
