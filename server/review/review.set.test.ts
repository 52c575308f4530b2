import { expect, test } from 'vitest';
import type { Notification } from '#contract/notification.ts';
import type { ProblemDocument } from '#contract/problem.ts';
import type { PendingReview, Review } from '#contract/review.ts';
import { type BucketAddress, bucketId } from '#domain/event/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { auditRecords } from '#server/testing/records.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import type { Evidence } from '#server/review/review.evidence.ts';

let clock = Date.parse('2026-11-15T09:00:00.000Z');
let statements = 0;
const server = useTestApp({
  now: () => new Date((clock += 1000)),
  plugin: {
    transformQuery: ({ node }) => ((statements += 1), node),
    transformResult: async ({ result }) => result,
  },
});
const tester = useReviews(server, 150);
const { good, call, get, review, vote, voteOnAll, voteOnSet, readSet, change, save, submitted, cancel } = tester;
const { bucket, entries, dials, published } = tester;
const [one, two, administrator] = REVIEWERS;
type Saved = { set: string | null; buckets: (BucketAddress & { revision: string })[] };
type Edit = Record<string, unknown>;

const some = (count: number): BucketAddress[] => Array.from({ length: count }, bucket);
const add = (place: number, at: Edit = { at: 'end' }): Edit => ({
  kind: 'add',
  dial_id: dials[place]?.id,
  version: 1,
  place: at,
});

