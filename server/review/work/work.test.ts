import { expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import type { ReviewSet } from '#contract/review.ts';
import { MAX_WORK, type workRoutes } from '#contract/work.ts';
import type { Answer } from '#contract/route.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { useTestApp, type Caller } from '#server/testing/app.ts';
import { bucketTester, entryOf } from '#server/testing/buckets.ts';

let now = new Date('2026-11-15T10:58:00.000Z');
const server = useTestApp({ now: () => now });
const { good, add, goLive, saved, submit, published, create, nextVersion } = bucketTester(server);
const work = (who: Caller = 'underwriter') => good<Answer<typeof workRoutes.getMyWork>>('GET', '/api/me/work', { who });
const NOTHING = { drafts: [], buckets: [], dials: [], classes: [], more: { drafts: 0, buckets: 0, dials: 0 } };
const ME = (...permissions: string[]) => ({ id: 'demo|underwriter', permissions });

async function vote(bucket: Bucket, who: string, choice: string, comment = '') {
  const address = { partner: bucket.partner.number, cob: bucket.cob };
  const url = `/api/buckets/${address.partner}/${address.cob}/review`;
  const { round } = await good<{ round: { hash: string } }>('GET', url, { who });
  const body = { choice, comment, buckets: [{ ...address, hash: round.hash }] };
  await good('PUT', '/api/reviews/votes', { who, body });
}

test('a person sees their drafts, votes, rejections, newer versions and expiries, each by its permission', async () => {
  expect(await work()).toEqual(NOTHING);
  const ends = await published({ name: 'Ends', active_until: '2026-12-01' });
  const grows = await published({ name: 'Grows' });
  await goLive(await add(9101, 'cargo'), [entryOf(ends), entryOf(grows)]);
  await nextVersion(grows);
  const waits = (await submit(await saved(await add(9112, 'cargo'), [entryOf(ends)]), 'Why')).json<Bucket>();
  const back = (await submit(await saved(await add(9120, 'cargo'), [entryOf(ends)]), 'Why')).json<Bucket>();
  await saved(await add(9133, 'cargo'), [entryOf(ends)], { who: 'underwriter.two' });
  await create({ name: 'Not yet' });
  await vote(waits, 'reviewer.one', 'approve');
  await vote(back, 'reviewer.one', 'reject', 'Too wide.');
  await vote(back, 'reviewer.two', 'reject', 'Still too wide.');

  const { drafts, buckets, dials } = await work();
  // Rejected drafts come first, although this one was started later.
  expect(drafts.map(({ partner, state, rejected, votes }) => [partner.number, state, rejected, votes])).toEqual([
    [
      9120,
      'draft',
      [
        { by: { id: 'demo|reviewer.one', name: 'Demo Reviewer One' }, comment: 'Too wide.' },
        { by: { id: 'demo|reviewer.two', name: 'Demo Reviewer Two' }, comment: 'Still too wide.' },
      ],
      null,
    ],
    [
      9112,
      'pending_review',
      null,
      {
        approvals: 1,
        required: 2,
        missing: expect.arrayContaining([expect.objectContaining({ id: 'demo|reviewer.two' })]),
        others: 0,
      },
    ],
  ]);
  expect(drafts[1]?.votes?.missing.map(({ id }) => id)).not.toContain('demo|reviewer.one');
  expect(drafts[1]?.votes?.missing.map(({ id }) => id)).not.toContain('demo|underwriter');
  expect(drafts[1]).toMatchObject({ cob: 'cargo', since: now.toISOString(), changes: { added: 1 } });
  expect(buckets).toEqual([{ partner: { number: 9101, name: 'Alder' }, cob: 'cargo', newer: 1, ending: 1 }]);
  expect(dials.map(({ name, version }) => [name, version])).toEqual([['Not yet', 1]]);

  // Without a permission, its part is empty.
  expect(await work(ME())).toEqual(NOTHING);
  expect(await work(ME('dials:view'))).toEqual({ ...NOTHING, dials });
  const unreviewed = drafts.map((draft) => ({ ...draft, rejected: null, votes: null }));
  const byAge = unreviewed.toSorted((a, b) => a.partner.number - b.partner.number);
  expect(await work(ME('bucket:view'))).toEqual({ ...NOTHING, drafts: expect.arrayContaining(byAge), buckets });
  // And nothing of other people.
  expect(await work('viewer')).toEqual(NOTHING);
  expect((await work('underwriter.two')).drafts.map(({ partner }) => partner.number)).toEqual([9133]);

  now = new Date('2026-11-15T11:58:00.000Z');
  await saved(await good<Bucket>('GET', '/api/buckets/9120/cargo'), [entryOf(ends), entryOf(grows)]);
  expect((await work()).drafts.find(({ partner }) => partner.number === 9120)?.rejected).toBeNull();
});

const REVIEWERS = ['reviewer.one', 'reviewer.two'] as const;
const ADD = { kind: 'add', place: { at: 'end' } };

/** Changes several new buckets at once; returns the set if they are submitted together. */
async function changeMany(partner: number, count: number, dial: Dial, who: string, description?: string) {
  const buckets: Bucket[] = [];
  for (const { slug } of CLASSES.slice(0, count)) buckets.push(await add(partner, slug));
  const edits = [{ ...ADD, dial_id: dial.id, version: 1 }];
  const requests = buckets.map(({ cob, revision }) => ({ partner, cob, revision, edits }));
  const submit = description === undefined ? null : { description };
  const body = { buckets: requests, submit };
  return good<{ set: string | null }>('PUT', '/api/bucket-drafts', { who, body });
}

async function voteOn(set: string | null, who: string, choice: string, from: number, to: number) {
  const { buckets } = await good<ReviewSet>('GET', `/api/review-sets/${set}`, { who });
  const seen = buckets.map(({ partner, cob, round }) => ({ partner: partner.number, cob, hash: round.hash }));
  const body = { choice, comment: 'Too wide', set, buckets: seen.slice(from, to) };
  await good('PUT', '/api/reviews/votes', { who, body });
}

test('a set has one row for what waits and one for what was rejected; a single bucket stands alone', async () => {
  const dial = await published({ name: 'Spread' });
  const { set } = await changeMany(9147, 5, dial, 'underwriter', 'One for all');
  await voteOn(set, 'reviewer.one', 'approve', 0, 3);
  for (const who of REVIEWERS) await voteOn(set, who, 'reject', 3, 5);
  const rows = async () => (await work()).drafts.filter(({ partner }) => partner.number === 9147);
  const rejections = REVIEWERS.map((who) => ({ by: { id: `demo|${who}` }, comment: 'Too wide' }));
  const waiting = {
    state: 'pending_review',
    set: { id: set, title: 'Spread, v1', buckets: 3 },
    votes: { approvals: 3, required: 6 },
  };
  const [rejected, ...others] = await rows();
  expect(rejected).toMatchObject({ rejected: rejections, changes: { added: 2 }, set: { id: set, buckets: 2 } });
  expect(others).toMatchObject([waiting]);

  now = new Date('2026-11-15T12:58:00.000Z');
  const again = await good<Bucket>('GET', `/api/buckets/9147/${rejected?.cob}`);
  await saved(again, [entryOf(dial), entryOf(await published({ name: 'More' }))]);
  expect(await rows()).toMatchObject([
    { rejected: rejections, set: null },
    waiting,
    { cob: again.cob, rejected: null, set: null },
  ]);
});

test('work beyond the listed items is counted', async () => {
  const who = 'administrator';
  for (const partner of [9158, 9164]) await changeMany(partner, MAX_WORK / 2 + 1, await published(), who);
  const { drafts, more } = await work(who);
  expect([drafts.length, more]).toEqual([MAX_WORK, { drafts: 2, buckets: 0, dials: 0 }]);
});
