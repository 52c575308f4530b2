import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AuthorityProposal } from '#contract/authority.ts';
import type { Portfolio, portfolioRoutes } from '#contract/portfolio.ts';
import type { Answer } from '#contract/route.ts';
import { AUTHORITY_REFUSALS } from '#domain/authority/proposal.ts';
import { PORTFOLIO_REFUSALS, warnOfSmaller } from '#domain/portfolio/use.ts';
import { authorityTester, ruleOf } from '#server/testing/authorities.ts';
import { refusalOf } from '#server/testing/calls.ts';
import { untilWaiting } from '#server/testing/eventually.ts';
import { portfolioLoader, startPortfolioApp } from '#server/testing/portfolios.ts';
import { auditRecords } from '#server/testing/records.ts';
import { REVIEWERS, reviewTester } from '#server/testing/reviews.ts';

const server = startPortfolioApp({ SIGN_IN: 'password' });
const tester = reviewTester(server);
const { call, good } = tester;
const { propose, decide, confirmer, addRule, removeRule } = authorityTester(tester);
const { open, keep } = portfolioLoader(server);
const ADMINISTRATOR = 'demo|administrator';

type Listed = Answer<typeof portfolioRoutes.listPortfolios>;
const read = (who = ADMINISTRATOR) => good<Listed>(who, 'GET', '/api/admin/portfolios');
const find = async (name: string): Promise<Portfolio> => {
  const found = (await read()).items.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no portfolio ${name}.`);
  return found;
};
const used = async () => (await read()).items.find(({ is_used }) => is_used)?.name;

async function load(name: string, risks: number): Promise<string> {
  const rows = Array.from({ length: risks }, (_, index) => `R${index},Cargo,2025-02-01`);
  await keep((await open('risks.csv', ['reference,class of business,inception', ...rows].join('\n'))).id, name);
  return (await find(name)).id;
}
const use = async (name: string) => {
  const { id, revision } = await find(name);
  return call(ADMINISTRATOR, 'POST', `/api/admin/portfolios/${id}/use`, { ifMatch: revision });
};
const remove = async (name: string) => {
  const { id, revision } = await find(name);
  return call(ADMINISTRATOR, 'DELETE', `/api/admin/portfolios/${id}`, { ifMatch: revision });
};
const proposeUse = (portfolio: string) => propose({ kind: 'use_portfolio', portfolio });

test('[R63] while a rule counts risks or premium, nobody alone chooses the portfolio that is counted', async () => {
  // Without a rule one person chooses, and the first one is used at once.
  await load('Large', 41);
  const small = await load('Small', 4);
  expect([await used(), (await read()).needs_second]).toEqual(['Large', false]);
  expect((await use('Small')).status).toBe(200);
  expect((await use('Large')).status).toBe(200);
  await addRule(ruleOf([REVIEWERS[0]], { when: [{ kind: 'above', value: 'max_line', limit: 1 }] }));
  expect((await read()).needs_second).toBe(false);
  const rule = await addRule(ruleOf([REVIEWERS[0]], { when: [{ kind: 'changes', of: 'premium', percent: 20 }] }));
  expect((await read()).needs_second).toBe(true);

  // No path of one person alone: use, delete the one in use, and load into nothing.
  expect(await refusalOf(use('Small'))).toBe(`409 ${PORTFOLIO_REFUSALS.needsSecond}`);
  expect(await refusalOf(remove('Large'))).toBe(`409 ${PORTFOLIO_REFUSALS.lastCounted}`);
  const proposed = await proposeUse(small);
  expect(proposed.status, proposed.body).toBe(200);
  const { id } = proposed.json<AuthorityProposal>();
  expect(await refusalOf(decide(id, 'confirm', ADMINISTRATOR))).toBe(`403 ${AUTHORITY_REFUSALS.own}`);
  expect(await refusalOf(proposeUse(small))).toBe(`409 ${PORTFOLIO_REFUSALS.waiting}`);
  expect(await used()).toBe('Large');

  // Those who may confirm are told, and read how small it is.
  const second = await confirmer();
  const { proposal } = await read(second);
  expect(proposal).toMatchObject({
    id,
    refusal: null,
    is_own: false,
    portfolio: { id: small, warning: 'Small has 4 risks, fewer than a tenth of the 41 of Large.' },
  });
  expect((await read()).proposal).toMatchObject({ refusal: AUTHORITY_REFUSALS.own, is_own: true });
  const { items } = await good<{ items: { kind: string; text: string }[] }>(second, 'GET', '/api/notifications');
  expect(items.find(({ text }) => text.includes('against Small'))).toMatchObject({ kind: 'authority_proposed' });

  expect((await decide(id, 'confirm')).status).toBe(200);
  expect([await used(), (await read()).proposal]).toEqual(['Small', null]);
  const records = await auditRecords(server.database.db, { object: small, action: 'portfolio_used' });
  expect(records.at(-1)?.detail).toMatchObject({ name: 'Small', was: 'Large' });

  await removeRule(rule);
  expect((await use('Large')).status).toBe(200);
});

test('[R63] a confirmation is bound to both portfolios; one that was deleted or overtaken is refused', async () => {
  const first = await load('First', 3);
  const { id } = (await proposeUse(first)).json<AuthorityProposal>();
  await load('Second', 5);
  expect((await use('Second')).status).toBe(200);
  expect(await refusalOf(decide(id, 'confirm'))).toBe(`409 ${PORTFOLIO_REFUSALS.moved}`);
  expect((await decide(id, 'decline')).status).toBe(200);
  const again = (await proposeUse(first)).json<AuthorityProposal>();
  expect((await remove('First')).status).toBe(200);
  expect(await refusalOf(decide(again.id, 'confirm'))).toBe(`409 ${PORTFOLIO_REFUSALS.gone}`);
  expect((await decide(again.id, 'withdraw', ADMINISTRATOR)).status).toBe(200);
  expect((await proposeUse((await find('Second')).id)).status).toBe(409);
  expect((await proposeUse(first)).status).toBe(404);
});

test('[R63] a rule without a portfolio: the first one that is loaded waits for a second person as well', async () => {
  for (const { name, is_used } of (await read()).items) if (!is_used) await remove(name);
  for (const { name } of (await read()).items) expect((await remove(name)).status).toBe(200);
  const rule = await addRule(ruleOf([REVIEWERS[0]], { when: [{ kind: 'changes', of: 'risks', percent: 20 }] }));
  const invented = await load('Invented', 30);
  expect(await used()).toBeUndefined();
  const { id } = (await proposeUse(invented)).json<AuthorityProposal>();
  expect((await decide(id, 'confirm')).status).toBe(200);
  expect(await used()).toBe('Invented');
  await removeRule(rule);
});

test('[R63] a rule that is confirmed at the same moment holds for whoever uses, deletes or loads a portfolio', async () => {
  const { db, config } = server.database;
  /** Confirms a rule that counts risks, and does the other work after the rules were locked and before they are committed. */
  async function whileConfirmed<T>(work: () => Promise<T>): Promise<T> {
    const rule = ruleOf([REVIEWERS[0]], { when: [{ kind: 'changes', of: 'risks', percent: 20 }] });
    const { id } = (await propose({ kind: 'add_rule', rule })).json<AuthorityProposal>();
    const holding = await db.startTransaction().execute();
    await sql`select from audit_head for update`.execute(holding);
    const confirmed = decide(id, 'confirm');
    await untilWaiting(config, 1);
    const worked = work();
    await untilWaiting(config, 2);
    await holding.commit().execute();
    expect((await confirmed).status).toBe(200);
    const answer = await worked;
    await removeRule(id);
    return answer;
  }
  await load('Other', 5);
  expect(await refusalOf(whileConfirmed(() => use('Other')))).toBe(`409 ${PORTFOLIO_REFUSALS.needsSecond}`);
  expect((await remove('Other')).status).toBe(200);
  const { items } = await read();
  const name = (await used()) ?? '';
  expect(items.map((one) => one.name)).toEqual([name]);
  expect(await refusalOf(whileConfirmed(() => remove(name)))).toBe(`409 ${PORTFOLIO_REFUSALS.lastCounted}`);
  expect((await remove(name)).status).toBe(200);
  await whileConfirmed(() => load('First of all', 7));
  expect(await used()).toBeUndefined();
});

test('fewer than a tenth is pointed out, a tenth is not', () => {
  const of = (risks: number) => ({ name: `Of ${risks}`, risks });
  expect(warnOfSmaller(of(10), of(100))).toBeUndefined();
  expect(warnOfSmaller(of(1), of(11))).toBe('Of 1 has 1 risk, fewer than a tenth of the 11 of Of 11.');
  expect(warnOfSmaller(of(1), null)).toBeUndefined();
});
