import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import type { ProblemDocument } from '#contract/problem.ts';
import { BUCKET_MESSAGES } from '#domain/bucket/check.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { useTestApp } from '#server/testing/app.ts';
import { bucketTester, entryOf } from '#server/testing/buckets.ts';
import { refusalOf } from '#server/testing/calls.ts';

let now = new Date('2026-11-15T10:58:00.000Z');
const server = useTestApp({ now: () => now });
let [one, two, three] = [] as unknown as [Dial, Dial, Dial];
const tester = bucketTester(server);
const { call, good, get, add, goLive, save, saved, reset, submit, recordsOf, published, urlOf } = tester;
beforeAll(async () => {
  one = await published({ name: 'One', values: { max_line: 1_000_000, min_line: 100_000 } });
  two = await published({ name: 'Two', values: { policy_share_cap: 5 } });
  three = await published({ name: 'Three' });
});
beforeEach(() => {
  now = new Date('2026-11-15T10:58:00.000Z');
});
let partner = 0;
const PARTNERS = [9101, 9112, 9120, 9133, 9147, 9158, 9164, 9172, 9185, 9190, 9203, 9214];
/** A bucket that no other test uses. */
async function freshBucket(): Promise<Bucket> {
  partner += 1;
  const cob = CLASSES[Math.floor(partner / PARTNERS.length)]?.slug ?? '';
  return add(PARTNERS[partner % PARTNERS.length] ?? 0, cob);
}
const addressOf = (bucket: Bucket) => ({ partner: bucket.partner.number, cob: bucket.cob });

test('a bucket is live and empty from the beginning', async () => {
  const bucket = await add(9101, 'hull', 1.25);
  expect(bucket).toMatchObject({
    cob: 'hull',
    partner: { number: 9101, name: 'Alder' },
    appetite: 1.25,
    revision: '1',
    status: 'active',
    header: null,
    live: { number: 1, entries: [], notes: [], saved_by: null, superseded_at: null },
    draft: null,
    abilities: { edit: true, submit: false, reset: false, discard_review: false, review: false },
  });
});

test('a bucket that does not exist is not found, whatever the call', async () => {
  const url = urlOf({ partner: 9101, cob: 'flood' });
  for (const path of [
    '',
    '/changes',
    '/versions',
    '/versions/1',
    '/saves?since=2026-11-15T00:00:00Z',
    '/as-of?at=2026-11-15T00:00:00Z',
  ])
    expect((await call('GET', url + path)).statusCode, path).toBe(404);
  const body = { entries: [] };
  expect((await call('PUT', `${url}/draft`, { ifMatch: '1', body })).statusCode).toBe(404);
  expect((await call('GET', urlOf({ partner: 9101, cob: 'no-such-class' }))).statusCode).toBe(400);
});

test('the first save starts a draft from the live version; live stays as it is', async () => {
  const bucket = await goLive(await freshBucket(), [entryOf(one)]);
  const after = await saved(bucket, [entryOf(two), entryOf(one, { max_line: 750_000 })]);
  expect(after).toMatchObject({
    status: 'draft',
    revision: String(Number(bucket.revision) + 1),
    live: { number: 2, entries: [entryOf(one)] },
    draft: {
      state: 'draft',
      based_on: 2,
      saved_at: '2026-11-15T10:58:00.000Z',
      saved_by: { id: 'demo|underwriter', name: 'Demo Underwriter' },
      entries: [entryOf(two), entryOf(one, { max_line: 750_000 })],
      review: null,
    },
    abilities: { edit: true, submit: true, reset: true, discard_review: false },
  });
  expect((await recordsOf(bucket)).slice(-2)).toMatchObject([
    { action: 'bucket_draft_started', by: 'demo|underwriter', detail: { based_on: 2 } },
    {
      action: 'bucket_draft_saved',
      detail: {
        changes: {
          added: [{ entry: { dial_id: two.id }, position: 1 }],
          overridden: [{ dial_id: one.id, after: { max_line: 750_000 } }],
        },
      },
    },
  ]);
});

test('saving identical entries changes nothing and leaves no record; entries equal to live start no draft', async () => {
  const bucket = await goLive(await freshBucket(), [entryOf(one), entryOf(two)]);
  const before = await recordsOf(bucket);
  expect(await saved(bucket, [entryOf(one), entryOf(two)])).toEqual(bucket);
  const draft = await saved(bucket, [entryOf(two), entryOf(one)]);
  expect(await saved(draft, [entryOf(two), entryOf(one, { max_line: 1_000_000 })])).toEqual(draft);
  expect(await recordsOf(bucket)).toHaveLength(before.length + 2);
});

