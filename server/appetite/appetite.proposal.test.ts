import { beforeAll, describe, expect, test } from 'vitest';
import type { ChangedAppetiteMatrix } from '#contract/admin.ts';
import type { WaitingProposal } from '#contract/appetite.ts';
import type { Bucket } from '#contract/bucket.ts';
import type { Notification } from '#contract/notification.ts';
import type { Evidence } from '#contract/evidence.ts';
import { useTestApp } from '#server/testing/app.ts';
import { appetiteTester, CONFIRMER, PROPOSER, type Who } from '#server/testing/appetites.ts';
import { refusalOf } from '#server/testing/calls.ts';
import { execute } from '#server/testing/execute.ts';

const server = useTestApp({
  environment: { WEBHOOK_URL: 'http://localhost:1/hook', WEBHOOK_SECRET: 'a'.repeat(32) },
});
const tester = appetiteTester(server);
const { call, good, records, set, waiting, read, decide, appetitesOf, lastRecord, addClass, addPerson, propose } =
  tester;

describe('[R40] one request', () => {
  test('lowers at once, proposes what it raises, and says how many of each', async () => {
    const { cob, raise } = await addClass();
    const [first, second, third] = raise(1.5);
    const answer = await set([first, { ...second, appetite: 0 }, { ...third, appetite: 1 }], 'Renewal');
    expect(answer.json<ChangedAppetiteMatrix>()).toMatchObject({ lowered: 1, raised: 1 });
    expect(await appetitesOf(cob)).toEqual([
      [1, 1.5],
      [0, undefined],
      [1, undefined],
    ]);
    expect(await lastRecord(`9112/${cob}`)).toEqual({
      action: 'bucket_appetite_changed',
      by: 'demo|administrator',
      detail: { was: 1, became: 0 },
    });
    expect(await lastRecord(`9101/${cob}`)).toMatchObject({
      action: 'bucket_appetite_proposed',
      detail: { was: 1, becomes: 1.5, reason: 'Renewal' },
    });
    expect(await records(`9120/${cob}`)).toEqual([]);
    expect((await waiting()).at(-1)).toMatchObject({
      by: { name: 'Demo Administrator' },
      reason: 'Renewal',
      buckets: 1,
      cob,
      partner: { number: 9101, name: 'Alder' },
      refusal: null,
      is_own: false,
    });
  });

  test('that adds buckets gives them any appetite, and only proposes to raise those that exist', async () => {
    const { cob, raise } = await addClass();
    const [first] = raise(2);
    const appetites = [
      { partner: 9101, appetite: first?.appetite, was: 1 },
      { partner: 9133, appetite: 9.99, was: null },
    ];
    const answer = await call('POST', '/api/admin/classes', { who: PROPOSER, body: { cob, appetites } });
    expect(answer.json()).toMatchObject({ lowered: 0, raised: 1 });
    expect((await appetitesOf(cob)).filter(([appetite]) => appetite !== 1)).toEqual([[9.99, undefined]]);
  });

  test('that repeats a proposal changes nothing; another value supersedes it', async () => {
    const { cob, raise } = await addClass();
    const id = await propose(raise(2));
    expect(await propose(raise(2))).toBe(id);
    expect(await records(`9101/${cob}`)).toHaveLength(1);
    const later = await propose(raise(3).slice(0, 1));
    expect(later).not.toBe(id);
    expect((await read(id)).buckets.map(({ closed }) => closed?.outcome)).toEqual(['superseded', undefined, undefined]);
    const supersedes = { proposal: id, proposed_by: 'demo|administrator', becomes: 2 };
    expect(await lastRecord(`9101/${cob}`)).toMatchObject({ detail: { becomes: 3, supersedes } });
  });

  test('that lowers a bucket supersedes what waits for it', async () => {
    const { cob, raise } = await addClass();
    const [first] = raise(2);
    const id = await propose([first]);
    await set([{ ...first, appetite: 0.5 }]);
    expect(await appetitesOf(cob)).toContainEqual([0.5, undefined]);
    expect(await refusalOf(decide(id, 'confirm', [first]))).toMatch(
      /^409 The raise of .*, 9101 Alder no longer waits: Demo Administrator changed the appetite\.$/,
    );
    expect(await appetitesOf(cob)).toContainEqual([0.5, undefined]);
  });
});

