import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AT, fakeAdmin, makeFlag, makeOption, openAdmin, OTHER } from '#web/admin/testing.tsx';
import type { Api } from '#web/testing/page.tsx';
import { makeRow } from '#web/user/testing.tsx';
import { button, type Screens } from './screen.ts';

const openTab = (tab: string, answers: Partial<Api> = {}) =>
  openAdmin({ api: fakeAdmin(undefined, answers).api, address: `/admin?tab=${tab}` });
const appetite = (cob: string) => page.getByRole('row').filter({ hasText: cob }).getByRole('gridcell').first();

export const ADMIN_SCREENS: Screens = {
  'the matrix of appetites': async (check) => {
    await openTab('appetites');
    await appetite('Cargo').click();
    await userEvent.keyboard('10{Enter}2.5{Enter}');
    await expect.element(page.getByRole('status').filter({ hasText: '2 changes' })).toBeVisible();
    await check();
    await button('History').click();
    return page.getByText('Added with 1.00');
  },
  'adding buckets': async () => {
    await openTab('appetites');
    await button('Add buckets for COB').click();
    await page.getByRole('combobox', { name: 'Class of business' }).click();
    await page.getByRole('option', { name: /^Cargo/ }).click();
    await page.getByRole('textbox', { name: 'Appetite of 9120 Cormorant' }).fill('12');
    await page.getByRole('textbox', { name: 'Appetite of 9101 Alder' }).click();
    return page.getByText('Appetite must be between 0 and 9.99, with at most two decimals');
  },
  partners: async () => {
    await openTab('partners');
    return page.getByRole('link', { name: '2 buckets of 9101 Alder' });
  },
  'the lists of options': async () => {
    const options = [makeOption('ALP', { group: 'London', used: 4 }), makeOption('OLD', { retired: true })];
    await openTab('lists', { listOptions: async () => ({ options }) });
    await button('Rename Broker ALP').click();
    return page.getByRole('textbox', { name: 'Label of ALP' });
  },
  flags: async () => {
    const flag = makeFlag({ rules: [{ emails: ['a@example.com'], value: false }], other_targeting: '{}' });
    await openTab('flags', { listFlags: async () => ({ flags: [flag] }) });
    await page.getByRole('switch', { name: 'usage-analytics: on for everyone' }).click();
    return button('Save flags');
  },
  usage: async () => {
    const usage = {
      days: [
        { day: '2026-11-14', people: 0, views: 0 },
        { day: '2026-11-15', people: 5, views: 1200 },
      ],
      pages: [{ page: 'Dials', views: 1100, people: 4 }],
      searches: [{ page: 'Dials', searches: 12, nothing: 3 }],
      people: 6,
    };
    await openTab('usage', { getUsage: async () => usage });
    await page.getByText('As a table').click();
    return page.getByText('6 people in all');
  },
  'the audit records': async () => {
    const refused = makeRow(2, { at: AT, by: OTHER, refused: true, detail: { attempt: 'bucket_voted', told: 'No.' } });
    await openTab('audit', { listAudit: async () => ({ items: [makeRow(3), refused], next: null }) });
    await button(/^Detail of record 2/).click();
    return page.getByText('No.');
  },
};
