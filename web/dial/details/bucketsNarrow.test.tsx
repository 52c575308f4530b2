import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { bucketUse, IMPACT, showDial } from './testing.tsx';

test.each([
  [1024, ['Class', 'Position', 'Version', 'Override', 'Status', 'Risks that change']],
  [390, ['Class', 'Version', 'Status']],
])('at %i px no word of the buckets is broken, and nothing is wider than the card', async (width, heads) => {
  await page.viewport(width, 768);
  onTestFinished(() => page.viewport(1440, 900));
  const measured = { ...IMPACT, buckets: [{ ...IMPACT.buckets[0], cob: 'cargo' }] };
  const items = [
    bucketUse(9101, { version: 5, cob: 'cargo', overrides: { max_line: 3_000_000, policy_share_cap: 30 } }),
  ];
  const answers = { listDialBuckets: async () => ({ items, next: null }), measureVersion: async () => measured };
  await showDial(answers, { search: '', permissions: ['dials:view', 'bucket:view'] });
  const card = page.getByRole('region', { name: 'Appears in the following buckets' });
  await expect.element(card.getByText('9101 Alder').first()).toBeVisible();
  const shown = card.getByRole('columnheader').elements();
  expect(shown.map(({ textContent }) => textContent)).toEqual(heads);
  expect(card.getByText('Cargo', { exact: true }).element().getClientRects()).toHaveLength(1);
  await expect.element(card.getByText('9101 Alder').first()).toBeVisible();
  const table = card.getByRole('table').element().parentElement;
  expect(table?.scrollWidth).toBe(table?.clientWidth);
});
