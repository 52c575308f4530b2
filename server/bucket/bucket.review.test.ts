import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import { canonicalJson } from '#domain/audit/canonical.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { useTestApp } from '#server/testing/app.ts';
import { bucketTester, entryOf } from '#server/testing/buckets.ts';
import { refusalOf } from '#server/testing/calls.ts';

const now = new Date('2026-11-15T10:58:00.000Z');
const server = useTestApp({ now: () => now });
let one: Dial;
const tester = bucketTester(server);
const { add, get, save, saved, reset, submit, cancel, recordsOf } = tester;
beforeAll(async () => {
  one = await tester.published({ name: 'One' });
});

test('submitting for review starts a review of exactly this content, with its description', async () => {
  const draft = await saved(await add(9101, 'cargo'), [entryOf(one)]);
  const pending = (await submit(draft, '  Because of the season.  ')).json<Bucket>();
  expect(pending).toMatchObject({
    status: 'pending_review',
    header: 'review_requested',
    draft: {
      state: 'pending_review',
      entries: [entryOf(one)],
      review: {
        description: 'Because of the season.',
        submitted_at: now.toISOString(),
        submitted_by: { id: 'demo|underwriter', name: 'Demo Underwriter' },
      },
    },
    abilities: { edit: false, submit: false, reset: false, discard_review: true, review: true },
  });
  const hash = createHash('sha256')
    .update(canonicalJson([entryOf(one)]))
    .digest('hex');
  const round = await server.database.db.selectFrom('review_round').selectAll().executeTakeFirstOrThrow();
  expect(round).toMatchObject({ number: 1, content_hash: hash, outcome: null, submitted_by: 'demo|underwriter' });
  expect((await recordsOf(draft)).at(-1)).toMatchObject({
    action: 'bucket_submitted',
    detail: { description: 'Because of the season.', content_hash: hash, changes: { added: 1 } },
  });
});

test('submitting for review needs a description', async () => {
  const draft = await saved(await add(9101, 'specie'), [entryOf(one)]);
  const answer = await submit(draft, '   ');
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ errors: [{ path: 'description', message: 'Required' }] });
  expect((await submit(draft, 'x'.repeat(2001))).statusCode).toBe(400);
  expect((await get({ partner: 9101, cob: 'specie' })).status).toBe('draft');
});

test('submitting for review needs a draft, and a change against live', async () => {
  const bucket = await add(9101, 'terrorism');
  expect(await refusalOf(submit(bucket, 'Why'))).toBe(`409 ${BUCKET_REFUSALS.noDraft}`);
  const draft = await saved(bucket, [entryOf(one)]);
  const back = await saved(draft, []);
  expect(back.status).toBe('draft');
  expect(await refusalOf(submit(back, 'Why'))).toBe(`409 ${BUCKET_REFUSALS.noChange}`);
  expect((await recordsOf(bucket)).at(-1)).toMatchObject({
    action: 'bucket_change_refused',
    detail: { attempt: 'bucket_submitted', because: 'conflict', message: BUCKET_REFUSALS.noChange },
  });
});

test('a pending draft cannot be saved, reset or submitted again', async () => {
  const draft = await saved(await add(9101, 'flood'), [entryOf(one)]);
  const pending = (await submit(draft, 'Why')).json<Bucket>();
  const refusal = `409 ${BUCKET_REFUSALS.pending}`;
  expect(await refusalOf(save(pending, []))).toBe(refusal);
  expect(await refusalOf(reset(pending))).toBe(refusal);
  expect(await refusalOf(submit(pending, 'Again'))).toBe(refusal);
  expect(await get({ partner: 9101, cob: 'flood' })).toEqual(pending);
});

test('every review action needs the revision of the bucket', async () => {
  const draft = await saved(await add(9101, 'fi'), [entryOf(one)]);
  const url = tester.urlOf({ partner: 9101, cob: 'fi' });
  const body = { description: 'Why' };
  expect((await tester.call('POST', `${url}/draft/submit`, { body })).statusCode).toBe(428);
  expect((await tester.call('POST', `${url}/draft/cancel-reviews`)).statusCode).toBe(428);
  expect((await tester.call('DELETE', `${url}/draft`)).statusCode).toBe(428);
  expect((await submit(draft, 'Why', { ifMatch: '1' })).statusCode).toBe(412);
  expect((await cancel(draft, { ifMatch: '1' })).statusCode).toBe(412);
  expect((await reset(draft, { ifMatch: '1' })).statusCode).toBe(412);
});

test('cancelling reviews sets the bucket back to Draft; the round ends as cancelled and a new one can start', async () => {
  const draft = await saved(await add(9101, 'fi-pi'), [entryOf(one)]);
  const pending = (await submit(draft, 'First')).json<Bucket>();
  const back = (await cancel(pending, { who: 'underwriter.two' })).json<Bucket>();
  expect(back).toMatchObject({
    status: 'draft',
    header: null,
    draft: { state: 'draft', review: null, entries: [entryOf(one)] },
  });
  expect((await recordsOf(draft)).at(-1)).toMatchObject({
    action: 'bucket_reviews_cancelled',
    by: 'demo|underwriter.two',
    detail: { description: 'First' },
  });
  const again = (await submit(back, 'Second')).json<Bucket>();
  expect(again.draft?.review?.description).toBe('Second');
  const rounds = await server.database.db
    .selectFrom('review_round as r')
    .innerJoin('bucket_version as v', 'v.id', 'r.bucket_version_id')
    .innerJoin('bucket as b', 'b.id', 'v.bucket_id')
    .select(['r.number', 'r.outcome'])
    .where('b.cob', '=', 'fi-pi')
    .orderBy('r.number')
    .execute();
  expect(rounds).toEqual([
    { number: 1, outcome: 'cancelled' },
    { number: 2, outcome: null },
  ]);
});

test('only pending drafts can be cancelled', async () => {
  const draft = await saved(await add(9101, 'fi-crime'), [entryOf(one)]);
  expect(await refusalOf(cancel(draft))).toBe(`409 ${BUCKET_REFUSALS.notPending}`);
});

test('cancelling reviews needs edit on bucket', async () => {
  const pending = (await submit(await saved(await add(9101, 'pi-us'), [entryOf(one)]), 'Why')).json<Bucket>();
  expect((await cancel(pending, { who: 'reviewer.one' })).statusCode).toBe(403);
});
