import { describe, expect, test } from 'vitest';
import type { AuthorityProposal, authorityRoutes } from '#contract/authority.ts';
import type { Page } from '#contract/page.ts';
import type { ProblemDocument } from '#contract/problem.ts';
import type { Answer } from '#contract/route.ts';
import { AUTHORITY_REFUSALS } from '#domain/authority/proposal.ts';
import { useTestApp } from '#server/testing/app.ts';
import { above, authorityTester, ruleOf } from '#server/testing/authorities.ts';
import { refusalOf, sortedStatuses } from '#server/testing/calls.ts';
import { execute } from '#server/testing/execute.ts';
import { auditRecords, lastRefusal } from '#server/testing/records.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';

const TODAY = '2026-11-18';
let now = new Date(`${TODAY}T10:00:00.000Z`);
const server = useTestApp({ now: () => now, environment: { SIGN_IN: 'password' } });
const tester = useReviews(server, 12);
const { good, call } = tester;
const authority = authorityTester(tester);
const { propose, decide, addRule, removeRule, addDeputy, endDeputy, confirmer } = authority;
const [ONE, TWO, ADMINISTRATOR] = REVIEWERS;
const read = (who: string = ADMINISTRATOR) =>
  good<Answer<typeof authorityRoutes.getAuthority>>(who, 'GET', '/api/authority');
const errorsOf = async (answer: ReturnType<typeof propose>) => (await answer).json<ProblemDocument>().errors;
const proposed = async (people: readonly string[] = [ONE], who?: string) =>
  (await propose({ kind: 'add_rule', rule: ruleOf(people, { classes: ['cargo'] }) }, who)).json<AuthorityProposal>();
const kindsTo = async (who: string) => {
  const { items } = await good<{ items: { kind: string; read: boolean; text: string }[] }>(
    who,
    'GET',
    '/api/notifications',
  );
  return items
    .filter(({ kind, read: isRead }) => kind.startsWith('authority') && !isRead)
    .map(({ kind, text }) => [kind, text]);
};

