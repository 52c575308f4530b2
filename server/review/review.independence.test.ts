import { beforeAll, expect, test } from 'vitest';
import type { BucketAddress } from '#domain/event/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import type { UserProfile } from '#contract/user.ts';
import { peopleTester } from '#server/testing/people.ts';
import { EVERYONE_MAY, REVIEWERS, useReviews } from '#server/testing/reviews.ts';
import { refusalOf } from '#server/testing/calls.ts';
import { auditRecords } from '#server/testing/records.ts';

/** The demo administrator, and someone with the same permissions. */
const ADMINISTRATOR = 'demo|administrator';
const MANAGES = [...EVERYONE_MAY, 'user:view', 'user:edit'];
const server = useTestApp({ environment: { SIGN_IN: 'password' } });
const tester = useReviews(server);
const people = peopleTester(server);
const { review, vote, submitted, good, get, call, urlOf, save, submit, bucket, entries } = tester;
let [manager, editor] = ['', ''];
beforeAll(async () => {
  [manager = '', editor = ''] = await tester.addPeople(2, MANAGES);
});
const [one, two] = REVIEWERS;

let added = 0;
async function addPerson(by: string, permissions: readonly string[]): Promise<UserProfile> {
  added += 1;
  const body = { given_name: 'Rex', family_name: `Number ${added}`, email: `rex.${added}@example.test`, permissions };
  const { user } = await good<{ user: UserProfile }>(by, 'POST', '/api/users', { body });
  tester.know(user.id, permissions);
  return user;
}
const change = async (by: string, id: string, rest: string, body?: object): Promise<void> => {
  const { revision } = await people.get(id);
  const method = rest === '/permissions' ? 'PUT' : 'POST';
  await good(by, method, people.urlOf(id, rest), { ifMatch: revision, ...(body && { body }) });
};
const refusal = (who: string, at: BucketAddress, hash: string) => refusalOf(vote(who, at, hash, 'approve'));

test('[R21] one administrator alone cannot put a bucket live by adding two reviewers', async () => {
  const at = bucket();
  const hash = await submitted(at, entries(), ADMINISTRATOR);
  for (let count = 0; count < 2; count += 1) {
    const { id } = await addPerson(ADMINISTRATOR, EVERYONE_MAY);
    const why =
      'Demo Administrator gave you the right to vote after this draft was started, and is one of its authors. ' +
      'Other people decide about it.';
    expect(await refusal(id, at, hash)).toBe(`403 ${why}`);
    expect(await review(at, id)).toMatchObject({ abilities: { vote: false, comment: true }, refusal: why });
  }
  expect((await get(at)).status).toBe('pending_review');
  expect(await auditRecords(server.database.db, { action: 'bucket_change_refused' })).toMatchObject([
    { detail: { attempt: 'bucket_voted', because: 'not-allowed' } },
    { detail: { attempt: 'bucket_voted', because: 'not-allowed' } },
  ]);
});

test('[R21] one administrator alone cannot do it by issuing a new link for an existing voter', async () => {
  const at = bucket();
  const [voter = ''] = await tester.addPeople(1);
  const hash = await submitted(at, entries(), ADMINISTRATOR);
  await change(ADMINISTRATOR, voter, '/invitation');
  expect(await refusal(voter, at, hash)).toBe(
    '403 Demo Administrator made your sign-in link after this draft was started, and is one of its authors. ' +
      'Other people decide about it.',
  );
});

test('[R21] one administrator alone cannot do it by reactivating someone', async () => {
  const at = bucket();
  const [voter = ''] = await tester.addPeople(1);
  await change(manager, voter, '/deactivate');
  const hash = await submitted(at, entries(), ADMINISTRATOR);
  await change(ADMINISTRATOR, voter, '/reactivate');
  expect(await refusal(voter, at, hash)).toMatch(/^403 /);
});

test('[R21] one administrator alone cannot do it by making another administrator who adds the reviewers', async () => {
  const at = bucket();
  const hash = await submitted(at, entries(), ADMINISTRATOR);
  const helper = await addPerson(ADMINISTRATOR, MANAGES);
  const voter = await addPerson(helper.id, EVERYONE_MAY);
  expect(await refusal(voter.id, at, hash)).toBe(
    `403 ${helper.name} gave you the right to vote after this draft was started, and could do so because of ` +
      'Demo Administrator, one of its authors. Other people decide about it.',
  );
});

test('[R21] one administrator alone cannot do it by granting before the submit, nor by restarting the draft', async () => {
  const at = bucket();
  await save(ADMINISTRATOR, at, '1', entries());
  const { id } = await addPerson(ADMINISTRATOR, EVERYONE_MAY);
  await call(ADMINISTRATOR, 'DELETE', `${urlOf(at)}/draft`, { ifMatch: (await get(at)).revision });
  const hash = await submitted(at, entries(), ADMINISTRATOR);
  expect(await refusal(id, at, hash)).toMatch(/^403 /);
});

test('[R21] a vote counts if the permission came from someone who wrote nothing of the draft', async () => {
  const at = bucket();
  const hash = await submitted(at, entries(), editor);
  const { id } = await addPerson(manager, EVERYONE_MAY);
  await change(manager, id, '/invitation');
  expect((await vote(id, at, hash, 'approve')).status).toBe(200);
});

test('[R21] a vote counts if an author granted the permission before the draft was started', async () => {
  const at = bucket();
  const { id } = await addPerson(ADMINISTRATOR, EVERYONE_MAY);
  const hash = await submitted(at, entries(), ADMINISTRATOR);
  expect((await vote(id, at, hash, 'approve')).status).toBe(200);
});

test('[R21] a vote counts if an author changed other permissions of the voter', async () => {
  const at = bucket();
  const [voter = ''] = await tester.addPeople(1);
  const hash = await submitted(at, entries(), ADMINISTRATOR);
  await change(ADMINISTRATOR, voter, '/permissions', { permissions: [...EVERYONE_MAY, 'admin:view'] });
  expect((await vote(voter, at, hash, 'approve')).status).toBe(200);
});

test('[R21] someone who depends on an author is not invited to a review, and the review does not wait for them', async () => {
  const at = bucket();
  const { revision } = (await save(ADMINISTRATOR, at, '1', entries())).json<{ revision: string }>();
  const { id } = await addPerson(ADMINISTRATOR, EVERYONE_MAY);
  await submit(ADMINISTRATOR, at, revision);
  const { items } = await good<{ items: object[] }>(id, 'GET', '/api/notifications');
  expect(items).toEqual([]);
  const listed = await good<{ items: { cob: string; partner: { number: number }; barred: string | null }[] }>(
    id,
    'GET',
    '/api/reviews?limit=200',
  );
  const mine = listed.items.find(({ cob, partner }) => cob === at.cob && partner.number === at.partner);
  expect(mine?.barred).toBe('dependent');
});

test('[R21][R22] someone who depends on an author loses their vote if the author’s grant came after it', async () => {
  const at = bucket();
  const [voter = ''] = await tester.addPeople(1);
  const hash = await submitted(at, entries(), ADMINISTRATOR);
  expect((await vote(voter, at, hash, 'approve')).status).toBe(200);
  await change(ADMINISTRATOR, voter, '/invitation');
  const answer = await vote(one, at, hash, 'approve');
  expect(answer.json()).toMatchObject({
    round: {
      outcome: null,
      votes: [
        { by: { id: voter }, discounted: 'link_from_author' },
        { by: { id: one }, discounted: null },
      ],
    },
  });
  expect((await vote(two, at, hash, 'approve')).json()).toMatchObject({ round: { outcome: 'approved' } });
});
