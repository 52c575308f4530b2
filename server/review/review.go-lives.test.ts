import { expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { GoLive } from '#contract/review.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';

let clock = Date.parse('2026-11-18T09:00:00.000Z');
const server = useTestApp({ now: () => new Date((clock += 1000)) });
const { bucket, entries, get, save, call, good, review, vote } = useReviews(server);

async function submitFor(live_on: string | null): Promise<BucketAddress> {
  const at = bucket();
  const saved = (await save(UNDERWRITER, at, (await get(at)).revision, entries(0))).json<Bucket>();
  const body = { description: 'Because', live_on };
  await good(UNDERWRITER, 'POST', `/api/buckets/${at.partner}/${at.cob}/draft/submit`, {
    ifMatch: saved.revision,
    body,
  });
  return at;
}
async function approve(at: BucketAddress): Promise<void> {
  const hash = (await review(at)).round?.hash ?? '';
  for (const who of REVIEWERS.slice(0, 2)) await vote(who, at, hash, 'approve');
}
const goLives = () => good<{ today: string; items: GoLive[] }>(UNDERWRITER, 'GET', '/api/go-lives');

test('[R31] drafts with a day from today on are listed by day, approved or not, where they were put off to', async () => {
  const later = await submitFor('2027-01-01');
  const sooner = await submitFor('2026-12-01');
  const putOff = await submitFor('2026-12-02');
  await submitFor(null);
  await approve(sooner);
  await approve(putOff);
  const body = { day: '2026-12-24', reason: 'Not ready' };
  const ifMatch = (await get(putOff)).revision;
  const answer = await call(UNDERWRITER, 'POST', `/api/buckets/${putOff.partner}/${putOff.cob}/draft/put-off`, {
    ifMatch,
    body,
  });
  expect(answer.status, answer.body).toBe(200);
  const { today, items } = await goLives();
  expect(today).toBe('2026-11-18');
  expect(items.map(({ partner, cob, day, approved }) => [partner.number, cob, day, approved])).toEqual([
    [sooner.partner, sooner.cob, '2026-12-01', true],
    [putOff.partner, putOff.cob, '2026-12-24', true],
    [later.partner, later.cob, '2027-01-01', false],
  ]);
  clock = Date.parse('2026-12-25T09:00:00.000Z');
  expect((await goLives()).items.map(({ day }) => day)).toEqual(['2027-01-01']);
});
