import { expect, test } from 'vitest';
import type { BucketStop } from '#contract/bucket-stops.ts';
import type { Bucket } from '#contract/bucket.ts';
import type { Notification } from '#contract/notification.ts';
import type { Evidence } from '#contract/evidence.ts';
import type { PendingReview } from '#contract/review.ts';
import { STOP_REFUSALS } from '#domain/bucket/stop.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { verifyChain } from '#server/audit/audit.verify.ts';
import { hashOf } from '#server/bucket/bucket.version.service.ts';
import { useTestApp } from '#server/testing/app.ts';
import { createClock } from '#server/testing/clock.ts';
import { refusalOf } from '#server/testing/calls.ts';
import { execute } from '#server/testing/execute.ts';
import { brokenRules } from '#server/testing/review-rules.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { stopTester } from '#server/testing/stops.ts';

const { now, moveTo } = createClock('2026-11-18T09:00:00.000Z');
const server = useTestApp({
  now,
  environment: { WEBHOOK_URL: 'http://localhost:9/in', WEBHOOK_SECRET: 'a secret of the tests' },
});
const tester = useReviews(server);
const { records, get, review, vote, save, call, good, bucket } = tester;
const { entries, submitted, urlOf, voteOnSet, readSet, addPeople } = tester;
const { stopScope, stop, restart, approve } = stopTester(tester);
const [one, two] = REVIEWERS;
const OTHER_EDITOR = 'demo|underwriter.two';

const notificationsOf = async (who: string) =>
  (await good<{ items: Notification[] }>(who, 'GET', '/api/notifications?limit=200')).items.filter(
    ({ kind }) => kind === 'bucket_stopped',
  );
const messages = async () =>
  (await server.database.db.selectFrom('webhook_delivery').select(['kind', 'payload']).execute()).map(
    ({ kind, payload }) => ({ kind, data: (payload as { data: object }).data }),
  );
const checkpoints = async () =>
  (await server.database.db.selectFrom('audit_checkpoint').select('seq').execute()).length;
const listed = () => good<{ items: BucketStop[]; total: number }>(UNDERWRITER, 'GET', '/api/bucket-stops');
type Cells = Readonly<{ cells: readonly (BucketAddress & Readonly<{ stopped: boolean }>)[] }>;
const readCells = async () => (await good<Cells>(UNDERWRITER, 'GET', '/api/bucket-matrix')).cells;
const isStopped = async (at: BucketAddress) =>
  (await readCells()).some(({ partner, cob, stopped }) => stopped && partner === at.partner && cob === at.cob);

test('[R35] one person with edit on bucket or on admin stops a bucket at once, with a reason; others do not', async () => {
  const [at, other] = [bucket(), bucket()];
  const [admin] = await addPeople(1, ['admin:view', 'admin:edit']);
  const [reviewer] = await addPeople(1, ['bucket:view', 'review:view', 'review:create', 'admin:view']);
  expect(await refusalOf(stop(at, 'Wrong rates', reviewer))).toBe(`403 ${STOP_REFUSALS.permission}`);
  expect(await records(at, 'bucket_change_refused')).toMatchObject([
    { by: reviewer, detail: { attempt: 'bucket_stopped', because: 'not-allowed' } },
  ]);
  expect((await stop(at, ' ')).json()).toMatchObject({
    status: 400,
    errors: [{ path: 'reason', message: 'Required' }],
  });
  const [person = ''] = await addPeople(1, ['bucket:view', 'bucket:edit']);
  await execute(server.database.config, `update person set permissions = '{bucket:view}' where id = '${person}'`);
  expect((await stop(at, 'Wrong rates', person)).status).toBe(403);
  expect((await get(at)).stop).toBeNull();

  const before = await get(at);
  expect((await stop(at)).json()).toEqual({ buckets: 1 });
  const after = await get(at);
  expect(after).toMatchObject({
    revision: before.revision,
    status: 'active',
    stop: { by: { id: UNDERWRITER }, reason: 'Wrong rates' },
    abilities: { stop: false, restart: true, edit: true },
  });
  expect((await get(at, one)).abilities).toMatchObject({ stop: false, restart: false });
  expect(await isStopped(at)).toBe(true);
  const ofClass = await good<{ buckets: object[] }>(UNDERWRITER, 'GET', `/api/classes/${at.cob}/buckets`);
  expect(ofClass.buckets).toContainEqual(expect.objectContaining({ stopped: true }));
  expect((await listed()).items[0]).toMatchObject({
    cob: at.cob,
    partner: { number: at.partner },
    reason: 'Wrong rates',
  });
  expect((await stop(other, 'Asked by the regulator', admin)).status).toBe(200);
  expect(await refusalOf(stop(at, 'Again'))).toBe(`409 ${STOP_REFUSALS.allStopped}`);
  expect((await get(at)).stop).toEqual(after.stop);
  expect((await stop({ partner: 1, cob: 'cargo' })).status).toBe(404);
});

