import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from './testing.tsx';

const region = (name: string) => page.getByRole('region', { name, exact: true });

test('on a phone no name of a bucket is broken, and nothing is wider than the screen', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  await show();
  const table = page.getByRole('table', { name: 'Buckets of the set', includeHidden: true });
  await expect.element(table).toBeVisible();
  for (const name of ['Alder', 'Beacon', 'Fulmar', 'Juniper']) {
    const { height } = page.getByText(name, { exact: true }).last().element().getBoundingClientRect();
    expect(height).toBeLessThan(24);
  }
  const width = table.element().getBoundingClientRect().right;
  for (const cell of table.element().querySelectorAll('th, td'))
    expect(cell.getBoundingClientRect().right).toBeLessThanOrEqual(width);
  const card = region('The same change in 3 buckets').element();
  for (const number of card.querySelectorAll('li'))
    expect(number.getBoundingClientRect().right).toBeLessThan(card.getBoundingClientRect().right);
});