test('an override equal to the dial’s own value is dropped', async () => {
  const { draft } = await saved(await freshBucket(), [entryOf(one, { max_line: 1_000_000, policy_share_cap: 3 })]);
  expect(draft?.entries).toEqual([entryOf(one, { policy_share_cap: 3 })]);
});

test('saving without a revision is refused with 428, with a stale one with 412 that says who saved meanwhile and when', async () => {
  const bucket = await freshBucket();
  const url = `${urlOf(addressOf(bucket))}/draft`;
  expect((await call('PUT', url, { body: { entries: [] } })).statusCode).toBe(428);
  await saved(bucket, [entryOf(one)], { who: 'underwriter.two' });
  const stale = await save(bucket, [entryOf(two)]);
  expect(stale.statusCode).toBe(412);
  expect(stale.json()).toMatchObject({
    detail: 'Demo Second Underwriter saved this draft.',
    changed: { by: 'Demo Second Underwriter', did: 'saved this draft', at: now.toISOString() },
  });
  expect((await get(addressOf(bucket))).draft?.entries).toEqual([entryOf(one)]);
  expect((await recordsOf(bucket)).at(-1)).toMatchObject({
    action: 'bucket_change_refused',
    by: 'demo|underwriter',
    detail: {
      attempt: 'bucket_draft_saved',
      because: 'stale',
      message: 'Demo Second Underwriter saved this draft.',
    },
  });
});

test('a stale save also reports a submit, a cancel and a reset, each with its time', async () => {
  const bucket = await freshBucket();
  const draft = await saved(bucket, [entryOf(one)]);
  const readStale = async () => {
    const { detail, changed } = (await save(bucket, [])).json<ProblemDocument>();
    return [detail, changed?.at];
  };
  const at = now.toISOString();
  const pending = (await submit(draft, 'Why')).json<Bucket>();
  expect(await readStale()).toEqual(['Demo Underwriter submitted this draft for review.', at]);
  const back = (await tester.cancel(pending, { who: 'administrator' })).json<Bucket>();
  expect(await readStale()).toEqual(['Demo Administrator cancelled the reviews.', at]);
  await reset(back, { who: 'underwriter.two' });
  now = new Date('2026-11-16T09:00:00.000Z');
  expect(await readStale()).toEqual(['Demo Second Underwriter reset this draft to the live version.', at]);
});

test('every error in a saved draft is reported at once, each with its path', async () => {
  const bucket = await freshBucket();
  const draft = await tester.create({ name: 'Never published' });
  const unknown = { dial_id: '00000000-0000-4000-8000-000000000000', version: 1, overrides: {} };
  const answer = await save(bucket, [
    entryOf(one),
    entryOf(one),
    unknown,
    entryOf(draft),
    entryOf(two, { policy_share_cap: 500 }),
    entryOf(three, {}, 2),
    { ...entryOf(one), dial_id: three.id, overrides: { min_line: 5, max_line: 2 } },
  ]);
  expect(answer.statusCode).toBe(400);
  expect(answer.json<ProblemDocument>().errors).toEqual([
    { path: 'entries.1', message: BUCKET_MESSAGES.twice },
    { path: 'entries.2', message: BUCKET_MESSAGES.unknown },
    { path: 'entries.3', message: BUCKET_MESSAGES.unknown },
    { path: 'entries.4.overrides.policy_share_cap', message: expect.any(String) },
    { path: 'entries.5', message: BUCKET_MESSAGES.unknown },
    { path: 'entries.6', message: BUCKET_MESSAGES.twice },
    { path: 'entries.6.overrides.min_line', message: expect.any(String) },
  ]);
  expect(await get(addressOf(bucket))).toEqual(bucket);
  expect((await recordsOf(bucket)).filter(({ action }) => action === 'bucket_change_refused')).toEqual([]);
});

test('min line is checked against max line with the overrides of the bucket', async () => {
  const bucket = await freshBucket();
  const answer = await save(bucket, [entryOf(one, { max_line: 50_000 })]);
  expect(answer.json()).toMatchObject({ errors: [{ path: 'entries.0.overrides.max_line' }] });
  await saved(bucket, [entryOf(one, { max_line: 50_000, min_line: 10_000 })]);
});

