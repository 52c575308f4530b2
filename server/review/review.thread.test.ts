import { expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Notification } from '#contract/notification.ts';
import type { Review, ReviewComment } from '#contract/review.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { createOwnApp, useTestApp } from '#server/testing/app.ts';
import { execute } from '#server/testing/execute.ts';
import { auditRecords } from '#server/testing/records.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import type { BucketChanges } from '#server/bucket/bucket.summary.ts';

let clock = Date.parse('2026-11-15T09:00:00.000Z');
const server = useTestApp({ now: () => new Date((clock += 1000)) });
const tester = useReviews(server);
const { call, good, get, review, vote, submitted, save, submit, cancel, comment, resolve, urlOf } = tester;
const { bucket, entries, dials } = tester;
const [one, two, administrator] = REVIEWERS;

const addComment = async (who: string, at: BucketAddress, body: object): Promise<Pick<ReviewComment, 'id'>> => {
  const answer = await comment(who, at, body);
  expect([answer.status, answer.body]).toEqual([200, expect.any(String)]);
  const { round, earlier } = answer.json<Review>();
  const all = [...earlier, ...(round === null ? [] : [round])].flatMap(({ comments }) => comments);
  return all.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1) ?? { id: '' };
};
const reject = async (at: BucketAddress, hash: string) => {
  for (const who of [one, two]) expect((await vote(who, at, hash, 'reject', 'Half of it')).status).toBe(200);
};
const actionsOf = async ({ partner, cob }: BucketAddress, action: string) =>
  (await auditRecords(server.database.db, { object: `${partner}/${cob}`, action })).map(({ by, detail }) => ({
    by,
    ...detail,
  }));

test('[R14] comments belong to the draft: after a rejection and in the next round, until it is live', async () => {
  const at = bucket();
  expect((await comment(one, at, { text: 'Too early' })).status).toBe(409);
  await reject(at, await submitted(at, entries(0)));
  expect((await review(at, UNDERWRITER)).abilities).toEqual({ vote: false, comment: true });
  const question = await addComment(UNDERWRITER, at, { text: 'Would half do?', dial_id: dials[0]?.id });
  const hash = await submitted(at, entries(0, 1));
  const reply = await addComment(one, at, { text: 'It would', reply_to: question.id });
  expect(reply).toMatchObject({ reply_to: question.id, dial: null, resolved: null });
  // It appears in the earlier round, beside the comment it answers.
  const { earlier, round } = await review(at);
  expect(earlier[0]?.comments.map(({ text }) => text)).toEqual([
    'Half of it',
    'Half of it',
    'Would half do?',
    'It would',
  ]);
  expect(round?.comments).toEqual([]);
  expect((await resolve(one, at, question.id)).json<Review>().earlier[0]?.comments[2]?.resolved).toMatchObject({
    by: { id: one, name: 'Demo Reviewer One' },
  });
  for (const who of [one, two]) await vote(who, at, hash, 'approve');
  for (const late of [
    comment(one, at, { text: 'Too late' }),
    comment(one, at, { text: 'Too late', reply_to: question.id }),
    resolve(one, at, question.id, false),
  ])
    expect((await late).status).toBe(409);
  const evidence = await good<{ rounds: Review['earlier'] }>(one, 'GET', `${urlOf(at)}/versions/2/evidence`);
  expect(evidence.rounds[0]?.comments).toEqual((await review(at)).earlier[0]?.comments);
});

test('[R14] a draft that was reset takes no more comments, and the next draft starts a new thread', async () => {
  const at = bucket();
  await submitted(at, entries(0));
  const before = await addComment(one, at, { text: 'Of the first draft' });
  await cancel(UNDERWRITER, at, (await get(at)).revision);
  expect((await call(UNDERWRITER, 'DELETE', `${urlOf(at)}/draft`, { ifMatch: (await get(at)).revision })).status).toBe(
    200,
  );
  expect((await comment(one, at, { text: 'Gone' })).status).toBe(409);
  await submitted(at, entries(1));
  expect(await review(at)).toMatchObject({ since: null, earlier: [], round: { number: 1, comments: [] } });
  const elsewhere = await comment(one, at, { text: 'Hm', reply_to: before.id });
  expect([elsewhere.status, elsewhere.body]).toEqual([400, expect.stringContaining('belongs to another draft')]);
  expect((await resolve(one, at, before.id)).status).toBe(404);
});

