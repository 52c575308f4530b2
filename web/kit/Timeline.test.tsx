import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderUi } from '#web/testing/page.tsx';
import { Timeline, type TimelineItem } from './Timeline.tsx';

const versions = (newest: number, shown: number): TimelineItem[] =>
  Array.from({ length: newest }, (_, index) => {
    const version = newest - index;
    const look = index === 0 ? 'live' : 'past';
    return { name: `v${version}`, when: '1 Nov 2026', look, to: `/?version=${version}`, shown: version === shown };
  });

const show = (items: readonly TimelineItem[]) =>
  renderUi(<Timeline items={items} label="Versions" moreLabel={(count) => `${count} earlier versions`} />);

test('shows the newest, and the rest on request', async () => {
  await show(versions(7, 7));
  await expect.element(page.getByRole('list', { name: 'Versions' })).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(4);
  await page.getByRole('button', { name: '3 earlier versions' }).click();
  expect(page.getByRole('listitem').elements()).toHaveLength(7);
  expect(page.getByRole('button').elements()).toHaveLength(0);
});

test('the current one is marked, and never hidden', async () => {
  await show(versions(7, 2));
  await expect.element(page.getByRole('listitem').filter({ hasText: 'v2' })).toHaveAttribute('aria-current', 'true');
});

test('a single one is never hidden', async () => {
  await show(versions(5, 5));
  await expect.element(page.getByRole('link', { name: 'v1' })).toHaveAttribute('href', '/?version=1');
});
