import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { HelpDialog } from './HelpDialog.tsx';
import { TOUR_STEPS } from './tour.ts';
import { renderUi } from '#web/testing/page.tsx';

const links = page.getByRole('dialog', { name: 'Help' }).getByRole('link');

test('help lists the steps, with links to the pages that the person may open', async () => {
  const onClose = vi.fn();
  await renderUi(<HelpDialog areas={[{ to: '/' }, { to: '/dials' }]} onClose={onClose} />);
  await expect.element(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
  const titles = page.getByRole('heading', { level: 3 }).elements();
  expect(titles.map(({ textContent }) => textContent)).toEqual(TOUR_STEPS.map(({ title }) => title));
  const reachable = TOUR_STEPS.filter(({ page: to }) => to === '/' || to === '/dials');
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(reachable.map(({ page: to }) => to));
  await links.first().click();
  expect(onClose).toHaveBeenCalledOnce();
});