test('[R14] anyone who may comment resolves and reopens a comment, once each, on record', async () => {
  const at = bucket();
  const hash = await submitted(at, entries(0));
  const { id } = await addComment(one, at, { text: 'Why?' });
  const reply = await addComment(UNDERWRITER, at, { text: 'Because', reply_to: id });
  const [onlooker = ''] = await tester.addPeople(1, ['review:view', 'bucket:view']);
  expect((await resolve(onlooker, at, id)).status).toBe(403);
  expect((await comment(one, at, { text: 'Deeper', reply_to: reply.id })).body).toContain('reply to a reply');
  expect((await comment(one, at, { text: 'On it', reply_to: id, dial_id: dials[0]?.id })).status).toBe(400);
  expect((await comment(one, at, { text: 'x'.repeat(2001), reply_to: id })).status).toBe(400);
  expect((await resolve(one, at, reply.id)).status).toBe(409);
  await vote(two, at, hash, 'approve', 'Good');
  const approval = (await review(at)).round?.comments.at(-1);
  expect((await resolve(one, at, approval?.id ?? '')).status).toBe(409);
  for (const [who, resolved] of [
    [UNDERWRITER, true],
    [one, true],
    [two, false],
    [two, true],
  ] as const)
    expect((await resolve(who, at, id, resolved)).status).toBe(200);
  expect((await review(at)).round?.comments[0]?.resolved).toMatchObject({ by: { id: two } });
  const detail = { round: 1, comment: id, text: 'Why?' };
  expect(await actionsOf(at, 'bucket_comment_resolved')).toEqual([
    { by: UNDERWRITER, ...detail },
    { by: two, ...detail },
  ]);
  expect(await actionsOf(at, 'bucket_comment_reopened')).toEqual([{ by: two, ...detail }]);
  expect((await actionsOf(at, 'bucket_commented')).at(-1)).toMatchObject({ text: 'Because', reply_to: id });
});

test('[R13] the database itself protects comments and the draft they belong to', async () => {
  const at = bucket();
  await submitted(at, entries(0));
  const { id } = await addComment(one, at, { text: 'Why?' });
  await resolve(one, at, id);
  const insert = (round: string, reply: string) =>
    `insert into review_comment (id, round_id, person_id, text, at, reply_to)
     select gen_random_uuid(), ${round}, '${one}', 'Later', now(), ${reply}`;
  const ended = `(select r.id from review_round r join bucket_version v on v.id = r.bucket_version_id
    where v.state in ('live', 'discarded') limit 1)`;
  const own = `(select round_id from review_comment where id = '${id}')`;
  const elsewhere = `(select id from review_comment where round_id <> ${own} limit 1)`;
  for (const [statement, refusal] of [
    ['update review_resolution set resolved = false', 'cannot change'],
    ['delete from review_resolution', 'cannot change'],
    ['truncate review_resolution', 'cannot change'],
    [insert(ended, 'null'), 'Only a draft takes comments.'],
    [insert(own, elsewhere), 'A reply answers a comment of its round.'],
  ] as const)
    await expect(execute(server.database.config, statement), statement).rejects.toThrow(refusal);
});

