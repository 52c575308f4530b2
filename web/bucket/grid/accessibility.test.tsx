import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ENTRIES as OUTDATED, renderUpdates } from '#web/bucket/update/testing.tsx';
import { UpdateAll } from '#web/bucket/update/UpdateAll.tsx';
import { cell, press, renderGrid } from './testing.tsx';
import { ValuesTab } from './ValuesTab.tsx';

async function findings(): Promise<string[]> {
  // The test page has no title and no landmarks of the shell; those are the journeys' business.
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

test.each(['light', 'dark'])(
  '[BG60] axe finds nothing in the grid: selected, wrong and being edited, %s',
  async (scheme) => {
    await page.viewport(1440, 900);
    await renderGrid();
    document.documentElement.dataset['mantineColorScheme'] = scheme;
    await cell('Critical', 'Max line').click();
    await press('12 apples{Enter}{Shift>}{ArrowDown}{/Shift}');
    await expect.element(page.getByText('2 cells, 1 overridden')).toBeVisible();
    expect(await findings()).toEqual([]);
    await cell('Critical', 'Ignore expiring line').click();
    await press('{Enter}');
    await expect.element(page.getByRole('listbox')).toBeVisible();
    expect(await findings()).toEqual([]);
  },
);

test.each(['light', 'dark'])('[BG61] axe finds nothing in the updates, %s', async (scheme) => {
  await page.viewport(1440, 900);
  await renderUpdates(
    <div style={{ height: 600, overflow: 'auto' }}>
      <ValuesTab />
      <UpdateAll />
    </div>,
    OUTDATED,
  );
  document.documentElement.dataset['mantineColorScheme'] = scheme;
  await cell('Distressed', 'Ignore expiring line').click();
  await press('{ArrowLeft}');
  await expect.element(page.getByRole('button', { name: 'View Latest' })).toBeVisible();
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'View Latest' }).click();
  await expect.element(page.getByText('What the update would change')).toBeVisible();
  expect(await findings()).toEqual([]);
  await press('{Escape}');
  await page.getByRole('button', { name: /^Update all Dials/ }).click();
  await expect.element(page.getByRole('radio', { name: 'Take 3%' })).toBeVisible();
  expect(await findings()).toEqual([]);
});
