import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AT, fakeAdmin, makeFlag, makeOption, openAdmin, OTHER } from '#web/admin/testing.tsx';
import {
  fakePortfolios,
  makeCause,
  makeColumn,
  makeLimits,
  makeLoad,
  makePortfolio,
} from '#web/admin/portfolio/testing.ts';
import { makeCapacity } from '#web/impact/measure/testing.ts';
import {
  EXPIRING,
  fakeEngines,
  makeBehind,
  makeEngine,
  makeEngines,
  makeListed,
  makeNeverSeen,
} from '#web/admin/engines/testing.ts';
import {
  fakeAuthority,
  makeAuthority,
  makeAuthorityProposal,
  makeRule,
  RULE_ID,
  TWO,
} from '#web/admin/authority/testing.ts';
import type { Api } from '#web/testing/page.tsx';
import { makeRow } from '#web/user/testing.tsx';
import { ALL, button, type Screens } from './screen.ts';

const openTab = (tab: string, answers: Partial<Api> = {}) =>
  openAdmin({ api: fakeAdmin(undefined, answers).api, address: `/admin?tab=${tab}` });
const PORTFOLIO = { address: '/admin?tab=portfolio', permissions: ALL };
const appetite = (cob: string) => page.getByRole('row').filter({ hasText: cob }).getByRole('gridcell').first();

export const ADMIN_SCREENS: Screens = {
  'the matrix of appetites': async (check) => {
    await openTab('appetites');
    await appetite('Cargo').click();
    await userEvent.keyboard('10{Enter}2.5{Enter}');
    await expect.element(page.getByRole('status').filter({ hasText: '2 changes' })).toBeVisible();
    await check();
    await button('History').click();
    return page.getByText('Added with 1.50');
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
  'the portfolios, and one of them': async (check) => {
    const fake = fakePortfolios([makePortfolio(1), makePortfolio(2)]);
    fake.state.limits = makeLimits(makeCapacity().limits);
    await openAdmin({ api: fake.api, ...PORTFOLIO });
    await expect.element(page.getByRole('rowheader', { name: 'UK cyber' })).toBeVisible();
    await check();
    await button('Open Risks of 2024').click();
    await button('Rename').click();
    return page.getByRole('textbox', { name: 'Name of the portfolio' });
  },
  'a portfolio being loaded': async (check) => {
    const fake = fakePortfolios();
    await openAdmin({ api: fake.api, ...PORTFOLIO });
    await expect.element(button('Choose a file')).toBeVisible();
    await check();
    fake.state.load = makeLoad({
      phase: 'checking',
      progress: 0.4,
      problem: 'Two columns are “Date”. Choose one of them.',
      columns: [
        makeColumn('reference', 'reference'),
        makeColumn('cob', 'cob', { wrong: 12 }),
        makeColumn('gwp', 'premium', { wrong: 3 }),
        makeColumn('notes', 'unused', null),
      ],
      wrong_rows: 2,
      causes: [
        makeCause(1, 'name', 'Ships', { rows: 12 }),
        makeCause(1, 'name', 'Cargoes', { rows: 9, fix: 'cargo' }),
        makeCause(2, 'currency', 'GBP', { rows: 3, example: '£5' }),
        makeCause(2, 'decimal', '', { example: '1.500' }),
        makeCause(2, 'value', 'TBD'),
        makeCause(null, 'row', '', { example: 'R4,Cargo' }),
      ],
      cause_count: 6,
    });
    await userEvent.upload(page.getByLabelText('File of risks'), new File(['a,b'], 'risks.csv'));
    await page.getByRole('button', { name: 'gwp' }).click();
    return page.getByRole('combobox', { name: 'What Ships means' });
  },
  'the engines, and a new one': async (check) => {
    const engines = [...makeEngines(), makeNeverSeen(), makeEngine(9, 'Madrid', { token: EXPIRING })];
    await openAdmin({
      api: fakeEngines(makeListed(engines)).api,
      address: `/admin?tab=engines&engine=${makeBehind().id}`,
      permissions: ALL,
    });
    await expect.element(button('Show more')).toBeVisible();
    await check();
    await button(/^Sequence 409/).click();
    await expect.element(page.getByText(/^All in production ran it/)).toBeVisible();
    await check();
    await userEvent.keyboard('{Escape}');
    await button('New engine').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Chicago 2');
    await check();
    await button('Create engine').click();
    return page.getByText('Chicago 2 is created.');
  },
  'the rules of authority, and a new one': async (check) => {
    const proposal = makeAuthorityProposal({ kind: 'remove_rule', replaces: RULE_ID, rule: makeRule() });
    const authority = makeAuthority({
      rules: [
        makeRule(),
        makeRule({ id: '00000000-0000-4000-8000-000000000002', people: [{ ...TWO, can_sign: false }] }),
      ],
      proposals: [proposal],
    });
    await openAdmin({ api: fakeAuthority(authority).api, address: '/admin?tab=authority' });
    await expect.element(button('Confirm')).toBeVisible();
    await check();
    await button('Add a rule').click();
    await button('of some partners …').click();
    await button('Ask a second person').click();
    await expect.element(page.getByText('Choose at least one person')).toBeVisible();
    await check();
    await button('Edit Flood').click();
    await button('Add a deputy').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ask a second person' }).click();
    return page.getByRole('dialog').getByText('Required').first();
  },
  flags: async () => {
    const flag = makeFlag({ state: 'by-email', emails: ['a@example.com'] });
    await openTab('flags', { listFlags: async () => ({ flags: [flag] }) });
    await page.getByRole('textbox', { name: 'usage-analytics: on for these e-mails' }).fill('b@example.com');
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
    const refused = makeRow(2, {
      at: AT,
      by: OTHER,
      refused: true,
      detail: { attempt: 'bucket_voted', message: 'No.' },
    });
    const items = [makeRow(3), refused].map((row) => ({ ...row, set: null }));
    await openTab('audit', { listAudit: async () => ({ items, next: null, looked_to: null }) });
    await button(/^Detail of record 2/).click();
    return page.getByText('No.');
  },
};