test('a saved draft is validated strictly: no unknown fields, no unset overrides, no invalid values', async () => {
  const bucket = await freshBucket();
  const bad = [
    { ...entryOf(one), position: 3 },
    { ...entryOf(one), overrides: { max_line: null } },
    { dial_id: one.id },
  ];
  for (const entry of bad) {
    const body = { entries: [entry] };
    expect((await call('PUT', `${urlOf(addressOf(bucket))}/draft`, { ifMatch: '1', body })).statusCode).toBe(400);
  }
});

test('more dials than a bucket can hold are refused with a message', async () => {
  const entries = Array.from({ length: 501 }, (_, index) => ({
    ...entryOf(one),
    dial_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  }));
  const answer = await save(await freshBucket(), entries);
  expect(answer.json<ProblemDocument>().errors?.[0]).toEqual({ path: 'entries', message: BUCKET_MESSAGES.tooMany });
});

test('saving needs edit on bucket, and a known person', async () => {
  const bucket = await freshBucket();
  for (const who of ['viewer', 'reviewer.one'])
    expect((await save(bucket, [entryOf(one)], { who })).statusCode).toBe(403);
  const stranger = { id: 'stranger', permissions: ['bucket:edit', 'bucket:view'] };
  expect((await save(bucket, [], { who: stranger })).statusCode).toBe(403);
  expect((await get(addressOf(bucket), { who: 'viewer' })).abilities).toEqual({
    edit: false,
    reschedule: false,
    stop: false,
    restart: false,
    submit: false,
    reset: false,
    discard_review: false,
    review: false,
  });
});

test('people who work on buckets need no permission on dials', async () => {
  const who = ['bucket:view', 'bucket:edit'];
  const bucket = await saved(await freshBucket(), [entryOf(one)], { who });
  const body = { pins: [{ dial_id: one.id, version: 1 }] };
  expect(await good('POST', '/api/bucket-dials', { who, body })).toMatchObject({
    items: [{ data: { name: 'One' } }],
  });
  await good('GET', `${urlOf(addressOf(bucket))}/changes`, { who });
  await good('GET', '/api/bucket-dials?q=one', { who });
});

test('a dial in a draft shows so on its page, and cannot be deleted', async () => {
  const dial = await published({ name: 'Held' });
  const bucket = await saved(await freshBucket(), [entryOf(dial)]);
  expect(await good('GET', `/api/dials/${dial.id}`)).toMatchObject({ bucket_count: 1, status: 'ready' });
  const refused = await call('DELETE', `/api/dials/${dial.id}`, { ifMatch: dial.revision });
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain(`${bucket.partner.number} ${bucket.partner.name}`);
  await reset(bucket);
  expect(await good('GET', `/api/dials/${dial.id}`)).toMatchObject({ bucket_count: 0 });
  await good('DELETE', `/api/dials/${dial.id}`, { ifMatch: dial.revision });
  expect((await save(await get(addressOf(bucket)), [entryOf(dial)])).json()).toMatchObject({
    errors: [{ path: 'entries.0', message: BUCKET_MESSAGES.unknown }],
  });
});

test('an inactive or expired dial is reported for live and draft', async () => {
  const later = await published({ name: 'Later', active_from: '2026-12-01' });
  const short = await published({ name: 'Short', active_until: '2026-11-20' });
  const bucket = await goLive(await freshBucket(), [entryOf(later), entryOf(one), entryOf(short)]);
  expect(bucket.live.notes).toEqual([{ dial_id: later.id, kind: 'upcoming' }]);
  now = new Date('2026-12-05T00:00:00.000Z');
  const { live, draft } = await saved(bucket, [entryOf(short)]);
  expect(live.notes).toEqual([{ dial_id: short.id, kind: 'expired' }]);
  expect(draft?.notes).toEqual([{ dial_id: short.id, kind: 'expired' }]);
});

test('resetting to live discards the draft, records its content, and the next save starts a new one', async () => {
  const bucket = await goLive(await freshBucket(), [entryOf(one)]);
  const draft = await saved(bucket, [entryOf(two)]);
  const after = (await reset(draft)).json<Bucket>();
  expect(after).toMatchObject({ status: 'active', draft: null, revision: String(Number(draft.revision) + 1) });
  expect(after.live).toEqual(bucket.live);
  expect((await recordsOf(bucket)).at(-1)).toMatchObject({
    action: 'bucket_draft_reset',
    detail: { based_on: 2, was: [entryOf(two)] },
  });
  expect((await saved(after, [entryOf(three)])).draft?.entries).toEqual([entryOf(three)]);
});

test('resetting to live without a draft is refused', async () => {
  expect(await refusalOf(reset(await freshBucket()))).toBe(`409 ${BUCKET_REFUSALS.noDraft}`);
});
