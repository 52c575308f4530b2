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
  await screen.getByRole('button', { name: 'Tag and author' }).click();
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
