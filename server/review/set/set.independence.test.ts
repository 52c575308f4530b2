import { expect, test } from 'vitest';
import type { ReviewSet } from '#contract/review-set.ts';
import type { UserProfile } from '#contract/user.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import { peopleTester } from '#server/testing/people.ts';
import { EVERYONE_MAY, REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';

let clock = Date.parse('2026-11-15T09:00:00.000Z');
const server = useTestApp({ environment: { SIGN_IN: 'password' }, now: () => new Date((clock += 1000)) });
const tester = useReviews(server, 20);
const people = peopleTester(server);
const { good, call, get, save, bucket, dials } = tester;
const [one] = REVIEWERS;
const ADMINISTRATOR = 'demo|administrator';

const readSet = (id: string, who: string) => good<ReviewSet>(who, 'GET', `/api/review-sets/${id}`);
const edits = () => [{ kind: 'add', dial_id: dials[0]?.id, version: 1, place: { at: 'end' } }];

/** Submits both together; the first draft may be older. */
async function together(addresses: readonly BucketAddress[], who: string): Promise<string> {
  const buckets = await Promise.all(
    addresses.map(async (address) => ({ ...address, revision: (await get(address)).revision, edits: edits() })),
  );
  const body = { buckets, submit: { description: 'One for all' } };
  return (await good<{ set: string }>(who, 'PUT', '/api/bucket-drafts', { body })).set;
}

async function voteOn(who: string, id: string, of: readonly BucketAddress[]) {
  const { buckets } = await readSet(id, who);
  const hashOf = ({ partner, cob }: BucketAddress) =>
    buckets.find((one) => one.partner.number === partner && one.cob === cob)?.round.hash ?? '';
  const body = {
    choice: 'approve',
    comment: '',
    buckets: of.map((address) => ({ ...address, hash: hashOf(address) })),
  };
  return call(who, 'PUT', `/api/review-sets/${id}/votes`, { body });
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
  expect((await voteOn(voter, set, [older, newer])).status).toBe(403);
  const alone = await voteOn(voter, set, [newer]);
  expect(alone.status, alone.body).toBe(200);
});

test('[R26] an unverified person’s vote on a set is stored in each bucket and counts in none', async () => {
  const at = [bucket(), bucket()];
  const { user } = await people.add(EVERYONE_MAY);
  tester.know(user.id);
  const set = await together(at, UNDERWRITER);
  const seen = await readSet(set, user.id);
  expect(seen.buckets.map(({ vote_not_counted }) => typeof vote_not_counted)).toEqual(['string', 'string']);
  const answer = await voteOn(user.id, set, at);
  expect(answer.status, answer.body).toBe(200);
  await voteOn(one, set, at);
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
  await voteOn(gone, set, at);
  const { revision } = (await people.deactivate(gone, (await people.get(gone)).revision)).json<UserProfile>();
  await voteOn(one, set, at);
  await people.call('POST', people.urlOf(gone, '/reactivate'), { ifMatch: revision });
  expect((await readSet(set, gone)).buckets.map(({ mine }) => mine)).toEqual([null, null]);
  const { drafts } = await good<{
    drafts: { set: { id: string } | null; votes: { approvals: number; required: number; missing: { id: string }[] } }[];
  }>(UNDERWRITER, 'GET', '/api/me/work');
  const row = drafts.find((draft) => draft.set?.id === set);
  expect([row?.votes.approvals, row?.votes.required]).toEqual([2, 4]);
  const missing = row?.votes.missing.map(({ id }) => id);
  expect(missing).toContain(gone);
  expect(missing).not.toContain(one);
});