test('[R36] a stop is recorded, signed, sent to the webhook, and told to everyone who may edit, once', async () => {
  moveTo('2026-11-19T09:00:00.000Z');
  const [first, second] = [bucket(), bucket()];
  const [signed, before] = [await checkpoints(), await notificationsOf(OTHER_EDITOR)];
  const ownBefore = await notificationsOf(UNDERWRITER);
  expect((await stopScope({ kind: 'buckets', buckets: [first, second] })).json()).toEqual({ buckets: 2 });
  const stops = await Promise.all([first, second].map(async (at) => (await get(at)).stop?.id));
  for (const [index, at] of [first, second].entries())
    expect(await records(at, 'bucket_stopped')).toMatchObject([
      { by: UNDERWRITER, detail: { stop: stops[index], reason: 'Wrong rates', scope: 'buckets', buckets: 2 } },
    ]);
  expect(await checkpoints()).toBe(signed + 1);
  const partner = { number: first.partner, name: `Partner ${first.partner}` };
  const sent = (await messages()).filter(({ data }) => 'stop' in data && stops.includes(String(data.stop)));
  const message = {
    kind: 'bucket_stopped',
    data: { bucket: { partner }, by: { id: UNDERWRITER }, reason: 'Wrong rates' },
  };
  expect(sent).toMatchObject([message, message]);
  const [newest, ...others] = await notificationsOf(OTHER_EDITOR);
  expect(newest).toMatchObject({ buckets: 2, by: { id: UNDERWRITER }, text: 'Wrong rates', set: null });
  expect(others).toEqual(before);
  expect(await notificationsOf(UNDERWRITER)).toEqual(ownBefore);
  expect(await notificationsOf(one)).toEqual([]);
  expect(await verifyChain(server.database.db)).toMatchObject({ whole: true });
});

test('[R35] a class, a partner and everything are stopped with the number of buckets, a stale one is refused', async () => {
  const cells = await readCells();
  const running = cells.filter(({ stopped }) => !stopped);
  const [{ cob, partner } = { cob: '', partner: 0 }] = running;
  const ofClass = running.filter((cell) => cell.cob === cob);
  const wrong = await refusalOf(stopScope({ kind: 'class', cob, count: ofClass.length + 1 }));
  expect(wrong).toBe(
    `409 There ${ofClass.length === 1 ? 'is 1 bucket' : `are ${ofClass.length} buckets`} now, not ${ofClass.length + 1}.`,
  );
  const untouched = bucket();
  const hash = await submitted(untouched, entries(0));
  expect((await stopScope({ kind: 'class', cob, count: ofClass.length })).json()).toEqual({ buckets: ofClass.length });
  const ofPartner = running.filter((cell) => cell.partner === partner && cell.cob !== cob);
  expect((await stopScope({ kind: 'partner', partner, count: ofPartner.length })).json()).toEqual({
    buckets: ofPartner.length,
  });
  const rest = running.filter((cell) => cell.partner !== partner && cell.cob !== cob);
  expect((await stopScope({ kind: 'everything', count: rest.length })).json()).toEqual({ buckets: rest.length });
  expect(await refusalOf(stopScope({ kind: 'everything', count: 0 }))).toBe(`409 ${STOP_REFUSALS.allStopped}`);
  expect(await refusalOf(stopScope({ kind: 'partner', partner: 99_999, count: 0 }))).toBe(
    '409 This partner has no buckets.',
  );
  expect((await listed()).total).toBe(cells.length);
  for (const who of [one, two]) expect((await vote(who, untouched, hash, 'approve')).status).toBe(200);
  expect(await get(untouched)).toMatchObject({
    live: { number: 2, entries: entries(0) },
    stop: { reason: 'Wrong rates' },
  });
  await execute(server.database.config, 'set session_replication_role = replica; delete from bucket_stop');
});

