import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '#contract/page.ts';
import type { User, UserProfile } from '#contract/user.ts';
import type { Dial } from '#contract/dial.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { refusalOf } from '#server/testing/calls.ts';
import { dialTester } from '#server/testing/dials.ts';
import { startHosted } from '#server/testing/hosted-people.ts';
import { EVERYONE_MAY } from '#server/testing/reviews.ts';

const ALL = [...EVERYONE_MAY, 'user:view', 'user:edit', 'admin:view', 'admin:edit'];
let world: Awaited<ReturnType<typeof startHosted>>;
let dial: Dial;
beforeAll(async () => {
  world = await startHosted();
  dial = await dialTester(world.server).published({ name: 'Hosted' });
});
afterAll(() => world.server.close());

let people = 0;
/** Somebody with a mailbox of their own that the tenant calls verified, unless the claims say otherwise. */
async function signIn(claims: object = {}, provider = 'auth0'): Promise<string> {
  people += 1;
  const own = { email: `person.${people}@example.test`, email_verified: true, ...claims };
  return (await world.signIn(`${provider}|${people}`, own, ALL)).id;
}
async function submitted(author: string) {
  const [at = { partner: 0, cob: '' }] = await world.tester.addBuckets(1);
  const { revision } = await world.tester.get(at, author);
  const saved = await world.tester.save(author, at, revision, [entryOf(dial)]);
  await world.tester.submit(author, at, saved.json<{ revision: string }>().revision);
  return { at, hash: (await world.tester.review(at, author)).round?.hash ?? '' };
}
const read = (id: string) => world.tester.good<UserProfile>(id, 'GET', `/api/users/${encodeURIComponent(id)}`);
const confirm = async (who: string, id: string) =>
  world.tester.call(who, 'POST', `/api/users/${encodeURIComponent(id)}/confirm`, {
    ifMatch: (await read(id)).revision,
  });

test('[R61] one mailbox with three subjects in a hosted tenant is one person, and puts nothing live', async () => {
  const { vote, review } = world.tester;
  const email = 'ann@example.test';
  const first = await signIn({ email, name: 'Ann' });
  const second = await signIn({ email: 'Ann@Example.test', name: 'Ann' }, 'google-oauth2');
  const third = await signIn({ email: 'ann+saml@example.test', name: 'Ann' }, 'saml');
  const { at, hash } = await submitted(first);
  for (const other of [second, third]) {
    expect(await refusalOf(vote(other, at, hash, 'approve'))).toBe(
      '403 You share a mailbox with Ann, so you count as one person. Other people decide about this draft.',
    );
    expect(await review(at, other)).toMatchObject({ abilities: { vote: false } });
  }
  // On the draft of somebody else they have one vote.
  const draft = await submitted(await signIn());
  for (const one of [first, second, third]) await vote(one, draft.at, draft.hash, 'approve');
  const { round } = await review(draft.at, first);
  expect(round?.outcome).toBeNull();
  expect(round?.votes.map(({ discounted }) => discounted)).toEqual([null, 'same_mailbox', 'same_mailbox']);
  await vote(await signIn(), draft.at, draft.hash, 'approve');
  expect((await review(draft.at, first)).round?.outcome).toBe('approved');
  const { items } = await world.tester.good<Page<User>>(first, 'GET', '/api/users?q=ann@');
  expect(items.map(({ id, same_mailbox }) => [id, same_mailbox.map((one) => one.id).toSorted()])).toEqual([
    [first, [second, third].toSorted()],
    [second, [first, third].toSorted()],
  ]);
});

