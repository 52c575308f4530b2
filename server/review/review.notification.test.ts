import { expect, test } from 'vitest';
import type { Notification } from '#contract/notification.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { createTestApp, useTestApp } from '#server/testing/app.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { callsBy } from '#server/testing/calls.ts';
import { dialTester } from '#server/testing/dials.ts';
import { REVIEWERS, reviewTester, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { listen } from '#server/db/listen.ts';

let clock = Date.parse('2026-11-15T09:00:00.000Z');
const now = () => new Date((clock += 1000));
// Nothing listens on this port, so messages stay in the table.
const environment = { WEBHOOK_URL: 'http://localhost:9/in', WEBHOOK_SECRET: 'a secret of the tests' };
const server = useTestApp({ now, environment });
const tester = useReviews(server);
const { good, get, vote, submitted, cancel, comment, bucket, entries } = tester;
const [one, two, administrator] = REVIEWERS;
const SECOND_UNDERWRITER = 'demo|underwriter.two';
type Listed = { items: Notification[]; next: string | null; unread: number };
const list = (who: string, query = '') => good<Listed>(who, 'GET', `/api/notifications${query}`);
const notificationsFor = async (who: string, { partner, cob }: BucketAddress) =>
  (await list(who, '?limit=200')).items
    .filter((item) => item.bucket?.cob === cob && item.bucket.partner.number === partner)
    .map(({ kind, by }) => `${kind} by ${by?.id}`)
    .toReversed();
const sent = async ({ partner, cob }: BucketAddress) => {
  const all = await server.database.db.selectFrom('webhook_delivery').selectAll().orderBy('created_at').execute();
  return all.filter(({ payload }) => JSON.stringify(payload['data']).match(`/${partner}/bucket/${cob}["/]`));
};

test('[R15] a submit notifies everyone who may vote, a vote its authors, and the outcome all of them', async () => {
  const at = bucket();
  const hash = await submitted(at, entries());
  await vote(one, at, hash, 'reject', 'Hm');
  await vote(two, at, hash, 'approve');
  await vote(administrator, at, hash, 'approve');
  expect(await notificationsFor(UNDERWRITER, at)).toEqual([
    `bucket_voted by ${one}`,
    `bucket_voted by ${two}`,
    `bucket_activated by ${administrator}`,
  ]);
  for (const voter of [one, two])
    expect(await notificationsFor(voter, at)).toEqual([
      `bucket_submitted by ${UNDERWRITER}`,
      `bucket_activated by ${administrator}`,
    ]);
  expect(await notificationsFor(administrator, at)).toEqual([`bucket_submitted by ${UNDERWRITER}`]);
  expect(await notificationsFor('demo|viewer', at)).toEqual([]);
});

test('[R15] a sent-back or cancelled review notifies everyone involved except whoever did it', async () => {
  const at = bucket();
  const first = await submitted(at, entries(), administrator);
  await vote(one, at, first, 'approve');
  await cancel(SECOND_UNDERWRITER, at, (await get(at)).revision);
  expect(await notificationsFor(administrator, at)).toEqual([
    `bucket_voted by ${one}`,
    `bucket_reviews_cancelled by ${SECOND_UNDERWRITER}`,
  ]);
  expect(await notificationsFor(one, at)).toEqual([
    `bucket_submitted by ${administrator}`,
    `bucket_reviews_cancelled by ${SECOND_UNDERWRITER}`,
  ]);
  // Reviewer Two was invited, but did nothing.
  expect(await notificationsFor(two, at)).toEqual([`bucket_submitted by ${administrator}`]);
  expect(await notificationsFor(SECOND_UNDERWRITER, at)).toEqual([]);

  const other = bucket();
  const hash = await submitted(other, entries());
  await vote(one, other, hash, 'reject', 'No');
  await vote(two, other, hash, 'reject', 'No');
  expect((await notificationsFor(UNDERWRITER, other)).at(-1)).toBe(`bucket_sent_back by ${two}`);
  expect((await notificationsFor(one, other)).at(-1)).toBe(`bucket_sent_back by ${two}`);
  expect((await notificationsFor(two, other)).at(-1)).toBe(`bucket_submitted by ${UNDERWRITER}`);
});

test('[R15] a person pages through their notifications, newest first, and marks them as read up to a time', async () => {
  const all = await list(one, '?limit=200');
  expect(all.unread).toBe(all.items.filter(({ read }) => !read).length);
  expect(all.items.map(({ at }) => at)).toEqual(
    all.items
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  const first = await list(one, '?limit=2');
  const second = await list(one, `?limit=2&cursor=${first.next}`);
  expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 4));

  const before = (await list(two)).unread;
  const seen = all.items[1]?.at;
  expect(await good(one, 'PUT', '/api/notifications/read', { body: { up_to: seen } })).toEqual({ unread: 1 });
  const after = await list(one, '?limit=200');
  expect(after.items.map(({ read }) => read)).toEqual(all.items.map((_, index) => index > 0));
  expect((await list(two)).unread).toBe(before);
});