describe('[R52] authority is changed by two', () => {
  test('a rule is in force once a second administrator confirms it; both are named, and the records say it as a sentence', async () => {
    const second = await confirmer();
    const { id, is_own, refusal } = await proposed();
    expect([is_own, refusal]).toEqual([true, AUTHORITY_REFUSALS.own]);
    expect((await read()).rules).toEqual([]);
    const text = 'Cargo: one of the approvers must be Demo Reviewer One when anything changes.';
    expect(await kindsTo(second)).toEqual([['authority_proposed', text]]);
    expect((await decide(id, 'confirm')).status).toBe(200);
    expect(await kindsTo(second)).toEqual([]);
    expect(await kindsTo(ADMINISTRATOR)).toEqual([['authority_confirmed', text]]);
    const { rules, proposals } = await read();
    expect(rules).toMatchObject([
      { id, since: now.toISOString(), by: { id: ADMINISTRATOR }, seconded_by: { id: second }, applied: 0, waiting: 0 },
    ]);
    expect(rules[0]?.people).toEqual([{ id: ONE, name: 'Demo Reviewer One', can_sign: true }]);
    expect(proposals).toEqual([]);
    const records = await auditRecords(server.database.db, { object: id });
    expect(records.map(({ action, detail }) => [action, (detail as { text: string }).text])).toEqual([
      ['authority_proposed', text],
      ['authority_confirmed', text],
    ]);
    await removeRule(id);
    expect((await read()).rules).toEqual([]);
    const { items } = await good<Page<AuthorityProposal>>(ADMINISTRATOR, 'GET', '/api/authority/history?limit=10');
    // The clock stands still, so that both were decided at the same moment.
    expect(items.map(({ kind, closed }) => `${kind} ${closed?.outcome}`).toSorted()).toEqual([
      'add_rule confirmed',
      'remove_rule confirmed',
    ]);
  });

  test('whoever proposed cannot confirm, in no session; only they withdraw; nobody decides twice', async () => {
    const { id } = await proposed();
    expect(await refusalOf(decide(id, 'confirm', ADMINISTRATOR))).toBe(`403 ${AUTHORITY_REFUSALS.own}`);
    expect(await refusalOf(decide(id, 'decline', ADMINISTRATOR))).toBe(`403 ${AUTHORITY_REFUSALS.own}`);
    expect(await refusalOf(decide(id, 'withdraw'))).toBe(`403 ${AUTHORITY_REFUSALS.notOwn}`);
    expect(await lastRefusal(server.database.db, id)).toBe('authority_withdrawn: not-allowed');
    expect((await decide(id, 'confirm', ONE)).status).toBe(403);
    expect((await decide(id, 'withdraw', ADMINISTRATOR)).status).toBe(200);
    for (const decision of ['confirm', 'decline'] as const)
      expect(await refusalOf(decide(id, decision))).toBe(`409 ${AUTHORITY_REFUSALS.closed}`);
    expect(await refusalOf(decide(id, 'withdraw', ADMINISTRATOR))).toBe(`409 ${AUTHORITY_REFUSALS.closed}`);
    expect((await decide('00000000-0000-4000-8000-000000000000', 'confirm')).status).toBe(404);
    expect((await read()).rules).toEqual([]);
  });

  const GIVEN_SINCE =
    'Demo Administrator gave you the right to decide after this was proposed, and proposed it. Someone else decides about it.';

  test('somebody whom the proposer made an administrator since, or who is not verified, does not decide', async () => {
    const { id } = await proposed();
    const [late = '', unverified = ''] = await tester.addPeople(2, ['admin:view', 'admin:edit']);
    await execute(
      server.database.config,
      `update person set permissions = '{}' where id = '${late}'; update person set verified_at = null, verification = null where id = '${unverified}'`,
    );
    now = new Date(now.getTime() + 1000);
    const { revision } = await good<{ revision: string }>(
      ADMINISTRATOR,
      'GET',
      `/api/users/${encodeURIComponent(late)}`,
    );
    await good(ADMINISTRATOR, 'PUT', `/api/users/${encodeURIComponent(late)}/permissions`, {
      ifMatch: revision,
      body: { permissions: ['admin:view', 'admin:edit'] },
    });
    expect(await refusalOf(decide(id, 'confirm', late))).toBe(`403 ${GIVEN_SINCE}`);
    expect(await refusalOf(decide(id, 'confirm', unverified))).toBe(`403 ${AUTHORITY_REFUSALS.notVerified}`);
    expect((await read(late)).proposals.map(({ refusal }) => refusal)).toEqual([GIVEN_SINCE]);
    await decide(id, 'withdraw', ADMINISTRATOR);
  });

  test('of two confirmations at once one wins; a confirmation and a withdrawal have one outcome', async () => {
    const [third = ''] = await tester.addPeople(1, ['admin:view', 'admin:edit']);
    const first = await proposed();
    const both = await Promise.all([decide(first.id, 'confirm'), decide(first.id, 'confirm', third)]);
    expect(sortedStatuses(both)).toEqual([200, 409]);
    const second = await proposed();
    const mixed = await Promise.all([decide(second.id, 'confirm'), decide(second.id, 'withdraw', ADMINISTRATOR)]);
    expect(sortedStatuses(mixed)).toEqual([200, 409]);
    for (const { id } of (await read()).rules) await removeRule(id);
  });

  test('a rule has one proposal at a time, and a removed one takes none', async () => {
    const id = await addRule(ruleOf([ONE], { classes: ['cargo'] }));
    const change = { kind: 'change_rule', id, rule: ruleOf([TWO], { classes: ['cargo'] }) } as const;
    const waiting = (await propose(change)).json<AuthorityProposal>();
    expect(await refusalOf(propose({ kind: 'remove_rule', id }))).toBe(`409 ${AUTHORITY_REFUSALS.waiting}`);
    expect((await read()).rules[0]?.people[0]?.id).toBe(ONE);
    await decide(waiting.id, 'confirm');
    const { rules } = await read();
    expect(rules.map((rule) => [rule.id, rule.people[0]?.id])).toEqual([[waiting.id, TWO]]);
    expect(await refusalOf(propose(change))).toBe(`409 ${AUTHORITY_REFUSALS.gone}`);
    expect((await propose({ kind: 'end_deputy', id: waiting.id })).status).toBe(404);
    await removeRule(waiting.id);
  });

  test('names only people who can vote, known partners, and amounts that make sense', async () => {
    const [gone = ''] = await tester.addPeople(1);
    await execute(server.database.config, `update person set deactivated_at = now() where id = '${gone}'`);
    const refused = (people: string[], more = {}) =>
      errorsOf(propose({ kind: 'add_rule', rule: ruleOf(people, more) }));
    expect(await refused(['nobody'])).toEqual([{ path: 'change.rule.people.0', message: 'There is no such person' }]);
    expect(await refused([gone])).toEqual([
      { path: 'change.rule.people.0', message: 'This person can no longer sign in' },
    ]);
    expect(await refused([UNDERWRITER])).toEqual([
      { path: 'change.rule.people.0', message: 'Choose somebody who may vote on reviews' },
    ]);
    expect(await refused([ONE, ONE])).toMatchObject([{ path: 'change.rule.people.1' }]);
    expect(await refused([ONE], { partners: [99] })).toMatchObject([{ path: 'change.rule.partners.0' }]);
    expect(await refused([ONE], { when: [above(1e308)] })).toMatchObject([{ path: 'change.rule.when.0.limit' }]);
    for (const people of [['a\0b'], ['x'.repeat(201)]]) expect(await refused(people)).toHaveLength(1);
    expect((await propose({ kind: 'add_rule', rule: ruleOf([ONE]) }, UNDERWRITER)).status).toBe(403);
    expect((await read()).proposals).toEqual([]);
  });

  test('there are 200 rules at most, those that wait included', async () => {
    await execute(
      server.database.config,
      `insert into authority_change (id, kind, body, proposed_by, proposed_at)
       select gen_random_uuid(), 'add_rule', '{"classes":["hull"],"partners":[],"when":[{"kind":"always"}],"people":["${ONE}"]}', '${ADMINISTRATOR}', now()
       from generate_series(1, 200)`,
    );
    expect(await refusalOf(propose({ kind: 'add_rule', rule: ruleOf([ONE]) }))).toBe(`409 ${AUTHORITY_REFUSALS.full}`);
    await execute(
      server.database.config,
      `set session_replication_role = replica; delete from authority_change where decided_at is null`,
    );
  });

  test('what was proposed or decided cannot be changed in the database', async () => {
    const id = await addRule(ruleOf([ONE], { classes: ['cargo'] }));
    for (const change of [`set body = '{}'`, `set reason = 'Other'`, `set proposed_by = '${TWO}'`])
      await expect(
        execute(server.database.config, `update authority_change ${change} where id = '${id}'`),
      ).rejects.toThrow('cannot change');
    await removeRule(id);
  });
});