test('[R42] the database keeps a proposal as it is, closes it once, and never by its proposer', async () => {
  const { raise } = await addClass();
  const id = await propose(raise(2));
  const change = (what: string) =>
    execute(server.database.config, `update appetite_proposal set ${what} where proposal_id = '${id}'`);
  await expect(change('becomes = 9')).rejects.toThrow('cannot change');
  await expect(change(`outcome = 'confirmed', closed_by = proposed_by, closed_at = now()`)).rejects.toThrow(
    'appetite_proposal_second_person',
  );
  await decide(id, 'decline', raise(2));
  await expect(change('outcome = null, closed_by = null, closed_at = null')).rejects.toThrow('cannot change');
  await expect(execute(server.database.config, 'delete from appetite_proposal')).rejects.toThrow('cannot change');
});

describe('[R43]', () => {
  const unread = async (who: Who) =>
    (await good<{ items: Notification[] }>('GET', '/api/notifications', { who })).items.filter((one) => !one.read);
  beforeAll(() => execute(server.database.config, 'delete from notification'));

  test('whoever may confirm is told once, the proposer of the end, and the webhook of both', async () => {
    const { cob, raise } = await addClass();
    const unverified = await addPerson(['review:create', 'review:view'], { verified_at: null, verification: null });
    const id = await propose(raise(2), 'Renewal');
    expect(await unread(unverified)).toEqual([]);
    for (const who of ['reviewer.one', 'reviewer.two'])
      expect(await unread(who)).toMatchObject([
        { kind: 'bucket_appetite_proposed', proposal: { id, buckets: 3 }, text: 'Renewal' },
      ]);
    expect([await unread(PROPOSER), await unread('underwriter')]).toEqual([[], []]);
    await decide(id, 'decline', raise(2));
    expect([await unread('reviewer.one'), await unread('reviewer.two')]).toEqual([[], []]);
    expect(await unread(PROPOSER)).toMatchObject([
      { kind: 'bucket_appetite_declined', by: { name: 'Demo Reviewer One' }, proposal: { id, buckets: 3 } },
    ]);
    const { db } = server.database;
    const sent = await db.selectFrom('webhook_delivery').select('payload').orderBy('created_at').execute();
    const messages = sent.map(
      ({ payload }) => payload as { type: string; data: { bucket?: { cob: string; partner: { number: number } } } },
    );
    const own = messages.filter(({ data }) => data.bucket?.cob === cob).toSorted((a, b) => (a.type < b.type ? 1 : -1));
    expect(own.map(({ type }) => type).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'bucket_appetite_declined'),
      ...Array.from({ length: 3 }, () => 'bucket_appetite_proposed'),
    ]);
    const first = own.find(({ data }) => data.bucket?.partner.number === 9101);
    expect(first?.data).toMatchObject({
      bucket: { cob, partner: { number: 9101, name: 'Alder' } },
      by: { name: 'Demo Administrator' },
      appetite: { proposal: id, was: 1, becomes: 2, reason: 'Renewal' },
    });
  });

  test('the bucket shows what waits until it is decided, and the proposal to those who may see it', async () => {
    const { cob, raise } = await addClass();
    const [first] = raise(2);
    const id = await propose([first]);
    const raiseOf = async (who: Who, partner = first.partner) =>
      (await good<Bucket>('GET', `/api/buckets/${partner}/${cob}`, { who })).raise;
    const stranger = await addPerson(['bucket:view']);
    expect(await raiseOf(CONFIRMER)).toEqual({ becomes: 2, proposal: id });
    expect(await raiseOf(stranger)).toEqual({ becomes: 2, proposal: null });
    expect(await raiseOf(CONFIRMER, 9120)).toBeNull();
    await decide(id, 'confirm', [first]);
    expect(await raiseOf(CONFIRMER)).toBeNull();
  });

  test('the queue shows what waits, and the evidence both people of a raise', async () => {
    const { cob, raise } = await addClass();
    const id = await propose(raise(2));
    const queue = await good<{ appetites: WaitingProposal[] }>('GET', '/api/reviews', { who: CONFIRMER });
    expect(queue.appetites.find((one) => one.id === id)).toMatchObject({ buckets: 3, cob, partner: null });
    await decide(id, 'confirm', raise(2));
    await set([{ partner: 9101, cob, was: 2, appetite: 1.5 }]);
    const { appetite_changes } = await good<Evidence>('GET', `/api/buckets/9101/${cob}/versions/1/evidence`, {
      who: CONFIRMER,
    });
    expect(appetite_changes).toMatchObject([
      { was: 1, became: 2, proposed_by: { name: 'Demo Administrator' }, by: { name: 'Demo Reviewer One' } },
      { was: 2, became: 1.5, proposed_by: null, by: { name: 'Demo Administrator' } },
    ]);
  });
});
