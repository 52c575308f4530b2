import { beforeAll, expect, test } from 'vitest';
import type { Answer } from '#contract/route.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import type { UserProfile } from '#contract/user.ts';
import type { workRoutes } from '#contract/work.ts';
import { peopleTester } from '#server/testing/people.ts';
import { EVERYONE_MAY, REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { refusalOf } from '#server/testing/calls.ts';
import { auditRecords } from '#server/testing/records.ts';

/** The demo administrator, and someone with the same permissions. */
const ADMINISTRATOR = 'demo|administrator';
const MANAGES = [...EVERYONE_MAY, 'user:view', 'user:edit'];
const server = useTestApp({ environment: { SIGN_IN: 'password' } });
const tester = useReviews(server);
const people = peopleTester(server);
const { review, vote, voteOnSet, readSet, submitted, good, get, call, urlOf, save, submit, bucket, entries } = tester;
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

/** Submits both together; the first draft may be older. */
async function together(addresses: readonly BucketAddress[], who: string): Promise<string> {
  const edits = [{ kind: 'add', dial_id: tester.dials[0]?.id, version: 1, place: { at: 'end' } }];
  return (await tester.change(who, addresses, edits, 'One for all')).json<{ set: string }>().set;
}

test('[R21] in a set, a grant bars the voter only from the rounds whose draft is older', async () => {
  const [older, newer] = [bucket(), bucket()];
  const saved = await save(ADMINISTRATOR, older, (await get(older)).revision, tester.entries(1));
  expect(saved.status, saved.body).toBe(200);
  // She grants the permission to vote between the two drafts.
  const [voter = ''] = await tester.addPeople(1, ['bucket:view', 'review:view', 'dials:view']);
  tester.know(voter, EVERYONE_MAY);
  await people.grant(voter, (await people.get(voter)).revision, EVERYONE_MAY);
  const set = await together([older, newer], ADMINISTRATOR);
  const abilities = new Map(
    (await readSet(set, voter)).buckets.map(({ cob, partner, abilities: { vote } }) => [
      `${partner.number} ${cob}`,
      vote,
    ]),
  );
  const nameOf = ({ partner, cob }: BucketAddress) => `${partner} ${cob}`;
  expect([abilities.get(nameOf(older)), abilities.get(nameOf(newer))]).toEqual([false, true]);
  expect((await voteOnSet(voter, set, 'approve')).status).toBe(403);
  const alone = await voteOnSet(voter, set, 'approve', [newer]);
  expect(alone.status, alone.body).toBe(200);
});

test('[R26] an unverified person’s vote on a set is stored in each bucket and counts in none', async () => {
  const at = [bucket(), bucket()];
  const { user } = await people.add(EVERYONE_MAY);
  tester.know(user.id);
  const set = await together(at, UNDERWRITER);
  const seen = await readSet(set, user.id);
  expect(seen.buckets.map(({ vote_not_counted }) => typeof vote_not_counted)).toEqual(['string', 'string']);
  const answer = await voteOnSet(user.id, set, 'approve');
  expect(answer.status, answer.body).toBe(200);
  await voteOnSet(one, set, 'approve');
  const { buckets } = await readSet(set, one);
  for (const { round, mine } of buckets) {
    expect([round.outcome, mine]).toEqual([null, 'approve']);
    expect(round.votes.map(({ discounted }) => discounted)).toEqual(['not_verified', null]);
  }
});

test('[R22] after a discount in a set the person has no vote, and the author’s Home waits for them again', async () => {
  const at = [bucket(), bucket()];
  const [gone = ''] = await tester.addPeople(1);
  const set = await together(at, UNDERWRITER);
  await voteOnSet(gone, set, 'approve');
  const { revision } = (await people.deactivate(gone, (await people.get(gone)).revision)).json<UserProfile>();
  await voteOnSet(one, set, 'approve');
  const readVotes = async () => {
    const { drafts } = await good<Answer<typeof workRoutes.getMyWork>>(UNDERWRITER, 'GET', '/api/me/work');
    const votes = drafts.find((draft) => draft.set?.id === set)?.votes;
    expect(votes).toMatchObject({ approvals: 2, required: 4 });
    expect(votes?.missing.map(({ id }) => id)).not.toContain(one);
    return (votes?.missing.length ?? 0) + (votes?.others ?? 0);
  };
  const others = await readVotes();
  await people.call('POST', people.urlOf(gone, '/reactivate'), { ifMatch: revision });
  expect((await readSet(set, gone)).buckets.map(({ mine }) => mine)).toEqual([null, null]);
  expect(await readVotes()).toBe(others + 1);
});