/** Submits together; returns the set's id. */
async function together(addresses: readonly BucketAddress[], edits = [add(0)], who = UNDERWRITER): Promise<string> {
  const answer = await change(who, addresses, edits, 'One for all');
  expect([answer.status, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json<Saved>().set ?? '';
}

const statusesOf = (addresses: readonly BucketAddress[]) =>
  Promise.all(addresses.map(async (address) => (await get(address)).status));

test('Several buckets are changed and submitted together, and each goes live by its own two approvals', async () => {
  const at = some(3);
  const [first, , last] = at as [BucketAddress, BucketAddress, BucketAddress];
  const id = await together(at);
  const set = await readSet(id);
  expect(set).toMatchObject({
    title: 'One, v1',
    description: 'One for all',
    submitted_by: { id: UNDERWRITER },
    dial: { id: dials[0]?.id, version: 1 },
  });
  expect(
    set.buckets.map(({ difference, mine, abilities }) => [difference?.counts.added, mine, abilities.vote]),
  ).toEqual([1, 1, 1].map((added) => [added, null, true]));
  expect((await voteOnSet(one, id, 'approve')).status).toBe(200);
  expect((await voteOnSet(two, id, 'approve', at.slice(0, 2))).status).toBe(200);
  expect(await statusesOf(at)).toEqual(['active', 'active', 'pending_review']);
  expect((await get(first)).live.entries).toEqual(entries(0));
  const { round } = await review(last);
  expect((await vote(two, last, round?.hash ?? '', 'approve')).status).toBe(200);
  expect(await statusesOf(at)).toEqual(['active', 'active', 'active']);
  const evidence = await good<Evidence>(one, 'GET', `${tester.urlOf(last)}/versions/2/evidence`);
  expect(evidence.rounds).toMatchObject([
    { set: { id, title: 'One, v1', others: at.slice(0, 2).map((address) => ({ ...address, outcome: 'approved' })) } },
  ]);
  expect(evidence.agreement.verdict).toBe('agrees');
});

test('A bucket of a set says which of the dials that others change it holds, and only those', async () => {
  const [holder, other, third] = some(3) as [BucketAddress, BucketAddress, BucketAddress];
  const begun = await together([holder, other]);
  for (const person of [one, two]) expect((await voteOnSet(person, begun, 'approve')).status).toBe(200);
  const remove = { kind: 'remove', dial_id: dials[0]?.id };
  const buckets = await Promise.all(
    [holder, other, third].map(async (at) => ({
      ...at,
      revision: (await get(at)).revision,
      edits: at === other ? [remove] : [add(1)],
    })),
  );
  const body = { buckets, submit: { description: 'All but one' } };
  const { set: id } = await good<Saved>(UNDERWRITER, 'PUT', '/api/bucket-drafts', { body });
  const set = await readSet(id ?? '');
  const held = [{ dial_id: dials[0]?.id, version: 1 }];
  expect(set.buckets.map(({ difference }) => difference?.unchanged)).toEqual([held, [], []]);
});

test('A set is one row in the queue and one notification, with its number of buckets', async () => {
  const total = async () => (await good<{ total: number }>(one, 'GET', '/api/reviews')).total;
  const before = await total();
  const at = some(3);
  const id = await together(at);
  expect(await total()).toBe(before + 1);
  await voteOnSet(one, id, 'approve', at.slice(0, 1));
  const { items } = await good<{ items: PendingReview[] }>(one, 'GET', '/api/reviews?limit=200');
  const rows = items.filter(({ set }) => set?.id === id);
  expect(rows).toMatchObject([
    { approvals: 1, rejections: 0, required: 6, set: { id, title: 'One, v1', buckets: 3, mine: 1 } },
  ]);
  const received = await good<{ items: Notification[] }>(one, 'GET', '/api/notifications?limit=200');
  expect(received.items.filter(({ set }) => set?.id === id)).toMatchObject([
    { kind: 'bucket_submitted', set: { id, title: 'One, v1', buckets: 3 } },
  ]);
  await voteOnSet(two, id, 'approve');
  await voteOnSet(one, id, 'approve', at.slice(1));
  const own = await good<{ items: Notification[] }>(UNDERWRITER, 'GET', '/api/notifications?limit=200');
  const kinds = own.items.filter(({ set }) => set?.id === id).map(({ kind, by, set }) => [kind, by?.id, set?.buckets]);
  expect(kinds.toReversed()).toEqual([
    ['bucket_voted', one, 1],
    ['bucket_activated', two, 1],
    ['bucket_voted', two, 2],
    ['bucket_activated', one, 2],
  ]);
});

test('A bucket that changed meanwhile stops the whole change; only that bucket is named, with who and when', async () => {
  const at = some(3);
  const [first, second] = at as [BucketAddress, BucketAddress];
  const buckets = await Promise.all(
    at.map(async (address) => ({ ...address, revision: (await get(address)).revision, edits: [add(0)] })),
  );
  await save(administrator, second, (await get(second)).revision, entries(1));
  const answer = await call(UNDERWRITER, 'PUT', '/api/bucket-drafts', {
    body: { buckets, submit: { description: 'Together' } },
  });
  expect(answer.json<ProblemDocument>()).toMatchObject({
    status: 412,
    detail: '1 of 3 buckets cannot take this change. Nothing was changed.',
    refused: [{ ...second, detail: 'Demo Administrator saved this draft.', changed: { at: expect.any(String) } }],
  });
  expect(await statusesOf(at)).toEqual(['active', 'draft', 'active']);
  expect((await get(second)).draft?.entries).toEqual(entries(1));
  const refusals = async (address: BucketAddress) =>
    (await auditRecords(server.database.db, { object: bucketId(address) })).filter(({ action }) =>
      action.endsWith('_refused'),
    );
  expect(await refusals(second)).toMatchObject([
    { detail: { attempt: 'bucket_submitted', because: 'stale', message: 'Demo Administrator saved this draft.' } },
  ]);
  expect(await refusals(first)).toEqual([]);
});

test('Every bucket that cannot take the change says why, and none is changed', async () => {
  const at = some(3);
  const [free, holds, pending] = at as [BucketAddress, BucketAddress, BucketAddress];
  await submitted(pending, entries(1));
  await save(UNDERWRITER, holds, (await get(holds)).revision, entries(0));
  const answer = await change(UNDERWRITER, at, [add(0)]);
  expect(answer.json<ProblemDocument>()).toMatchObject({
    status: 409,
    refused: [
      { ...holds, detail: 'This dial is in the bucket already.' },
      { ...pending, detail: expect.stringContaining('is in review') },
    ],
  });
  expect((await get(free)).draft).toBeNull();
});

test('A conflict between an override and the new version must be resolved', async () => {
  const dial = await published({ name: 'Moves', values: { max_line: 100 } });
  const at = bucket();
  await submitted(at, [entryOf(dial, { max_line: 150 })]);
  const { round } = await review(at);
  for (const who of [one, two]) await vote(who, at, round?.hash ?? '', 'approve');
  const started = await good<{ revision: string }>(UNDERWRITER, 'POST', `/api/dials/${dial.id}/draft`);
  const data = { ...dial.data, values: { max_line: 200 }, reason: 'Higher' };
  const draft = await good<{ revision: string }>(UNDERWRITER, 'PUT', `/api/dials/${dial.id}/draft`, {
    ifMatch: started.revision,
    body: data,
  });
  await good(UNDERWRITER, 'POST', `/api/dials/${dial.id}/draft/publish`, { ifMatch: draft.revision });
  const update = (answers: object) => ({ kind: 'update', dial_id: dial.id, version: 2, answers });
  const { status, detail } = (await change(UNDERWRITER, [at], [update({})])).json<ProblemDocument>();
  expect([status, detail]).toEqual([409, expect.stringContaining('Choose which one holds')]);
  expect((await change(UNDERWRITER, [at], [update({ max_line: 'dial' })])).status).toBe(200);
  expect((await get(at)).draft?.entries).toEqual([{ dial_id: dial.id, version: 2, overrides: {} }]);
});

test('A vote on a set is all or nothing: a bucket that left it, or other content, stops it', async () => {
  const at = some(3);
  const last = at[2] as BucketAddress;
  const id = await together(at);
  const { buckets } = await readSet(id);
  await cancel(UNDERWRITER, last, (await get(last)).revision);
  const seen = buckets.map(({ partner, cob, round }) => ({ partner: partner.number, cob, hash: round.hash }));
  const answer = await voteOnAll(one, seen, 'approve', { set: id });
  expect(answer.json<ProblemDocument>()).toMatchObject({ status: 409, refused: [last] });
  expect((await voteOnSet(one, id, 'approve', at.slice(0, 2), 'f'.repeat(64))).status).toBe(412);
  expect((await readSet(id)).buckets.map(({ round, mine }) => [round.outcome, mine])).toEqual([
    [null, null],
    [null, null],
    ['cancelled', null],
  ]);
  await submitted(last, entries(1));
  const { status, detail } = (await voteOnSet(one, id, 'approve', [last])).json<ProblemDocument>();
  expect([status, detail]).toEqual([409, expect.stringContaining('no longer in this set')]);
});

test('Authors cannot vote on a set, a rejection sends back its buckets, and a comment is added to each bucket', async () => {
  const at = some(2);
  const id = await together(at);
  expect((await voteOnSet(administrator, id, 'approve', [])).status).toBe(400);
  const own = await readSet(id, UNDERWRITER);
  expect(own.buckets.every(({ refusal }) => refusal?.startsWith('You edited or submitted'))).toBe(true);
  const body = { text: 'Why now?', set: id, buckets: at };
  const commented = await good<{ buckets: Review[] }>(one, 'POST', '/api/reviews/comments', { body });
  expect(commented.buckets.map(({ round }) => round?.comments.map(({ text }) => text))).toEqual([
    ['Why now?'],
    ['Why now?'],
  ]);
  await voteOnSet(one, id, 'reject', at.slice(0, 1));
  await voteOnSet(two, id, 'reject');
  expect(await statusesOf(at)).toEqual(['draft', 'pending_review']);
});

test('Changing someone else’s draft notifies its authors, and they stay authors', async () => {
  const at = bucket();
  const other = bucket();
  await save(administrator, at, (await get(at)).revision, entries(1));
  const id = await together([at, other]);
  expect((await get(at)).draft?.entries).toEqual(entries(1, 0));
  const { items } = await good<{ items: Notification[] }>(administrator, 'GET', '/api/notifications?limit=200');
  expect(items.filter(({ kind }) => kind === 'bucket_draft_joined')).toMatchObject([
    { by: { id: UNDERWRITER }, bucket: { cob: at.cob, partner: { number: at.partner } } },
  ]);
  const whole = await voteOnSet(administrator, id, 'approve');
  expect(whole.json<ProblemDocument>()).toMatchObject({ status: 403, refused: [at] });
  const { items: waiting } = await good<{ items: PendingReview[] }>(administrator, 'GET', '/api/reviews?limit=200');
  expect(waiting.filter(({ set }) => set?.id === id)).toMatchObject([{ barred: null, cob: other.cob }]);
  expect((await voteOnSet(administrator, id, 'approve', [other])).status).toBe(200);
});

test('A set takes as many statements for thirty buckets as for three', async () => {
  const lifeOf = async (count: number): Promise<number[]> => {
    const at = some(count);
    const revisions = await Promise.all(at.map(async (address) => (await get(address)).revision));
    const buckets = at.map((address, index) => ({ ...address, revision: revisions[index], edits: [add(0)] }));
    const counts: number[] = [];
    const counted = async <T>(work: Promise<T>): Promise<T> => {
      const before = statements;
      const done = await work;
      counts.push(statements - before);
      return done;
    };
    await counted(good(UNDERWRITER, 'PUT', '/api/bucket-drafts', { body: { buckets } }));
    const set = await together(at, [add(1)]);
    const { buckets: seen } = await counted(readSet(set));
    const votes = seen.map(({ partner, cob, round }) => ({ partner: partner.number, cob, hash: round.hash }));
    for (const who of [one, two]) expect((await counted(voteOnAll(who, votes, 'approve', { set }))).status).toBe(200);
    return counts;
  };
  const few = await lifeOf(3);
  expect(await lifeOf(30)).toEqual(few);
});

test('Invalid input is refused with its field', async () => {
  const at = bucket();
  const { revision } = await get(at);
  const request = { ...at, revision, edits: [] };
  const send = (body: object) => call(UNDERWRITER, 'PUT', '/api/bucket-drafts', { body });
  const twice = await send({ buckets: [request, request] });
  expect([twice.status, twice.body]).toEqual([400, expect.stringContaining('A bucket is named twice')]);
  expect((await send({ buckets: [] })).status).toBe(400);
  const silent = await send({ buckets: [{ ...request, edits: [add(0)] }], submit: { description: ' ' } });
  expect(silent.json<ProblemDocument>().errors).toEqual([{ path: 'submit.description', message: 'Required' }]);
  expect((await send({ buckets: [request], submit: { description: 'Nothing' } })).status).toBe(409);
  const unknown = { kind: 'add', dial_id: dials[0]?.id, version: 9, place: { at: 'end' } };
  expect((await send({ buckets: [{ ...request, edits: [unknown] }] })).status).toBe(400);
  expect((await get(at)).draft).toBeNull();
});

test('A reply to a comment on several buckets, and its resolution, are on each of them', async () => {
  const at = some(3);
  const [first, second, last] = at as [BucketAddress, BucketAddress, BucketAddress];
  const set = await together(at);
  const comment = (body: object) => call(one, 'POST', '/api/reviews/comments', { body: { set, buckets: at, ...body } });
  await comment({ text: 'Why?', buckets: [first, second] });
  const commentsOf = async (address: BucketAddress) => (await review(address)).round?.comments ?? [];
  const id = (await commentsOf(first))[0]?.id ?? '';
  expect((await comment({ text: 'Because', reply_to: id })).status).toBe(400);
  expect((await comment({ text: 'Because', reply_to: id, buckets: [first, second] })).status).toBe(200);
  for (const address of [first, second]) {
    const [question, reply] = await commentsOf(address);
    expect([question?.text, reply?.text, reply?.reply_to]).toEqual(['Why?', 'Because', question?.id]);
  }
  const url = `/api/reviews/comments/${id}/resolution`;
  const body = { resolved: true, buckets: [first, second] };
  expect((await call(two, 'PUT', url, { body: { ...body, buckets: at } })).status).toBe(404);
  expect((await call(two, 'PUT', url, { body })).status).toBe(200);
  for (const address of [first, second])
    expect((await commentsOf(address))[0]?.resolved).toMatchObject({ by: { id: two } });
  expect(await commentsOf(last)).toEqual([]);
});
