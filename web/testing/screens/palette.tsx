import { page, userEvent } from 'vitest/browser';
import { answer, dialRow } from '#web/dial/list/testing.tsx';
import { field, openPageBelow } from '#web/palette/testing.tsx';
import { ALL, type Screens } from './screen.ts';

const ROW = {
  stopped: false,
  partner: 9101,
  cob: 'cyber-privacy-and-tech',
  appetite: 1,
  revision: '4',
  dials: 3,
  live_number: 12,
};
const BY = { id: 'u1', name: 'Demo Underwriter' };

export const PALETTE_SCREENS: Screens = {
  'the palette and the keys of a page': async (check) => {
    const at = '2026-11-16T23:37:00.000Z';
    localStorage.setItem(
      'lineslip.recent:u1',
      JSON.stringify([{ path: '/syndicate/9101/bucket/cargo', name: '', at }]),
    );
    const changes = { added: 1, removed: 1, updated: 2, overridden: 2, reordered: 1 };
    const draft = { changes, started_at: at, saved_at: at, saved_by: BY, set: null, review: null };
    await openPageBelow(
      {
        listReviews: async () => ({ items: [], next: null, total: 0, waiting: null, appetites: [] }),
        listDials: async () => answer([dialRow(1, { name: 'Cyber base' })]),
        listUsers: () => Promise.reject(new Error('No people')),
        listBuckets: async () => ({
          items: [{ ...ROW, status: 'draft', live_at: at, draft }],
          next: null,
          counts: { all: 1, active: 0, draft: 1, pending_review: 0 },
        }),
      },
      ALL,
    );
    await userEvent.keyboard('?');
    await page.getByRole('dialog', { name: 'Keys of this page' }).getByText('Find anything').click();
    await check();
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('{Control>}k{/Control}');
    await page.getByRole('group', { name: 'Recent' }).getByText('Cargo').hover();
    await check();
    await field().fill('cyber');
    return page.getByText('Live v12');
  },
};
