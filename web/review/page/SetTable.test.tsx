import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeSet, makeSetBucket } from '#web/review/testing.ts';
import { barShares } from '#web/testing/bars.ts';
import { show } from './testing.tsx';

const impact = (changed: number) => ({ changed, risks: 38_412, premium: 0, day: '2026-11-14', values: [] });

test('the bar of a bucket is the share of its risks, not of the most affected bucket', async () => {
  const buckets = [20, 0, 19_206].map((changed, index) => makeSetBucket(index, { impact: impact(changed) }));
  await show(makeSet({ buckets }));
  await expect.element(page.getByRole('row', { name: /9101 Alder.*under 0.1%/ })).toBeVisible();
  const [alder = [], beacon = [], drumlin = []] = ['9101 Alder', '9102 Beacon', '9103 Drumlin'].map((name) =>
    barShares(page.getByRole('row', { name: new RegExp(name) }).element()),
  );
  expect(alder).toHaveLength(1);
  expect(alder[0]).toBeGreaterThan(0);
  expect(alder[0]).toBeLessThan(0.1);
  expect(beacon).toEqual([]);
  expect(drumlin[0]).toBeCloseTo(0.5, 1);
});
