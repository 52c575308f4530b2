import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import type { Api } from '#web/testing/page.tsx';
import { showDial } from './testing.tsx';

const difference: Api['diffDialVersions'] = ({ query }) => {
  const [from, to] = [Number(query.from), Number(query.to)];
  return Promise.resolve({
    from,
    to,
    changes: [
      { kind: 'value', value: 'max_line', before: from * 1000, after: to * 1000 },
      {
        kind: 'options',
        dimension: 'domicile_countries',
        before: true,
        after: true,
        kept: ['US'],
        added: ['CA'],
        removed: [],
      },
    ],
  });
};

const show = (search: string, diffDialVersions: Api['diffDialVersions'] = difference) =>
  showDial({ diffDialVersions }, { search });

const comparison = () => page.getByRole('region', { name: 'What changed' });

describe('comparing two versions', () => {
  test('starts with the version shown and the one before it, in the URL', async () => {
    const { router } = await show('');
    await page.getByRole('link', { name: 'Compare two' }).click();
    await expect.element(page.getByRole('heading', { name: 'What changed' })).toHaveFocus();
    expect(router.state.location.search).toBe('?compare=5..6');
    await expect.element(comparison().getByText('5,000')).toBeVisible();
    await expect.element(comparison().getByText('6,000')).toBeVisible();
    await expect.element(comparison().getByText('+ Canada')).toBeVisible();
  });

  test('a URL opens it, without taking the focus', async () => {
    await show('?compare=2..4');
    await expect.element(comparison().getByText('4,000')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'What changed' })).not.toHaveFocus();
  });

  test('any other version can be picked for either side, but not the same twice', async () => {
    const { router } = await show('?compare=5..6');
    await page.getByRole('button', { name: 'From v5' }).click();
    await expect.element(page.getByRole('menuitemradio', { name: /^v6/ })).toBeDisabled();
    await page.getByRole('menuitemradio', { name: /^v3/ }).click();
    await expect.element(comparison().getByText('3,000')).toBeVisible();
    await page.getByRole('button', { name: 'To v6' }).click();
    await page.getByRole('menuitemradio', { name: /^v7/ }).click();
    await expect.element(comparison().getByText('7,000')).toBeVisible();
    expect(router.state.location.search).toBe('?compare=3..7');
  });

  test('swapping shows the reverse', async () => {
    const { router } = await show('?compare=5..6');
    await page.getByRole('button', { name: 'Swap the two versions' }).click();
    await expect.element(comparison().getByRole('deletion')).toHaveTextContent('6,000');
    expect(router.state.location.search).toBe('?compare=6..5');
  });

  test('closing it leaves the page as it was', async () => {
    const { router } = await show('?compare=5..6');
    await page.getByRole('button', { name: 'Close comparison' }).click();
    await expect.element(comparison()).not.toBeInTheDocument();
    expect(router.state.location.search).toBe('');
  });

  test('two versions with equal content', async () => {
    await show('?compare=5..6', () => Promise.resolve({ from: 5, to: 6, changes: [] }));
    await expect.element(page.getByText('Version 5 and version 6 are identical.')).toBeVisible();
  });

  test('a failure is shown in place and can be retried', async () => {
    const failing = vi.fn(difference).mockRejectedValueOnce(new Problem('unexpected', 'Not now.'));
    await show('?compare=5..6', failing);
    await expect.element(comparison().getByText('Not now.')).toBeVisible();
    await comparison().getByRole('button', { name: 'Retry' }).click();
    await expect.element(comparison().getByText('6,000')).toBeVisible();
  });

  test.each(['?compare=5..99', '?compare=x', '?compare=5'])('%s is no comparison', async (search) => {
    await show(search);
    await expect.element(page.getByRole('link', { name: 'Compare two' })).toBeVisible();
    expect(comparison().elements()).toHaveLength(0);
  });
});
