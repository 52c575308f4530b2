import type { Page } from '@playwright/test';
import { button, toast } from './buckets.ts';
import { expect } from './lineslip.ts';

/** The row of a portfolio in Admin. */
export const portfolioRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/**
 * Uses a portfolio for Impact. A rule of the demo counts the risks, so that a second person confirms another portfolio; the
 * first one of a server is used at once.
 */
export async function usePortfolio(page: Page, confirmer: Page, name: string): Promise<void> {
  const used = portfolioRow(page, name).getByText('Used for Impact', { exact: true });
  if (await used.isVisible()) return;
  await button(page, `Use for Impact: ${name}`).click();
  await button(page.getByRole('dialog', { name: `Propose ${name} for Impact?` }), 'Propose').click();
  await expect(toast(page, 'Portfolio proposed')).toBeVisible();
  await confirmer.reload();
  await button(confirmer, 'Confirm').click();
  await button(confirmer.getByRole('dialog'), 'Confirm').click();
  await expect(confirmer.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(used).toBeVisible();
}
