import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { measuresEach } from '#web/impact/measure/testing.ts';
import { recordCalls } from '#web/testing/page.tsx';
import { showRollout } from './testing.tsx';

const COB = 'cyber-privacy-and-tech';

afterEach(() => page.viewport(1440, 900));

test('on a tablet both answers are in sight, and why a bucket is refused stands below its row', async () => {
  await page.viewport(1024, 768);
  const { record, refuse } = recordCalls();
  const detail =
    '2 examples newly break: “Forwarder, United States” and “Importer, $8m turnover”. Confirm that you know.';
  refuse.saveDrafts = new Problem('conflict', 'Nothing was changed.', {
    refused: [{ partner: 9112, cob: COB, detail }],
  });
  await showRollout({
    measureEdits: measuresEach(() => 6_377),
    saveDrafts: async (input) => {
      record('saveDrafts', input);
      return { set: null, draft_set: null, buckets: [] };
    },
  });
  const answers = page.getByRole('radiogroup', { name: /^Max line/ });
  await expect.element(page.getByRole('row', { name: /9112 Beacon .*6,377 risks/ })).toBeVisible();
  const isCut = () => {
    const { scrollWidth, clientWidth } = answers.element();
    return scrollWidth > clientWidth;
  };
  expect(isCut()).toBe(false);
  // Side by side they can be wider than their column, and cover the next one.
  const [keep, take] = [...answers.element().querySelectorAll('label')].map((label) => label.getBoundingClientRect());
  expect(take?.top).toBeGreaterThanOrEqual(keep?.bottom ?? Infinity);
  await page.getByText('Keep 3,000,000').click();
  await page.getByRole('button', { name: 'Save 2 drafts', exact: true }).click();
  const reason = page.getByText(detail);
  await expect.element(reason).toBeVisible();
  const below = reason.element().closest('tr');
  expect(below?.textContent).toBe(`9112 Beacon ${detail}`);
  expect(below?.getBoundingClientRect().height).toBeLessThan(60);
  expect(isCut()).toBe(false);
});
