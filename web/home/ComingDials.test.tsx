import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { COMING, showHome } from './testing.tsx';

describe('dials that start or end in the next 30 days', () => {
  test('are on the timeline, and those that end first in a list', async () => {
    await showHome();
    const line = page.getByRole('list', { name: 'What goes live, starts or ends in the next 30 days' });
    await expect.element(line).toBeInTheDocument();
    expect([...line.element().children].map(({ textContent }) => textContent)).toEqual([
      '1 ends on 23 Nov 2026: PI US lawyers',
      '1 starts on 1 Dec 2026: Specie vault accumulations',
    ]);
    const ending = page.getByRole('region', { name: 'Ending soon' });
    await expect.element(ending.getByText('8 days')).toBeVisible();
    expect(ending.getByRole('listitem').element().textContent).toBe('PI US lawyers8 days23 Nov · 6 buckets');
  });

  test('buckets that go live are on it as well, approved or not, later ones in a note, all in a card', async () => {
    const partner = { number: 9101, name: 'Alder' };
    const of = (cob: string, day: string, approved: boolean) => ({ partner, cob, day, approved });
    const items = [
      of('cargo', '2026-11-24', true),
      of('hull', '2026-11-24', true),
      of('flood', '2026-12-10', false),
      of('specie', '2027-01-01', true),
    ];
    await showHome({ listGoLives: async () => ({ today: COMING.today, items }) });
    const line = page.getByRole('list', { name: 'What goes live, starts or ends in the next 30 days' });
    await expect.element(line).toBeInTheDocument();
    expect([...line.element().children].map(({ textContent }) => textContent)).toEqual([
      '1 ends on 23 Nov 2026: PI US lawyers',
      '2 go live on 24 Nov 2026: Cargo, 9101 Alder and 1 more',
      '1 starts on 1 Dec 2026: Specie vault accumulations',
      '1 not approved yet on 10 Dec 2026: Flood, 9101 Alder',
    ]);
    await expect.element(page.getByText('1 more goes live on 1 Jan 2027')).toBeVisible();
    await expect.element(page.getByText('buckets that go live')).toBeVisible();
    const card = page.getByRole('region', { name: 'Going live' });
    expect(
      card
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^Cargo.*24 Nov 2026 · 9101 Alder$/),
      expect.stringMatching(/^Hull/),
      expect.stringMatching(/^Flood.*not approved yet$/),
      expect.stringMatching(/^Specie/),
    ]);
  });

  test('none goes live: neither card nor legend', async () => {
    await showHome();
    await expect.element(page.getByText('dials that start')).toBeVisible();
    expect(page.getByRole('region', { name: 'Going live' }).query()).toBeNull();
    expect(page.getByText('buckets that go live').query()).toBeNull();
  });

  test('more of them than shown: the card says so', async () => {
    await showHome({ listComingDials: async () => ({ ...COMING, more: true }) });
    await expect.element(page.getByText('only the first 2')).toBeVisible();
  });

  test('are placed by the width of the line before anybody sees them, so that nothing moves', async () => {
    // It tells the width only after a frame was painted.
    class Silent {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    }
    vi.stubGlobal('ResizeObserver', Silent);
    onTestFinished(() => void vi.unstubAllGlobals());
    const last = {
      id: 'd3',
      name: 'A name that is cut at the end of the line',
      kind: 'ends',
      day: '2026-12-13',
      bucket_count: 1,
    } as const;
    await showHome({ listComingDials: async () => ({ ...COMING, items: [last] }) });
    const list = page.getByRole('list', { name: 'What goes live, starts or ends in the next 30 days' });
    await expect.element(list).toBeInTheDocument();
    const width = list.element().parentElement?.clientWidth ?? 0;
    const words = list.element().querySelector<HTMLElement>('li > span');
    expect(Number.parseFloat(words?.style.maxWidth ?? '')).toBeCloseTo((width * 2) / 30 + 64 - 18, 0);
  });

  test('none: one line', async () => {
    await showHome({ listComingDials: async () => ({ today: '2026-11-15', items: [], more: false }) });
    await expect.element(page.getByText('No dial starts or ends in the next 30 days.')).toBeVisible();
    expect(page.getByRole('region', { name: 'Ending soon' }).query()).toBeNull();
  });
});