test('a review of the second round starts from exactly what the first was submitted with', async () => {
  const at = bucket();
  const since = (round: number) => call(one, 'GET', `${urlOf(at)}/review/rounds/${round}/changes`);
  const wide = entries(0, 1).map((entry) => ({ ...entry, overrides: { max_line: 900_000 } }));
  await reject(at, await submitted(at, wide));
  expect((await review(at)).since).toBeNull();
  // Saved later, so not what was submitted.
  const { revision } = (await save(UNDERWRITER, at, (await get(at)).revision, entries(2))).json<Bucket>();
  const [first, second] = wide;
  const narrower = [first, second && { ...second, overrides: { max_line: 450_000 } }].flatMap((entry) => entry ?? []);
  const saved = (await save(UNDERWRITER, at, revision, [...narrower, ...entries(2)])).json<Bucket>();
  expect(saved.draft?.description).toBe('Because');
  await submit(UNDERWRITER, at, saved.revision, 'Half of it');
  expect((await review(at)).since).toBe(1);
  expect((await since(1)).json<BucketChanges>()).toMatchObject({
    counts: { added: 1, removed: 0, updated: 0, overridden: 1, reordered: 0 },
    changes: [
      { kind: 'added', name: 'Three' },
      { kind: 'overridden', name: 'Two', values: [{ value: 'max_line', before: 900_000, after: 450_000 }] },
    ],
  });
  expect((await since(3)).status).toBe(404);
  // Content that differs from the submission is not shown as such.
  await execute(
    server.database.config,
    `alter table review_round disable trigger user;
     update review_round set content = '[]' where number = 1 and bucket_version_id in (
       select bucket_version_id from review_round where number = 2 and description = 'Half of it');
     alter table review_round enable trigger user`,
  );
  expect((await since(1)).status).toBe(404);
});

test('[R15] a comment notifies all participants with its text, and nobody else', async () => {
  const at = bucket();
  const [saver = ''] = await tester.addPeople(1, ['bucket:view', 'bucket:edit']);
  const saved = (await save(saver, at, (await get(at)).revision, entries(0))).json<Bucket>();
  await submit(UNDERWRITER, at, saved.revision);
  const { hash } = (await review(at)).round ?? { hash: '' };
  await vote(one, at, hash, 'reject', 'Too wide');
  const notificationsFor = async (who: string) =>
    (await good<{ items: Notification[] }>(who, 'GET', '/api/notifications?limit=200')).items
      .filter(
        ({ bucket, kind }) =>
          bucket?.cob === at.cob && bucket.partner.number === at.partner && kind !== 'bucket_submitted',
      )
      .map(({ kind, by, choice, text }) => [kind, by?.id, choice, text].join(' '));
  await addComment(two, at, { text: 'Is it?' });
  const expected = `bucket_commented ${two}  Is it?`;
  expect(await notificationsFor(UNDERWRITER)).toEqual([expected, `bucket_voted ${one} reject Too wide`]);
  // Votes and comments are shown only to those who may see reviews.
  expect(await notificationsFor(saver)).toEqual([`bucket_commented ${two}  `, `bucket_voted ${one}  `]);
  expect(await notificationsFor(administrator)).toEqual([]);
  expect(await notificationsFor(one)).toEqual([expected]);
  expect(await notificationsFor(two)).toEqual([]);
  await vote(two, at, hash, 'reject', 'It is');
  expect((await notificationsFor(one))[0]).toBe(`bucket_sent_back ${two} reject It is`);
});

test('[RL1] a person sends twenty comments a minute; others have their own limit', async () => {
  const { app, as } = await createOwnApp({ now: () => new Date(clock) });
  // Nothing is in review there: attempts count, too.
  const payload = { text: 'x', buckets: [{ partner: 1, cob: 'cargo' }] };
  const send = async (who: string) =>
    app.inject({ method: 'POST', url: '/api/reviews/comments', headers: await as(who), payload });
  for (let number = 0; number < 20; number += 1) expect((await send('reviewer.one')).statusCode).toBe(404);
  const { statusCode, headers, body } = await send('reviewer.one');
  expect([statusCode, headers['retry-after']]).toEqual([429, '60']);
  expect(body).toContain('You can send 20 comments a minute. Please wait.');
  expect((await send('reviewer.two')).statusCode).toBe(404);
  clock += 60_000;
  expect((await send('reviewer.one')).statusCode).toBe(404);
});