test('[R15] an author who may not see reviews learns that there was a vote or a comment, and nothing of what it says', async () => {
  const at = bucket();
  const [author = ''] = await tester.addPeople(1, ['bucket:view', 'bucket:edit', 'dials:view']);
  const { revision } = await get(at);
  const saved = (await tester.save(author, at, revision, entries())).json<{ revision: string }>();
  expect((await tester.submit(author, at, saved.revision)).status).toBe(200);
  const { round } = await tester.review(at);
  expect((await vote(one, at, round?.hash ?? '', 'reject', 'Far too wide')).status).toBe(200);
  expect((await comment(two, at, { text: 'Far too cheap' })).status).toBe(200);
  const shown = (await list(author)).items.map(({ kind, choice, text }) => ({ kind, choice, text }));
  expect(shown).toEqual([
    { kind: 'bucket_commented', choice: null, text: '' },
    { kind: 'bucket_voted', choice: null, text: '' },
  ]);
  // The same with the right.
  const read = { id: author, permissions: ['bucket:view', 'review:view'] };
  const { items } = await callsBy(read, server).good<Listed>('GET', '/api/notifications');
  expect(items.map(({ choice, text }) => [choice, text])).toEqual([
    [null, 'Far too cheap'],
    ['reject', 'Far too wide'],
  ]);
});

test('[R15] a refused or repeated vote notifies nobody', async () => {
  const at = bucket();
  const hash = await submitted(at, entries());
  await vote(one, at, hash, 'approve');
  await vote(one, at, hash, 'approve');
  await vote(two, at, 'b'.repeat(64), 'approve');
  await vote(UNDERWRITER, at, hash, 'approve');
  expect(await notificationsFor(UNDERWRITER, at)).toEqual([`bucket_voted by ${one}`]);
  expect((await sent(at)).map(({ kind }) => kind)).toEqual(['bucket_submitted', 'bucket_voted']);
});

test('[R16] each change queues a webhook message that describes it', async () => {
  const at = bucket();
  const hash = await submitted(at, entries());
  await vote(one, at, hash, 'approve');
  await vote(two, at, hash, 'approve');
  const messages = await sent(at);
  expect(messages.map(({ kind }) => kind).toSorted()).toEqual([
    'bucket_activated',
    'bucket_submitted',
    'bucket_voted',
    'bucket_voted',
  ]);
  const activated = messages.find(({ kind }) => kind === 'bucket_activated');
  expect(activated?.payload).toMatchObject({
    type: 'bucket_activated',
    timestamp: activated?.created_at.toISOString(),
    data: {
      url: `http://localhost:3000/syndicate/${at.partner}/bucket/${at.cob}`,
      bucket: { cob: at.cob, partner: { number: at.partner } },
      by: { id: two, name: 'Demo Reviewer Two' },
      review: { round: 1, description: 'Because', outcome: 'approved', content_hash: hash },
    },
  });
  expect(messages.find(({ kind }) => kind === 'bucket_voted')?.payload).toMatchObject({
    data: { choice: 'approve' },
  });
});

