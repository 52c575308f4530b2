import { expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { workRoutes } from '#contract/work.ts';
import type { Answer } from '#contract/route.ts';
import { useTestApp } from '#server/testing/app.ts';
import { bucketTester, entryOf } from '#server/testing/buckets.ts';
import type { Caller } from '#server/testing/app.ts';

let now = new Date('2026-11-15T10:58:00.000Z');
const server = useTestApp({ now: () => now });
const { good, add, goLive, saved, submit, published, create, nextVersion } = bucketTester(server);
const work = (who: Caller = 'underwriter') => good<Answer<typeof workRoutes.getMyWork>>('GET', '/api/me/work', { who });
const NOTHING = { drafts: [], buckets: [], dials: [] };
const ME = (...permissions: string[]) => ({ id: 'demo|underwriter', permissions });

async function vote(bucket: Bucket, who: string, choice: string, comment = '') {
  const url = `/api/buckets/${bucket.partner.number}/${bucket.cob}/review`;
  const { round } = await good<{ round: { hash: string } }>('GET', url, { who });
  await good('PUT', `${url}/vote`, { who, ifMatch: round.hash, body: { choice, comment } });
}

test('a person is told of their drafts, of votes and rejections, of newer versions and ends, each by its right', async () => {
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
  expect(drafts.map(({ partner, state, rejected, votes }) => [partner.number, state, rejected, votes])).toEqual([
    [
      9112,
      'pending_review',
      null,
      {
        approvals: 1,
        required: 2,
        missing: expect.arrayContaining([expect.objectContaining({ id: 'demo|reviewer.two' })]),
      },
    ],
    [
      9120,
      'draft',
      [
        { by: { id: 'demo|reviewer.one', name: 'Demo Reviewer One' }, comment: 'Too wide.' },
        { by: { id: 'demo|reviewer.two', name: 'Demo Reviewer Two' }, comment: 'Still too wide.' },
      ],
      null,
    ],
  ]);
  expect(drafts[0]?.votes?.missing.map(({ id }) => id)).not.toContain('demo|reviewer.one');
  expect(drafts[0]?.votes?.missing.map(({ id }) => id)).not.toContain('demo|underwriter');
  expect(drafts[0]).toMatchObject({ cob: 'cargo', since: now.toISOString(), changes: { added: 1 } });
  expect(buckets).toEqual([{ partner: { number: 9101, name: 'Alder' }, cob: 'cargo', newer: 1, ending: 1 }]);
  expect(dials.map(({ name, version }) => [name, version])).toEqual([['Not yet', 1]]);

  // Without a right, nothing of what it opens is told.
  expect(await work(ME())).toEqual(NOTHING);
  expect(await work(ME('dials:view'))).toEqual({ ...NOTHING, dials });
  const unreviewed = drafts.map((draft) => ({ ...draft, rejected: null, votes: null }));
  expect(await work(ME('bucket:view'))).toEqual({ drafts: unreviewed, buckets, dials: [] });
  // And of others nothing at all.
  expect(await work('viewer')).toEqual(NOTHING);
  expect((await work('underwriter.two')).drafts.map(({ partner }) => partner.number)).toEqual([9133]);

  now = new Date('2026-11-15T11:58:00.000Z');
  await saved(await good<Bucket>('GET', '/api/buckets/9120/cargo'), [entryOf(ends), entryOf(grows)]);
  expect((await work()).drafts.find(({ partner }) => partner.number === 9120)?.rejected).toBeNull();
});