describe('[R50] deputies', () => {
  const refused = (person: string, deputy: string, first_day = TODAY, last_day = TODAY) =>
    errorsOf(propose({ kind: 'add_deputy', deputy: { person, deputy, first_day, last_day } }));

  test('are chosen for 60 days at most, from today on, among those who may vote', async () => {
    expect(await refused(ONE, UNDERWRITER)).toEqual([
      { path: 'change.deputy.deputy', message: 'A deputy without review permission cannot be chosen' },
    ]);
    expect(await refused(ONE, ONE)).toMatchObject([{ path: 'change.deputy.deputy' }]);
    expect(await refused(ONE, TWO, '2026-11-17')).toMatchObject([{ path: 'change.deputy.first_day' }]);
    expect(await refused(ONE, TWO, TODAY, '2027-01-17')).toMatchObject([{ path: 'change.deputy.last_day' }]);
    expect(await refused('nobody', TWO)).toMatchObject([{ path: 'change.deputy.person' }]);
  });

  test('end by two people as well, and stay listed for a while', async () => {
    const id = await addDeputy(ONE, TWO, TODAY, '2026-11-30');
    expect((await read()).deputies).toMatchObject([{ id, person: { id: ONE }, deputy: { id: TWO }, ended_at: null }]);
    const { people } = await good<Answer<typeof authorityRoutes.getAccess>>(ADMINISTRATOR, 'GET', '/api/access');
    expect(people.find(({ person }) => person.id === TWO)?.authority).toEqual([
      'Demo Reviewer Two signs for Demo Reviewer One from 18 Nov 2026 until 30 Nov 2026.',
    ]);
    await endDeputy(id);
    expect((await read()).deputies).toMatchObject([{ id, ended_at: now.toISOString() }]);
    expect(await refusalOf(propose({ kind: 'end_deputy', id }))).toBe(`409 ${AUTHORITY_REFUSALS.gone}`);
  });

  test('a proposal that is confirmed after its last day is refused', async () => {
    const change = {
      kind: 'add_deputy',
      deputy: { person: ONE, deputy: TWO, first_day: TODAY, last_day: TODAY },
    } as const;
    const { id } = (await propose(change)).json<AuthorityProposal>();
    const before = now;
    now = new Date('2026-11-19T10:00:00.000Z');
    expect((await decide(id, 'confirm')).status).toBe(409);
    await decide(id, 'decline');
    now = new Date(Math.max(before.getTime(), now.getTime()));
  });
});