test('[R37] a restart is a review: without a draft and without a change, by two who did not submit it', async () => {
  const at = bucket();
  expect(await refusalOf(restart(at))).toBe(`409 ${STOP_REFUSALS.notStopped}`);
  await stop(at);
  const stopped = await get(at);
  expect((await restart(at, {}, one)).status).toBe(403);
  const answer = await restart(at);
  expect(answer.json<Bucket>()).toMatchObject({
    status: 'pending_review',
    draft: { entries: stopped.live.entries, review: { restart: true } },
    stop: stopped.stop,
    abilities: { restart: false },
  });
  const { round } = await review(at);
  expect(round).toMatchObject({
    restart: stopped.stop,
    hash: hashOf([], { live_on: null, restart: stopped.stop?.id ?? '' }),
  });
  const { items } = await good<{ items: PendingReview[] }>(one, 'GET', '/api/reviews?limit=100');
  expect(items.find(({ cob, partner }) => cob === at.cob && partner.number === at.partner)?.restart).toEqual(
    stopped.stop,
  );
  expect(await refusalOf(vote(one, at, hashOf([]), 'approve'))).toMatch(/^412/);
  expect((await vote(UNDERWRITER, at, round?.hash ?? '', 'approve')).status).toBe(403);
  expect((await vote(one, at, round?.hash ?? '', 'approve')).status).toBe(200);
  expect((await get(at)).stop).toEqual(stopped.stop);
  expect((await vote(two, at, round?.hash ?? '', 'approve')).status).toBe(200);
  expect(await get(at)).toMatchObject({ live: { number: 2, entries: [] }, draft: null, stop: null, status: 'active' });
  expect(await records(at, 'bucket_submitted')).toMatchObject([{ detail: { restart: stopped.stop?.id } }]);
  expect(await records(at, 'bucket_restarted')).toMatchObject([
    { by: two, detail: { stop: stopped.stop?.id, number: 2 } },
  ]);
  expect((await messages()).some(({ kind, data }) => kind === 'bucket_restarted' && 'review' in data)).toBe(true);
  const evidence = await good<Evidence>(one, 'GET', `${urlOf(at)}/versions/2/evidence`);
  expect(evidence.agreement.verdict).toBe('agrees');
  expect(evidence).toMatchObject({
    rounds: [{ restart: stopped.stop }],
    stops: [{ ...stopped.stop, ended_at: evidence.version.live_at }],
  });
  expect(await brokenRules(server.database.db)).toEqual([]);
});

test('[R37] a restart joins the changes of the draft; without it the bucket stays stopped', async () => {
  const at = bucket();
  await stop(at);
  const saved = (await save(UNDERWRITER, at, (await get(at)).revision, entries(0))).json<Bucket>();
  expect(saved.draft?.state).toBe('draft');
  expect((await restart(at, { restart: false })).status).toBe(200);
  await approve(at);
  const live = await get(at);
  expect(live).toMatchObject({ live: { number: 2 }, stop: { reason: 'Wrong rates' } });
  expect(
    await refusalOf(
      call(UNDERWRITER, 'POST', `${urlOf(at)}/draft/submit`, {
        ifMatch: live.revision,
        body: { description: 'Nothing' },
      }),
    ),
  ).toBe('409 This bucket has no draft.');
  await save(UNDERWRITER, at, live.revision, entries(1));
  expect((await restart(at)).status).toBe(200);
  await approve(at);
  expect(await get(at)).toMatchObject({ live: { number: 3, entries: entries(1) }, stop: null });
});

