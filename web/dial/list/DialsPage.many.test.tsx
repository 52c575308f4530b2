import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Dial } from '#contract/dial.ts';
import { Problem } from '#contract/problem.ts';
import { DIAL } from '#web/dial/details/testing.tsx';
import { answer, broken, COUNTS, dialId, dialRow, listApi, openList as open } from './testing.tsx';

const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

describe('long lists', () => {
  const PAGE = 50;
  const pages = (total: number) =>
    listApi((query) => {
      const from = Number(query?.cursor ?? 0);
      const to = Math.min(total, from + Number(query?.limit ?? PAGE));
      const items = Array.from({ length: to - from }, (_, n) => dialRow(from + n));
      return answer(items, { ...COUNTS, all: total }, to < total ? String(to) : null);
    });
  const body = () => page.getByRole('group', { name: 'Page content' });
  /** Queries by role compute every row's name, which is slow for many. */
  const drawn = (index: number) => document.querySelector(`[data-index="${index}"]`) !== null;

  test('only visible rows are rendered; End goes to the last dial, Home back to the first', async () => {
    const { api } = pages(600);
    await open(api);
    await expect.element(page.getByText('Showing 50 of 600 dials, by name')).toBeVisible();
    await expect.element(page.getByText('Scroll for more')).toBeVisible();
    body().element().focus();
    const end = async () => {
      await userEvent.keyboard('{End}');
      return drawn(599);
    };
    await expect.poll(end, { interval: 10 }).toBe(true);
    await expect.element(page.getByText('Showing 600 of 600 dials, by name')).toBeVisible();
    expect(document.querySelectorAll('tbody tr').length).toBeLessThan(80);
    await userEvent.keyboard('{Home}');
    await expect.poll(() => drawn(0)).toBe(true);
  });

  test('the focused row stays mounted when scrolled away, and Tab continues from it', async () => {
    const { api } = pages(240);
    await open(api);
    const view = page.getByRole('link', { name: 'View Dial 0003' });
    await expect.element(view).toBeVisible();
    (view.element() as HTMLElement).focus();
    const scroll = () => {
      body().element().scrollTop = 9000;
      return drawn(170);
    };
    await expect.poll(scroll).toBe(true);
    expect(drawn(10)).toBe(false);
    await expect.element(view).toHaveFocus();
    await userEvent.tab();
    expect(document.activeElement?.closest('tr')?.textContent).toContain('Dial 0004');
  });

  test('a next page that fails shows an error below the rows', async () => {
    let failing = true;
    const { api } = listApi((query) => {
      if (query?.cursor === undefined) return answer([dialRow(1)], COUNTS, 'next');
      return failing ? broken() : answer([dialRow(2)]);
    });
    await open(api);
    await expect.element(page.getByText('An error has occurred')).toBeVisible();
    await expect.element(row('Dial 0001')).toBeVisible();
    failing = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(row('Dial 0002')).toBeVisible();
    expect(page.getByText('An error has occurred').elements()).toEqual([]);
  });

  test('returning from a dial restores the scroll position', async () => {
    const { api } = pages(200);
    const { router } = await open(api);
    await expect.element(row('Dial 0000')).toBeVisible();
    body().element().scrollTop = 1500;
    await page.getByRole('link', { name: 'View Dial 0030' }).click();
    await expect.element(page.getByText(`at /dials/${dialId(30)}`)).toBeVisible();
    await router.navigate(-1);
    await expect.element(page.getByRole('link', { name: 'View Dial 0030' })).toBeInViewport();
    expect(body().element().scrollTop).toBeGreaterThan(1000);
  });
});

test('several dials are published together, and each refused one is named with its reason', async () => {
  const dialOf = (n: number, more: Partial<Dial> = {}): Dial => ({
    ...DIAL,
    id: dialId(n),
    revision: String(n),
    state: 'draft',
    data: { ...DIAL.data, name: `Dial 000${n}` },
    abilities: { ...DIAL.abilities, publish: true },
    ...more,
  });
  const known = [
    dialOf(1),
    dialOf(2),
    dialOf(3, { state: 'published' }),
    dialOf(4, { abilities: { ...DIAL.abilities, publish: false } }),
  ];
  const published: string[] = [];
  const { api } = listApi(() => answer([1, 2, 3, 4, 5].map((n) => dialRow(n, { status: 'draft' }))), {
    getDial: async ({ params }) => {
      const found = known.find(({ id }) => id === params.dialId);
      if (found === undefined) throw new Problem('not-found', 'There is no such dial.');
      return found;
    },
    publishDraft: async ({ params }, options) => {
      if (params.dialId === dialId(2))
        throw new Problem('invalid-input', 'Fix it.', { errors: [{ path: 'values.max_line', message: 'Required' }] });
      published.push(`${params.dialId} ${options?.ifMatch}`);
      return dialOf(1);
    },
  });
  await open(api);
  await page.getByRole('checkbox', { name: 'Select Dial 0001' }).click();
  await expect.element(page.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Select all 5 shown' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish 5 dials' }).click();
  const refused = page.getByRole('dialog', { name: '4 dials not published' }).getByRole('listitem');
  await expect.element(refused.first()).toBeVisible();
  expect(refused.elements().map(({ textContent }) => textContent)).toEqual([
    'Dial 0002: Max line: Required.',
    'Dial 0003: It has no draft.',
    'Dial 0004: You may not publish this draft.',
    'Dial 0005: There is no such dial.',
  ]);
  expect(published).toEqual([`${dialId(1)} 1`]);
});
