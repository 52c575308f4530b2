import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Review } from '#contract/review.ts';
import { createOwnApp, useTestApp } from '#server/testing/app.ts';
import { execute } from '#server/testing/execute.ts';
import { brokenRules } from '#server/testing/review-rules.ts';
import { REVIEWERS, reviewTester, useReviews, UNDERWRITER } from '#server/testing/reviews.ts';
import { startTenant } from '#server/testing/tenant.ts';

let clock = Date.parse('2026-11-15T09:00:00.000Z');
const now = () => new Date((clock += 1000));
const server = useTestApp({ now });
const { get, review, vote, submitted, addPeople, bucket, entries } = useReviews(server);
const [one, two] = REVIEWERS;

test('[R10] a vote is one transaction: if its last statement fails, nothing is stored', async () => {
  const at = bucket();
  const hash = await submitted(at, entries(2));
  await vote(one, at, hash, 'approve');
  const { config, db } = server.database;
  const counts = async () =>
    (
      await sql<object>`select (select count(*) from audit_event) a, (select count(*) from notification) n,
        (select count(*) from review_vote) v, (select count(*) from bucket_version where state = 'live') l`.execute(db)
    ).rows;
  const before = { bucket: await get(at), review: await review(at), counts: await counts() };
  await execute(
    config,
    `create function break_it() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
     create trigger break_it before update on audit_head for each row execute function break_it()`,
  );
  expect((await vote(two, at, hash, 'approve')).status).toBe(500);
  await execute(config, 'drop trigger break_it on audit_head');
  expect({ bucket: await get(at), review: await review(at), counts: await counts() }).toEqual(before);
  expect((await vote(two, at, hash, 'approve')).json<Review>().round?.outcome).toBe('approved');
});

test.each(['without the permission', 'deactivated'])(
  '[R11] a person %s since their token was issued cannot vote',
  async (how) => {
    const at = bucket();
    const hash = await submitted(at, entries(0));
    const [person = ''] = await addPeople(1);
    expect((await vote(person, at, hash, 'reject')).status).toBe(200);
    const change = how === 'deactivated' ? { deactivated_at: new Date() } : { permissions: ['review:view'] };
    await server.database.db.updateTable('person').set(change).where('id', '=', person).execute();
    const answer = await vote(person, at, hash, 'approve');
    expect(answer.status).toBe(403);
    if (how !== 'deactivated') expect(answer.body).toContain('This needs create on review, which you no longer have.');
    expect((await review(at)).round?.votes).toMatchObject([{ choice: 'reject' }]);
  },
);

test('[R11] in a hosted tenant the token decides who may vote, because its directory cannot be read', async () => {
  const tenant = await startTenant();
  const hosted = await createOwnApp({ environment: tenant.environment });
  const call = async (who: string, permissions: string[], url: string, payload: object) =>
    hosted.app.inject({
      method: 'PUT',
      url,
      payload,
      headers: { authorization: `Bearer ${await tenant.accessToken(who, permissions)}` },
    });
  for (const [who, permissions] of [
    ['auth0|ann', []],
    ['auth0|bob', ['review:create']],
  ] as const)
    await call(who, [...permissions], '/api/me', { idToken: await tenant.idToken({ sub: who }) });
  await reviewTester(hosted).addBuckets(1, ['cargo']);
  const url = '/api/reviews/votes';
  const payload = { choice: 'approve', buckets: [{ partner: 10_000, cob: 'cargo', hash: 'a'.repeat(64) }] };
  // With the permission there is no review to vote on; without it the call stops earlier.
  expect((await call('auth0|ann', ['review:create'], url, payload)).statusCode).toBe(409);
  expect((await call('auth0|bob', ['review:view'], url, payload)).statusCode).toBe(403);
});

test('[R12] entries that changed behind the application are not what was voted on', async () => {
  const at = bucket();
  const hash = await submitted(at, entries(0));
  const { config, db } = server.database;
  const { id } = await db
    .selectFrom('bucket_version as v')
    .innerJoin('bucket as b', 'b.id', 'v.bucket_id')
    .select('v.id')
    .where('b.cob', '=', at.cob)
    .where('b.partner_number', '=', at.partner)
    .where('v.state', '=', 'pending_review')
    .executeTakeFirstOrThrow();
  const tamper = (overrides: string) =>
    execute(
      config,
      `alter table bucket_entry disable trigger user;
       update bucket_entry set overrides = '${overrides}' where bucket_version_id = '${id}';
       alter table bucket_entry enable trigger user`,
    );
  await vote(one, at, hash, 'approve');
  await tamper('{"max_line": 99}');
  const answer = await vote(two, at, hash, 'approve');
  expect([answer.status, answer.body]).toEqual([409, expect.stringContaining('The draft is not what was submitted.')]);
  await tamper('{}');
  expect((await vote(two, at, hash, 'approve')).json<Review>().round?.outcome).toBe('approved');
});

test('[R13] the database refuses any change of a closed round', async () => {
  const { config } = server.database;
  const refused = 'A review that has ended cannot change.';
  for (const statement of [
    `update review_vote set choice = 'approve'`,
    'delete from review_vote',
    `insert into review_vote select id, '${UNDERWRITER}', 'approve', '', content_hash, now() from review_round
       where closed_at is not null limit 1`,
    'update review_round set outcome = null, closed_at = null where closed_at is not null',
    'delete from review_round',
    `update review_comment set text = 'Forged'`,
    'delete from review_comment',
    'truncate review_vote',
  ])
    await expect(execute(config, statement), statement).rejects.toThrow(refused);
});

test('[R5] at the end every live version has two approvers on its content, none of them an author', async () => {
  expect(await brokenRules(server.database.db)).toEqual([]);
});
