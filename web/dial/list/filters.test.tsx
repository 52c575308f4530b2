import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { SavedFilter } from '#contract/filter.ts';
import { answer, dialId, dialRow, listApi, openList } from './testing.tsx';

test('filters are saved under a name, chosen, renamed and deleted; a duplicate name is refused at the field', async () => {
  let kept: SavedFilter[] = [{ id: dialId(1), list: 'dials', name: 'Ready ones', address: '/dials?tab=ready' }];
  const { api } = listApi(() => answer([dialRow(1)]), {
    listDialWords: async () => ({ tags: ['Cyber'], authors: ['Ada'] }),
    listFilters: async () => ({ items: kept }),
    saveFilter: async ({ body }) => {
      const saved = { ...body, id: dialId(2) };
      kept = [...kept, saved];
      return saved;
    },
    renameFilter: async ({ params, body }) => {
      kept = kept.map((one) => (one.id === params.filterId ? { ...one, ...body } : one));
      return kept.find(({ id }) => id === params.filterId) as SavedFilter;
    },
    deleteFilter: async ({ params }) => {
      kept = kept.filter(({ id }) => id !== params.filterId);
      return { deleted: true };
    },
  });
  const { screen, router } = await openList(api);
  const search = () => router.state.location.search;
  const menu = async (item: string) => {
    await screen.getByRole('button', { name: 'Saved filters' }).click();
    await screen.getByRole('menuitem', { name: item }).click();
  };
  await screen.getByRole('button', { name: 'Saved filters' }).click();
  await expect.element(screen.getByRole('menuitem', { name: /^Save these filters/ })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'More filters' }).click();
  await screen.getByRole('combobox', { name: 'Author' }).click();
  await screen.getByRole('option', { name: 'Ada' }).click();
  await expect.poll(search).toBe('?author=Ada');
  await userEvent.keyboard('{Escape}');
  await menu('Save these filters…');
  const name = screen.getByRole('textbox', { name: 'Name' });
  await name.fill('ready ONES');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .element(name)
    .toHaveAccessibleDescription('You already have a filter with this name. Choose another name.');
  await name.fill('By Ada');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(name).not.toBeInTheDocument();
  await menu('Ready ones');
  await expect.poll(search).toBe('?tab=ready');
  await menu('By Ada');
  await expect.poll(search).toBe('?author=Ada');
  await menu('Rename…');
  await name.fill('Ada’s');
  await screen.getByRole('button', { name: 'Rename' }).click();
  await expect.poll(() => kept.map((one) => one.name)).toEqual(['Ready ones', 'Ada’s']);
  await menu('Delete…');
  await screen.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => kept.map((one) => one.name)).toEqual(['Ready ones']);
  expect(search()).toBe('?author=Ada');
});

const REPORTING = {
  engines: 1,
  reporting: 1,
  since: '2026-01-05T10:00:00.000Z',
  until: '2026-11-18T10:00:00.000Z',
  dropped: 0,
};
const CLEANER = ['dials:view', 'dials:create', 'dials:edit', 'bucket:edit'];

test('dials that decided nothing for long are listed with a way to remove them from buckets', async () => {
  const { api, calls } = listApi(() => answer([dialRow(1, { bucket_count: 2, in_live_bucket: true })]), {
    listDialWords: async () => ({ tags: [], authors: [] }),
    getReporting: async () => REPORTING,
  });
  const { screen, router } = await openList(api, '/dials', CLEANER, { hasDecisions: true });
  await expect.element(screen.getByRole('link', { name: 'Edit Dial 0001' })).toBeVisible();
  await screen.getByRole('button', { name: 'More filters' }).click();
  await screen.getByRole('checkbox', { name: 'Decided nothing for 90 days' }).click();
  await expect.poll(() => router.state.location.search).toBe('?unused=yes');
  expect(calls.at(-1)?.query.unused).toBe('yes');
  await userEvent.keyboard('{Escape}');
  await expect
    .element(screen.getByRole('link', { name: 'Remove Dial 0001 from buckets' }))
    .toHaveAttribute('href', `/dials/${dialId(1)}/buckets/remove`);
  await expect.element(screen.getByText(/Engines report since 5 Jan 2026\.$/)).toBeVisible();
  await screen.getByRole('button', { name: 'Remove filter: Decided nothing for 90 days' }).click();
  await expect.poll(() => router.state.location.search).toBe('');
});

test('an empty list says since when engines report, if that is too short', async () => {
  const since = new Date(Date.now() - 86_400_000).toISOString();
  const nothing = answer([], { all: 0, active: 0, draft: 0, expired: 0, ready: 0, upcoming: 0 });
  const { api } = listApi(({ unused }) => (unused ? nothing : answer([dialRow(1)])), {
    getReporting: async () => ({ ...REPORTING, since }),
  });
  const { screen } = await openList(api, '/dials?unused=yes', CLEANER, { hasDecisions: true });
  await expect.element(screen.getByText(/^Engines report since .*, so this list is empty until /)).toBeVisible();
  await expect.element(screen.getByText(/^No dials that decided nothing for 90 days\./)).toBeVisible();
});

test('without reports of engines the filter is not offered', async () => {
  const { api } = listApi(() => answer([dialRow(1)]), { listDialWords: async () => ({ tags: [], authors: [] }) });
  const { screen } = await openList(api);
  await screen.getByRole('button', { name: 'More filters' }).click();
  await expect.element(screen.getByRole('combobox', { name: 'Author' })).toBeVisible();
  await expect.element(screen.getByRole('checkbox', { name: 'Decided nothing for 90 days' })).not.toBeInTheDocument();
});
