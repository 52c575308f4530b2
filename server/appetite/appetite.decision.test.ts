import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { AppetiteProposal } from '#contract/appetite.ts';
import type { Notification } from '#contract/notification.ts';
import { useTestApp } from '#server/testing/app.ts';
import { appetiteTester, PROPOSER } from '#server/testing/appetites.ts';
import { refusalOf, sortedStatuses } from '#server/testing/calls.ts';
import { execute } from '#server/testing/execute.ts';
import { runBehindLock } from '#server/testing/locks.ts';
import { peopleTester } from '#server/testing/people.ts';

let now = new Date('2026-11-15T10:58:00.000Z');
const server = useTestApp({ now: () => now, environment: { SIGN_IN: 'password' } });
const tester = appetiteTester(server);
const people = peopleTester(server);
const { good, records, lastRefusal, waiting, read, decide, appetitesOf, lastRecord, addClass, addPerson, propose } =
  tester;

describe('[R41] a second person', () => {
  test('confirms all of them; the record names both, and a checkpoint is signed', async () => {
    const { cob, raise } = await addClass();
    const id = await propose(raise(2));
    const { db } = server.database;
    const count = async () => (await db.selectFrom('audit_checkpoint').select('seq').execute()).length;
    const before = await count();
    const answer = await decide(id, 'confirm', raise(2));
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json<AppetiteProposal>().buckets.map(({ closed }) => closed?.by.name)).toEqual(
      Array.from({ length: 3 }, () => 'Demo Reviewer One'),
    );
    expect(await appetitesOf(cob)).toEqual(Array.from({ length: 3 }, () => [2, undefined]));
    expect(await lastRecord(`9101/${cob}`)).toEqual({
      action: 'bucket_appetite_changed',
      by: 'demo|reviewer.one',
      detail: { was: 1, became: 2, proposal: id, proposed_by: 'demo|administrator' },
    });
    expect(await count()).toBe(before + 1);
    expect((await waiting()).map((one) => one.id)).not.toContain(id);
    const history = await good<{ items: object[] }>('GET', `/api/admin/appetites/9101/${cob}/history`, {
      who: PROPOSER,
    });
    expect(history.items[0]).toMatchObject({
      was: 1,
      became: 2,
      by: { name: 'Demo Reviewer One' },
      proposed_by: { name: 'Demo Administrator' },
    });
  });

  test('decides about them one by one as well, all of the named ones or none', async () => {
    const { cob, raise } = await addClass();
    const [first, second, third] = raise(2);
    const id = await propose(raise(2));
    expect((await decide(id, 'confirm', [first])).statusCode).toBe(200);
    const half = await decide(id, 'confirm', [first, second]);
    expect(half.statusCode).toBe(409);
    expect((await appetitesOf(cob))[1]).toEqual([1, 2]);
    expect((await decide(id, 'decline', [second])).statusCode).toBe(200);
    expect(await lastRecord(`9112/${cob}`)).toMatchObject({
      action: 'bucket_appetite_declined',
      by: 'demo|reviewer.one',
      detail: { proposal: id, was: 1, becomes: 2, reason: 'As agreed', proposed_by: 'demo|administrator' },
    });
    expect((await decide(id, 'withdraw', [third], PROPOSER)).statusCode).toBe(200);
    expect(await appetitesOf(cob)).toEqual([
      [2, undefined],
      [1, undefined],
      [1, undefined],
    ]);
    expect((await read(id)).buckets.map(({ closed }) => closed?.outcome)).toEqual([
      'confirmed',
      'declined',
      'withdrawn',
    ]);
  });

  test('is asked, and so are all others who could decide, until nothing of the proposal waits', async () => {
    const { raise } = await addClass();
    const [first, ...others] = raise(2);
    const id = await propose(raise(2));
    const areRead = () =>
      Promise.all(
        ['reviewer.one', 'reviewer.two'].map(async (who) => {
          const { items } = await good<{ items: Notification[] }>('GET', '/api/notifications', { who });
          const notices = items.filter(
            ({ kind, proposal }) => kind === 'bucket_appetite_proposed' && proposal?.id === id,
          );
          return notices.map((one) => one.read);
        }),
      );
    expect((await decide(id, 'confirm', [first])).statusCode).toBe(200);
    expect(await areRead()).toEqual([[false], [false]]);
    expect((await decide(id, 'decline', others)).statusCode).toBe(200);
    expect(await areRead()).toEqual([[true], [true]]);
  });

  test('with edit on admin and no right to vote confirms too', async () => {
    const { raise } = await addClass();
    const who = await addPerson(['admin:view', 'admin:edit']);
    const id = await propose(raise(2));
    expect((await decide(id, 'confirm', raise(2), who)).statusCode).toBe(200);
  });

  test('is not the proposer, who can only withdraw; nobody else withdraws', async () => {
    const { cob, raise } = await addClass();
    const id = await propose(raise(2));
    const own = '403 You proposed this. A second person decides about it.';
    for (const decision of ['confirm', 'decline'])
      expect(await refusalOf(decide(id, decision, raise(2), PROPOSER))).toBe(own);
    expect(await lastRefusal(`9101/${cob}`)).toBe('bucket_appetite_declined: not-allowed');
    expect(await refusalOf(decide(id, 'withdraw', raise(2)))).toBe(
      '403 Only the person who proposed this can withdraw it.',
    );
    expect((await waiting(PROPOSER)).find((one) => one.id === id)).toMatchObject({
      is_own: true,
      refusal: own.slice(4),
    });
  });

  test('needs edit on admin or create on review, still in the directory when they decide', async () => {
    const { cob, raise } = await addClass();
    const id = await propose(raise(2));
    const needs = '403 This needs edit on admin or create on review.';
    const viewer = await addPerson(['admin:view', 'review:view']);
    expect(await refusalOf(decide(id, 'confirm', raise(2), viewer))).toBe(needs);
    const stranger = await addPerson(['bucket:edit']);
    expect((await decide(id, 'confirm', raise(2), stranger)).statusCode).toBe(404);
    expect(await waiting(stranger)).toEqual([]);
    const former = await addPerson(['review:create', 'review:view']);
    await execute(server.database.config, `update person set permissions = '{review:view}' where id = '${former.id}'`);
    expect(await refusalOf(decide(id, 'confirm', raise(2), former))).toBe(needs);
    expect(await appetitesOf(cob)).toEqual(Array.from({ length: 3 }, () => [1, 2]));
  });

  test('still has the right when their confirmation is committed, also if it is taken while that waits', async () => {
    const { cob, raise } = await addClass();
    const id = await propose(raise(2));
    const who = await addPerson(['review:create', 'review:view']);
    const taken = sql`update person set permissions = '{review:view}' where id = ${who.id}`;
    const answer = runBehindLock(server.database.db, taken, () => decide(id, 'confirm', raise(2), who));
    expect(await refusalOf(answer)).toBe('403 This needs edit on admin or create on review.');
    expect(await appetitesOf(cob)).toEqual(Array.from({ length: 3 }, () => [1, 2]));
  });

  test('is verified', async () => {
    const { raise } = await addClass();
    const id = await propose(raise(2));
    const who = await addPerson(['review:create'], { verified_at: null, verification: null });
    expect(await refusalOf(decide(id, 'confirm', raise(2), who))).toMatch(/^403 Your identity is not verified/);
  });

  test('did not get the right or a sign-in link from the proposer since', async () => {
    const { raise } = await addClass();
    const [sees, reviews] = [
      ['bucket:view', 'dials:view', 'review:view'],
      ['bucket:view', 'dials:view', 'review:view', 'review:create'],
    ];
    const decides = ['admin:view', 'admin:edit'];
    const helper = await addPerson(sees);
    const linked = await addPerson(reviews);
    const before = await addPerson(reviews);
    const id = await propose(raise(2));
    now = new Date(now.getTime() + 60_000);
    const grant = async ({ id: personId }: typeof helper, permissions: readonly string[]) => {
      const { revision } = await people.get(personId);
      const answer = await people.grant(personId, revision, permissions);
      expect(answer.statusCode, answer.body).toBe(200);
    };
    await grant(helper, [...sees, ...decides]);
    // A further right changes nothing for somebody who could decide before.
    await grant(before, [...reviews, ...decides]);
    await people.invite(await people.get(linked.id));
    const granted = { id: helper.id, permissions: [...sees, ...decides] };
    expect(await refusalOf(decide(id, 'confirm', raise(2), granted))).toBe(
      '403 Demo Administrator gave you the right to decide after this was proposed, and proposed it. Someone else decides about it.',
    );
    expect(await refusalOf(decide(id, 'confirm', raise(2), linked))).toMatch(
      /^403 Demo Administrator made your sign-in link/,
    );
    expect((await decide(id, 'confirm', raise(2), before)).statusCode).toBe(200);
  });

  test('is one: of several at once one confirms, and the others hear who did', async () => {
    const { cob, raise } = await addClass();
    const id = await propose(raise(2));
    const who = ['reviewer.one', 'reviewer.two', 'reviewer.one', 'reviewer.two'];
    const answers = await Promise.all(who.map((one) => decide(id, 'confirm', raise(2), one)));
    expect(sortedStatuses(answers)).toEqual([200, 409, 409, 409]);
    const changed = (await records(`9101/${cob}`)).filter(({ action }) => action === 'bucket_appetite_changed');
    expect(changed).toHaveLength(1);
  });

  test('confirms exactly the appetite it was proposed from', async () => {
    const { cob, raise } = await addClass();
    const [first] = raise(2);
    const id = await propose([first]);
    await execute(server.database.config, `update bucket set appetite = 0.25 where cob = '${cob}'`);
    const answer = await decide(id, 'confirm', [first]);
    expect(answer.statusCode).toBe(412);
    expect(await refusalOf(answer)).toMatch(/ is 0\.25 now\. The raise was proposed from 1\.00\.$/);
    expect(await lastRefusal(`9101/${cob}`)).toBe('bucket_appetite_changed: stale');
  });
});
