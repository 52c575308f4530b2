import { beforeAll, expect, test } from 'vitest';
import type { Review } from '#contract/review.ts';
import type { UserProfile } from '#contract/user.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { ChangeKit } from '#server/change/change.ts';
import { recordOnly } from '#server/change/publish.ts';
import type { Db } from '#server/db/connect.ts';
import { usePasswordWorld } from '#server/identity/testing/password-world.ts';
import { refusalOf } from '#server/testing/calls.ts';
import { EVERYONE_MAY, REVIEWERS, reviewTester, UNDERWRITER } from '#server/testing/reviews.ts';
import { dialTester } from '#server/testing/dials.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { embeddedPeople } from './directory.embedded.ts';
import { peopleService } from './people.service.ts';

/** Links are shown to whoever makes them, and the demo people are verified. */
const world = usePasswordWorld();
const ADMINISTRATOR = 'demo|administrator';
const MANAGES = [...EVERYONE_MAY, 'user:view', 'user:edit'];
const [one, two] = REVIEWERS;

let tester: ReturnType<typeof reviewTester>;
beforeAll(() => {
  tester = reviewTester(world.server);
});

/** A submitted draft in its own bucket, and the hash that votes are bound to. */
async function submitted(author: string) {
  const [address = { partner: 0, cob: '' }] = await tester.addBuckets(1);
  const dial = await dialTester(world.server).published({ name: `Dial of ${address.partner} ${address.cob}` });
  return { address, hash: await tester.submitted(address, [entryOf(dial)], author) };
}

/** The administrator sees the link and uses it herself. */
async function addPuppet(permissions: readonly string[] = EVERYONE_MAY): Promise<UserProfile> {
  const person = await world.addPerson(permissions);
  tester.know(person.id, permissions);
  // Earlier than any draft, so that only the identity disqualifies them.
  world.passSeconds(1);
  return person;
}

const kitOf = (db: Db, now: () => Date): ChangeKit => ({ db, now, directory: 'embedded', publish: recordOnly });
const shownLinks = (publicUrl: string) => embeddedPeople({ signIn: 'password', publicUrl, mailsLinks: false });

const confirm = (who: string, person: UserProfile) =>
  tester.call(who, 'POST', world.people.urlOf(person.id, '/confirm'), { ifMatch: person.revision });
const statusOf = async (address: BucketAddress) => (await tester.get(address)).status;

test('[R26] one administrator who created two reviewers before her draft cannot put it live with their votes', async () => {
  const puppets = [await addPuppet(), await addPuppet()];
  const { address, hash } = await submitted(ADMINISTRATOR);
  for (const { id } of puppets) {
    world.passSeconds(1);
    expect(await tester.review(address, id)).toMatchObject({
      abilities: { vote: true },
      vote_not_counted: expect.stringContaining('your identity is not verified'),
    });
    const answer = await tester.vote(id, address, hash, 'approve');
    expect(answer.status, answer.body).toBe(200);
    const { mine, round } = answer.json<Review>();
    expect([mine, round?.outcome]).toEqual([null, null]);
  }
  const { round } = await tester.review(address);
  expect(round?.votes.map(({ by, discounted }) => [by.id, discounted])).toEqual(
    puppets.map(({ id }) => [id, 'not_verified']),
  );
  expect(await statusOf(address)).toBe('pending_review');
  const queue = await tester.good<{ items: { cob: string; partner: { number: number }; approvals: number }[] }>(
    one,
    'GET',
    '/api/reviews',
  );
  const row = queue.items.find((item) => item.cob === address.cob && item.partner.number === address.partner);
  expect(row?.approvals).toBe(0);
});

test('[R26][R61] nor with a puppet as the author and her own vote, nor with one real reviewer beside them', async () => {
  const [author, puppet] = [await addPuppet(), await addPuppet()];
  const { address, hash } = await submitted(author.id);
  const own = await tester.vote(ADMINISTRATOR, address, hash, 'approve');
  expect(own.json<Review>().vote_not_counted).toMatch(/^Your vote .* You added or invited Pat Number \d+, and nobody/);
  await tester.vote(puppet.id, address, hash, 'approve');
  world.passSeconds(1);
  const { round } = (await tester.vote(one, address, hash, 'approve')).json<Review>();
  expect(round?.outcome).toBeNull();
  expect(round?.votes.map(({ discounted }) => discounted)).toEqual(['not_confirmed', 'not_verified', null]);
  expect(await statusOf(address)).toBe('pending_review');
  // The second vote that counts decides.
  expect((await tester.vote(two, address, hash, 'approve')).json<Review>().round?.outcome).toBe('approved');
});

test('[R26] repeating a vote while unverified changes nothing; once confirmed, the person votes again and it counts', async () => {
  const puppet = await addPuppet();
  const { address, hash } = await submitted(UNDERWRITER);
  const votes = async () => (await tester.review(address)).round?.votes ?? [];
  await tester.vote(puppet.id, address, hash, 'approve');
  const [first] = await votes();
  world.passSeconds(1);
  await tester.vote(puppet.id, address, hash, 'approve');
  expect((await votes())[0]).toEqual(first);
  expect((await confirm(one, puppet)).status, 'no right to change people').toBe(403);
  const [colleague = ''] = await tester.addPeople(1, MANAGES);
  const confirmed = await confirm(colleague, puppet);
  expect(confirmed.json<UserProfile>().verification, confirmed.body).toMatchObject({
    method: 'colleague',
    by: { id: colleague },
  });
  // The earlier vote may be from whoever had the link.
  expect((await votes())[0]?.discounted).toBe('not_verified');
  await tester.vote(puppet.id, address, hash, 'approve');
  expect((await votes())[0]?.discounted).toBeNull();
  expect((await tester.vote(one, address, hash, 'approve')).json<Review>().round?.outcome).toBe('approved');
});

