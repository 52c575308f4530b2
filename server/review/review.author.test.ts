import { beforeAll, expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import type { PendingReview } from '#contract/review.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import { entryOf } from '#server/testing/buckets.ts';
import { EVERYONE_MAY, REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { refusalOf } from '#server/testing/calls.ts';

const server = useTestApp();
const tester = useReviews(server);
const { get, review, vote, save, submit, submitted, cancel, good, call, urlOf, published, bucket, entries } = tester;
let people: string[];
beforeAll(async () => {
  people = await tester.addPeople(6, [...EVERYONE_MAY, 'dials:create', 'dials:edit']);
});
const [one, two] = REVIEWERS;
const person = (index: number) => people[index] ?? '';
const OWN = 'You edited or submitted this draft. Two other people decide about it.';
const refusal = (who: string, at: BucketAddress, hash: string) => refusalOf(vote(who, at, hash, 'approve'));
const reset = async (who: string, at: BucketAddress) =>
  call(who, 'DELETE', `${urlOf(at)}/draft`, { ifMatch: (await get(at)).revision });

/** A new version of the dial, each action by another person. */
async function newVersion(of: Dial, by: Readonly<{ starts: string; saves: string; publishes: string }>): Promise<Dial> {
  const url = `/api/dials/${of.id}`;
  const started = await good<Dial>(by.starts, 'POST', `${url}/draft`);
  const body = { ...started.data, reason: 'Better', description: `Version ${started.version}` };
  const saved = await good<Dial>(by.saves, 'PUT', `${url}/draft`, { ifMatch: started.revision, body });
  return good<Dial>(by.publishes, 'POST', `${url}/draft/publish`, { ifMatch: saved.revision });
}

test('[R2] the authors of a draft stay authors after a reset, even if someone else saves the same content', async () => {
  const at = bucket();
  await save(person(0), at, '1', entries());
  expect((await reset(UNDERWRITER, at)).status).toBe(200);
  const hash = await submitted(at, entries(), person(1));
  expect(await refusal(person(0), at, hash)).toBe(`403 ${OWN}`);
  expect(await review(at, person(0))).toMatchObject({ abilities: { vote: false }, refusal: OWN });
  expect((await vote(one, at, hash, 'approve')).status).toBe(200);
});

test('[R2] the authors of a draft include whoever submitted a draft that was reset later', async () => {
  const at = bucket();
  const { revision } = (await save(person(0), at, '1', entries())).json<Bucket>();
  await submit(person(1), at, revision);
  await cancel(person(2), at, (await get(at)).revision);
  await reset(person(2), at);
  const hash = await submitted(at, entries(), person(3));
  expect(await refusal(person(1), at, hash)).toBe(`403 ${OWN}`);
  // Cancelling and resetting is not writing.
  expect((await vote(person(2), at, hash, 'approve')).status).toBe(200);
});

test('[R2] the authors of a draft may vote on the next draft once this one is live', async () => {
  const at = bucket();
  await save(person(0), at, '1', [entryOf(tester.dials[0] as Dial, { max_line: 5 })]);
  await reset(person(0), at);
  const first = await submitted(at, entries(), person(1));
  for (const voter of [one, two]) await vote(voter, at, first, 'approve');
  const next = await submitted(at, [entryOf(tester.dials[0] as Dial, { max_line: 7 })], person(2));
  for (const voter of [person(0), person(1)]) expect((await vote(voter, at, next, 'approve')).status, voter).toBe(200);
  expect((await get(at)).live.number).toBe(3);
});

test('[R2] the authors of a draft include whoever started, saved or published a dial version that it adds', async () => {
  const at = bucket();
  const mine = await newVersion(await published({ name: 'Shared' }), {
    starts: person(2),
    saves: person(0),
    publishes: person(1),
  });
  const hash = await submitted(at, [entryOf(mine)], person(3));
  const why = 'You wrote “Shared”, a dial version that this draft brings in. Two other people decide about it.';
  for (const author of [person(0), person(1), person(2)]) {
    expect(await refusal(author, at, hash)).toBe(`403 ${why}`);
    expect(await review(at, author)).toMatchObject({ abilities: { vote: false, comment: true }, refusal: why });
  }
  expect((await vote(person(4), at, hash, 'approve')).status).toBe(200);
  const queue = await good<{ items: PendingReview[] }>(person(0), 'GET', '/api/reviews?limit=200');
  expect(queue.items.find(({ cob, partner }) => cob === at.cob && partner.number === at.partner)?.barred).toBe(
    'dial_author',
  );
});

test('[R2] the authors of a draft include whoever wrote a version that it skips, because its changes come along', async () => {
  const at = bucket();
  const first = await published({ name: 'Grows' });
  const live = await submitted(at, [entryOf(first)]);
  for (const voter of [one, two]) await vote(voter, at, live, 'approve');
  const by = (who: string) => ({ starts: who, saves: who, publishes: who });
  const third = await newVersion(await newVersion(first, by(person(0))), by(person(1)));
  expect(third.version).toBe(3);
  const hash = await submitted(at, [entryOf(third)], person(2));
  expect(await refusal(person(0), at, hash)).toMatch(/^403 /);
  // Version 1 is already live: its writer did not write what is new.
  const { round } = await review(at);
  expect(round?.authors.map(({ id }) => id)).not.toContain(UNDERWRITER);
});

test('[R2] the authors of a draft include whoever saved a dial version that was discarded and rewritten', async () => {
  const at = bucket();
  const first = await published({ name: 'Twice' });
  const url = `/api/dials/${first.id}`;
  const started = await good<Dial>(person(0), 'POST', `${url}/draft`);
  await good(person(0), 'DELETE', `${url}/draft`, { ifMatch: started.revision });
  const again = await newVersion(first, { starts: person(1), saves: person(1), publishes: person(1) });
  const hash = await submitted(at, [entryOf(again)], person(2));
  expect(await refusal(person(0), at, hash)).toMatch(/^403 /);
});

test('[R2] the authors of a draft do not include the writers of dials that stay as they are', async () => {
  const at = bucket();
  const mine = await newVersion(await published({ name: 'Stays' }), {
    starts: person(0),
    saves: person(0),
    publishes: person(0),
  });
  const live = await submitted(at, [entryOf(mine)], person(1));
  for (const voter of [one, two]) await vote(voter, at, live, 'approve');
  const hash = await submitted(at, [entryOf(mine, { max_line: 9 })], person(2));
  expect((await vote(person(0), at, hash, 'approve')).status).toBe(200);
});

test('[R2] the authors of a draft are listed with the reason', async () => {
  const at = bucket();
  const dials: Dial[] = [];
  for (const name of ['A', 'B', 'C', 'D']) dials.push(await published({ name }));
  const { revision } = (
    await save(
      person(0),
      at,
      '1',
      dials.map((each) => entryOf(each)),
    )
  ).json<Bucket>();
  await submit(person(1), at, revision);
  const { round } = await review(at);
  const none = { saved: false, submitted: false, dials: [], dial_count: 0 };
  const of = (id: string) => round?.authors.find((author) => author.id === id);
  expect(of(person(0))).toMatchObject({ ...none, saved: true });
  expect(of(person(1))).toMatchObject({ ...none, submitted: true });
  expect(of(UNDERWRITER)).toMatchObject({ saved: false, submitted: false, dial_count: 4 });
  expect(of(UNDERWRITER)?.dials).toHaveLength(3);
});

test('[R2] the writer of a dial is an author of its duplicate, and of the duplicate of that', async () => {
  const source = await newVersion(await published({ name: 'Written by others' }), {
    starts: person(0),
    saves: person(1),
    publishes: person(2),
  });
  const copyOf = async (of: Dial, who: string): Promise<Dial> => {
    const copy = await good<Dial>(who, 'POST', `/api/dials/${of.id}/duplicate`);
    const body = { ...copy.data, name: `${copy.data.name} ${who}`, reason: 'Copied' };
    const url = `/api/dials/${copy.id}/draft`;
    const saved = await good<Dial>(who, 'PUT', url, { ifMatch: copy.revision, body });
    return good<Dial>(who, 'POST', `${url}/publish`, { ifMatch: saved.revision });
  };
  const second = await copyOf(await copyOf(source, person(3)), person(4));
  const at = bucket();
  const hash = await submitted(at, [entryOf(second)], person(5));
  for (const writer of [0, 1, 2, 3, 4].map(person))
    expect(await refusal(writer, at, hash)).toContain('403 You wrote “Written by others');
  // The version before the copied one, too: the copied one contains its content.
  expect((await review(at)).round?.authors.map(({ id }) => id)).toContain(UNDERWRITER);
  expect((await vote(one, at, hash, 'approve')).status).toBe(200);
});