test('[R37] approvals of one stop end no later one', async () => {
  const at = bucket();
  await stop(at);
  await restart(at);
  const hash = (await review(at)).round?.hash ?? '';
  expect((await vote(one, at, hash, 'approve')).status).toBe(200);
  const { id } = await server.database.db
    .selectFrom('bucket')
    .select('id')
    .where('cob', '=', at.cob)
    .where('partner_number', '=', at.partner)
    .executeTakeFirstOrThrow();
  await execute(
    server.database.config,
    `update bucket_stop set ended_at = stopped_at where bucket_id = '${id}';
    insert into bucket_stop values (gen_random_uuid(), '${id}', now(), '${UNDERWRITER}', 'Another', null)`,
  );
  expect(await refusalOf(vote(two, at, hash, 'approve'))).toBe(`409 ${STOP_REFUSALS.otherStop}`);
  expect((await get(at)).stop?.reason).toBe('Another');
});

test('[R37] a restart waits for its day, and buckets restart together', async () => {
  const [first, second] = [bucket(), bucket()];
  await stopScope({ kind: 'buckets', buckets: [first, second] });
  const buckets = await Promise.all(
    [first, second].map(async (at) => ({ ...at, revision: (await get(at)).revision, edits: [] })),
  );
  const { set } = await good<{ set: string }>(UNDERWRITER, 'PUT', '/api/bucket-drafts', {
    body: { buckets, submit: { description: 'Both again', restart: true, live_on: '2026-12-01' } },
  });
  const round = { restart: { reason: 'Wrong rates' } };
  expect(await readSet(set)).toMatchObject({ title: 'Restart of 2 buckets', buckets: [{ round }, { round }] });
  for (const who of [one, two]) expect((await voteOnSet(who, set, 'approve')).status).toBe(200);
  expect((await get(first)).stop).not.toBeNull();
  moveTo('2026-12-01T00:00:00.000Z');
  await server.runJob('goLive');
  for (const at of [first, second]) {
    expect(await get(at)).toMatchObject({ live: { number: 2 }, stop: null });
    expect(await records(at, 'bucket_restarted')).toMatchObject([{ by: null, detail: { set } }]);
  }
});

test('[R37] the list says which stopped buckets need a submission of their own, last', async () => {
  const [changed, pending, bare, cancelled, rejected] = [bucket(), bucket(), bucket(), bucket(), bucket()];
  await save(UNDERWRITER, changed, (await get(changed)).revision, entries(0));
  await stopScope({ kind: 'buckets', buckets: [changed, pending, bare, cancelled, rejected] }, 'Listed');
  for (const at of [pending, cancelled, rejected]) expect((await restart(at)).status).toBe(200);
  await good(UNDERWRITER, 'POST', `${urlOf(cancelled)}/draft/cancel-reviews`, {
    ifMatch: (await get(cancelled)).revision,
  });
  const hash = (await review(rejected)).round?.hash ?? '';
  for (const who of [one, two]) await vote(who, rejected, hash, 'reject', 'Not yet');
  const found = (await listed()).items.filter(({ reason }) => reason === 'Listed');
  const draftOf = (at: BucketAddress) =>
    found.find(({ cob, partner }) => cob === at.cob && partner.number === at.partner)?.draft;
  expect([changed, pending, bare, cancelled, rejected].map(draftOf)).toEqual([
    'draft',
    'pending_review',
    null,
    null,
    'draft',
  ]);
  expect(found.map(({ draft }) => draft)).toEqual([null, null, 'draft', 'draft', 'pending_review']);
  const ready = found.filter(({ draft }) => draft === null);
  const buckets = ready.map(({ cob, partner, revision }) => ({ cob, partner: partner.number, revision, edits: [] }));
  const submission = { body: { buckets, submit: { description: 'Both again', restart: true } } };
  expect((await call(UNDERWRITER, 'PUT', '/api/bucket-drafts', submission)).status).toBe(200);
});

test('[R35] nobody changes or deletes a stop in the database, except to end it', async () => {
  const at = bucket();
  await stop(at);
  for (const change of [
    `update bucket_stop set reason = 'Other'`,
    `update bucket_stop set ended_at = now(), reason = 'Other'`,
    'delete from bucket_stop',
    'truncate bucket_stop cascade',
  ])
    await expect(execute(server.database.config, change)).rejects.toThrow('A stop can only be ended.');
});