test('[R26] a vote changed by an unverified person counts as little as the first', async () => {
  const puppet = await addPuppet();
  const { address, hash } = await submitted(UNDERWRITER);
  await tester.vote(puppet.id, address, hash, 'approve');
  await tester.vote(puppet.id, address, hash, 'reject');
  const [colleague = ''] = await tester.addPeople(1, MANAGES);
  await confirm(colleague, puppet);
  expect((await tester.review(address)).round?.votes).toMatchObject([{ choice: 'reject', discounted: 'not_verified' }]);
});

test('[R27] a link made by the command line does not change a person’s verification', async () => {
  const { server, people, now, url } = world;
  const colleagues = peopleService({ kit: kitOf(server.database.db, now), directory: shownLinks(url) });
  for (const isVerified of [true, false]) {
    const [id = ''] = await tester.addPeople(1);
    if (!isVerified)
      await server.database.db
        .updateTable('person')
        .set({ verification: null, verified_at: null })
        .where('id', '=', id)
        .execute();
    const { invitation } = await colleagues.invite(null, { id, ifMatch: undefined });
    expect((await world.setPassword(invitation.link ?? '')).status).toBe(200);
    expect((await people.get(id)).verification !== null).toBe(isVerified);
  }
});

test('[R26] the vote of a verified person no longer counts once someone used a link that was shown', async () => {
  const [voter = ''] = await tester.addPeople(1);
  const { address, hash } = await submitted(UNDERWRITER);
  await tester.vote(voter, address, hash, 'approve');
  const { revision } = await world.people.get(voter);
  const { invitation } = await world.people.invite({ id: voter, revision });
  expect((await world.people.get(voter)).verification, 'the link alone changes nothing').not.toBeNull();
  await world.setPassword(invitation.link ?? '');
  expect(await world.people.get(voter)).toMatchObject({
    verification: null,
    unverified_because: 'Their sign-in link was shown to Demo Administrator.',
  });
  expect((await world.people.records(voter)).at(-1)).toMatchObject({
    action: 'person_unverified',
    detail: { link_by: ADMINISTRATOR },
  });
  world.passSeconds(1);
  expect((await tester.vote(one, address, hash, 'approve')).json<Review>().round).toMatchObject({
    outcome: null,
    votes: [{ discounted: 'not_verified' }, { discounted: null }],
  });
});

test('[R27] a person is confirmed by someone verified, where neither introduced the other and a third introduced them', async () => {
  const [pat, puppetManager] = [await addPuppet(), await addPuppet(MANAGES)];
  const refused = async (who: string) => {
    const shown = await tester.good<UserProfile>(who, 'GET', world.people.urlOf(pat.id));
    const refusal = await refusalOf(confirm(who, pat));
    expect(refusal, 'what the page says').toBe(`403 ${shown.confirm_refusal}`);
    return refusal;
  };
  expect(await refused(ADMINISTRATOR)).toContain('You added or invited this person');
  expect(await refused(puppetManager.id)).toContain('Your own identity is not verified');
  // Verified directly in the database: the same administrator still introduced both.
  await world.server.database.db
    .updateTable('person')
    .set({ verification: 'command_line', verified_at: world.now() })
    .where('id', '=', puppetManager.id)
    .execute();
  expect(await refused(puppetManager.id)).toContain('by the same person');
  const [colleague = ''] = await tester.addPeople(1, MANAGES);
  expect((await tester.good<UserProfile>(colleague, 'GET', world.people.urlOf(pat.id))).confirm_refusal).toBeNull();
  expect((await confirm(colleague, pat)).status).toBe(200);
  expect((await world.people.records(pat.id)).at(-1)).toEqual({
    action: 'person_verified',
    by: colleague,
    detail: { method: 'colleague' },
  });
  expect(await refusalOf(confirm(colleague, await world.people.get(pat.id)))).toContain('verified already');
});

test('[R27] whoever invited a person that others added cannot confirm them either', async () => {
  const [id = ''] = await tester.addPeople(1);
  const { revision } = await world.people.get(id);
  const { invitation } = await world.people.invite({ id, revision });
  await world.setPassword(invitation.link ?? '');
  const refusal = await refusalOf(confirm(ADMINISTRATOR, await world.people.get(id)));
  expect(refusal).toBe('403 You added or invited this person. Someone else must confirm them.');
});

test('[R26] a review waits only for people whose vote would count', async () => {
  const puppet = await addPuppet();
  await submitted(UNDERWRITER);
  const work = await tester.good<{ drafts: { votes: { missing: { id: string }[] } | null }[] }>(
    UNDERWRITER,
    'GET',
    '/api/me/work',
  );
  const missing = work.drafts.flatMap(({ votes }) => votes?.missing.map(({ id }) => id) ?? []);
  expect(missing).toContain(one);
  expect(missing).not.toContain(puppet.id);
});