test('[R16] without a webhook URL nothing is queued', async () => {
  const quiet = await createTestApp({ now });
  const quietly = reviewTester(quiet);
  const [at] = await quietly.addBuckets(1, ['cargo']);
  const own = await dialTester(quiet).published();
  await quietly.submitted(at as BucketAddress, [entryOf(own)]);
  expect(await quiet.database.db.selectFrom('webhook_delivery').selectAll().execute()).toEqual([]);
  expect(await quiet.database.db.selectFrom('notification').selectAll().execute()).toHaveLength(3);
  await quiet.close();
});

test('[R20] live streams deliver votes, comments and outcomes with the new revision', async () => {
  const at = bucket();
  const received: Record<string, unknown>[] = [];
  let enough: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (enough = resolve));
  const listener = listen(server.database.config, {
    subscriptions: [
      {
        channel: 'lineslip_bucket',
        onMessage: (message) => {
          received.push(JSON.parse(message) as Record<string, unknown>);
          if (received.length === 8) enough();
        },
        onConnected: () => undefined,
      },
    ],
    onLost: () => undefined,
  });
  await listener.started;
  const hash = await submitted(at, entries());
  const { revision } = await get(at);
  await comment(one, at, { text: 'Hm' });
  await vote(one, at, hash, 'approve');
  await vote(two, at, hash, 'reject');
  await vote(administrator, at, hash, 'reject', 'No');
  const other = bucket();
  await submitted(other, entries());
  await done;
  await listener.close();
  expect(received.slice(0, 8).map(({ kind }) => kind)).toEqual(
    'draft_saved submitted commented voted voted voted sent_back draft_saved'
      .split(' ')
      .map((name) => `bucket_${name}`),
  );
  const of = (kind: string) => received.filter((event) => event['kind'] === kind);
  expect(of('bucket_commented')).toMatchObject([{ ...at, revision, by: { id: one } }]);
  expect(of('bucket_voted').slice(0, 2)).toMatchObject([{ revision }, { revision }]);
  expect(of('bucket_sent_back')).toMatchObject([{ revision: (await get(at)).revision, by: { id: administrator } }]);
});

test('[R15] a deciding vote notifies once, and an own vote marks its request as read', async () => {
  const at = bucket();
  const hash = await submitted(at, entries());
  const isRead = async (who: string) =>
    (await list(who, '?limit=200')).items.find(
      ({ kind, bucket }) =>
        kind === 'bucket_submitted' && bucket?.partner.number === at.partner && bucket.cob === at.cob,
    )?.read;
  expect(await isRead(one)).toBe(false);
  await vote(one, at, hash, 'approve');
  expect([await isRead(one), await isRead(two)]).toEqual([true, false]);
  await vote(two, at, hash, 'approve');
  expect(await notificationsFor(UNDERWRITER, at)).toEqual([`bucket_voted by ${one}`, `bucket_activated by ${two}`]);
});

test('[R15] comments within ten minutes are one notification with their number, until it is read', async () => {
  const at = bucket();
  await submitted(at, entries());
  const commented = async () =>
    (await list(UNDERWRITER, '?limit=200')).items
      .filter(
        ({ kind, bucket }) =>
          kind === 'bucket_commented' && bucket?.partner.number === at.partner && bucket.cob === at.cob,
      )
      .map(({ comments, text, by }) => [comments, text, by?.id]);
  await comment(one, at, { text: 'First' });
  await comment(two, at, { text: 'Second' });
  await comment(one, at, { text: 'Third' });
  expect(await commented()).toEqual([[3, 'Third', one]]);
  await good(UNDERWRITER, 'PUT', '/api/notifications/read', { body: { up_to: now().toISOString() } });
  await comment(two, at, { text: 'Fourth' });
  expect(await commented()).toEqual([
    [1, 'Fourth', two],
    [3, 'Third', one],
  ]);
});