test('[R57] every class has an owner and a review day, changed by administrators and recorded', async () => {
  const { cob } = tester.bucket();
  const list = async () =>
    (await good<Answer<typeof authorityRoutes.listClassRecords>>(UNDERWRITER, 'GET', '/api/class-records')).items;
  const find = async () => (await list()).find((one) => one.cob === cob);
  expect(await find()).toMatchObject({ owner: null, next_review: null, is_overdue: false, revision: '0' });
  const change = (who: string, body: object, ifMatch: string) =>
    call(who, 'PUT', `/api/class-records/${cob}`, { ifMatch, body });
  const body = { owner: ONE, next_review: '2026-11-25' };
  expect((await change(UNDERWRITER, body, '0')).status).toBe(403);
  expect((await change(ADMINISTRATOR, { ...body, owner: 'nobody' }, '0')).status).toBe(400);
  expect((await change(ADMINISTRATOR, { ...body, next_review: '2020-01-01' }, '0')).status).toBe(400);
  expect((await change(ADMINISTRATOR, body, '0')).status).toBe(200);
  expect((await change(ADMINISTRATOR, body, '0')).status).toBe(412);
  expect(await auditRecords(server.database.db, { object: cob, action: 'class_record_changed' })).toHaveLength(1);
  const overdue = async (who: string) =>
    (await good<{ classes: { cob: string }[] }>(who, 'GET', '/api/me/work')).classes.map((one) => one.cob);
  expect(await overdue(ONE)).toEqual([]);
  now = new Date('2026-11-26T10:00:00.000Z');
  expect(await find()).toMatchObject({ owner: { id: ONE }, is_overdue: true, revision: '1' });
  expect([await overdue(ONE), await overdue(TWO), await overdue(ADMINISTRATOR)]).toEqual([[cob], [], [cob]]);
  const report = await good<{ record: object }>(ONE, 'GET', `/api/classes/${cob}/report?month=2026-11`);
  expect(report.record).toMatchObject({ owner: { id: ONE }, next_review: '2026-11-25', is_overdue: true });
});

test('[R58] who may do what is confirmed as it was read, recorded, and due again three months later', async () => {
  const access = () => good<Answer<typeof authorityRoutes.getAccess>>(ADMINISTRATOR, 'GET', '/api/access');
  const confirm = (hash: string, who: string = ADMINISTRATOR) =>
    call(who, 'POST', '/api/access/confirmations', { body: { hash, note: 'Read' } });
  const before = await access();
  expect([before.reviews, before.next]).toEqual([[], null]);
  await tester.addPeople(1);
  expect((await confirm(before.hash)).status).toBe(412);
  const { hash, people } = await access();
  expect((await confirm(hash, ONE)).status).toBe(403);
  now = new Date('2026-11-30T10:00:00.000Z');
  expect((await confirm(hash)).status).toBe(200);
  const after = await access();
  expect(after).toMatchObject({
    next: '2027-02-28',
    reviews: [{ people: people.length, note: 'Read', by: { id: ADMINISTRATOR } }],
  });
  expect(await auditRecords(server.database.db, { action: 'permissions_confirmed' })).toMatchObject([
    { detail: { hash, people: people.length } },
  ]);
});