test.each([[{ email_verified: false }], [{ email_verified: undefined }], [{ email_verified: 'yes' }]])(
  '[R61] an address that a hosted tenant does not call verified (%j) counts once a second person confirmed it',
  async (claims) => {
    const { vote, review } = world.tester;
    const [author, voter, other] = [await signIn(), await signIn(claims), await signIn()];
    const { at, hash } = await submitted(author);
    expect((await review(at, voter)).vote_not_counted).toContain('your identity is not verified');
    for (const one of [voter, other]) await vote(one, at, hash, 'approve');
    expect((await review(at, author)).round).toMatchObject({
      outcome: null,
      votes: [{ discounted: 'not_verified' }, {}],
    });
    expect(await read(voter)).toMatchObject({
      verification: null,
      unverified_because: 'The tenant does not call their e-mail address verified.',
    });
    expect(await refusalOf(confirm(voter, voter))).toContain('403 You cannot confirm your own identity');
    // Whoever confirms it first could have made it: for everybody but the author that is enough.
    expect((await confirm(author, voter)).status).toBe(200);
    expect((await read(voter)).unconfirmed_because).toContain('confirmed them. Until somebody else confirms');
    await vote(voter, at, hash, 'approve');
    expect((await review(at, voter)).vote_not_counted).toContain('confirmed who you are, and nobody else has.');
    expect((await review(at, author)).round?.outcome).toBeNull();
    expect(await refusalOf(confirm(author, voter))).toContain('403 You confirmed this person already.');
    expect((await confirm(other, voter)).status).toBe(200);
    await vote(voter, at, hash, 'approve');
    expect((await review(at, author)).round?.outcome).toBe('approved');
  },
);

test('[R61] of what somebody proposes or writes whom the tenant does not verify, nobody is the second person', async () => {
  const { call, good, addBuckets, vote, review } = world.tester;
  const [ann, outside] = [await signIn(), await signIn({ email_verified: false })];
  const [at = { partner: 0, cob: '' }] = await addBuckets(1);
  await good(outside, 'PUT', '/api/admin/appetites', { body: { changes: [{ ...at, appetite: 2, was: 1 }] } });
  const { items } = await good<{ items: { id: string }[] }>(ann, 'GET', '/api/appetite-proposals');
  const url = `/api/appetite-proposals/${items.at(-1)?.id}/decision`;
  const decide = (who: string) => call(who, 'PUT', url, { body: { decision: 'confirm', buckets: [at] } });
  expect(await refusalOf(decide(ann))).toContain('403 It is not verified who');
  const draft = await submitted(outside);
  for (const who of [ann, await signIn()]) await vote(who, draft.at, draft.hash, 'approve');
  expect((await review(draft.at, ann)).round).toMatchObject({
    outcome: null,
    votes: [{ discounted: 'not_confirmed' }, { discounted: 'not_confirmed' }],
  });
  // Whoever confirms them first could be them; the next one is not.
  await confirm(ann, outside);
  expect(await refusalOf(decide(ann))).toContain('403 You confirmed who');
  expect((await decide(await signIn())).status).toBe(200);
});

test('[R61] what was confirmed of a person in a hosted tenant is their address: another one is not verified by that', async () => {
  const [author, voter] = [await signIn(), await signIn({ email: 'old@example.test', email_verified: false })];
  await confirm(author, voter);
  const again = await world.signIn(voter, { email: 'Old@example.test', email_verified: false }, ALL);
  expect(again.verification).toMatchObject({ method: 'colleague', by: { id: author } });
  const moved = await world.signIn(voter, { email: 'new@example.test', email_verified: false }, ALL);
  expect(moved.verification).toBeNull();
});

test('[R61] in a hosted tenant two accounts of one mailbox do not raise an appetite together', async () => {
  const { call, good, addBuckets, get } = world.tester;
  const email = 'bob@example.test';
  const [first, second] = [await signIn({ email }), await signIn({ email: 'bob+2@example.test' }, 'saml')];
  const [at = { partner: 0, cob: '' }] = await addBuckets(1);
  await good(first, 'PUT', '/api/admin/appetites', { body: { changes: [{ ...at, appetite: 2, was: 1 }] } });
  const { items } = await good<{ items: { id: string }[] }>(second, 'GET', '/api/appetite-proposals');
  const decide = (who: string) =>
    call(who, 'PUT', `/api/appetite-proposals/${items.at(-1)?.id}/decision`, {
      body: { decision: 'confirm', buckets: [at] },
    });
  expect(await refusalOf(decide(second))).toContain('403 You share a mailbox with');
  expect((await get(at, first)).appetite).toBe(1);
  expect((await decide(await signIn())).status).toBe(200);
});
