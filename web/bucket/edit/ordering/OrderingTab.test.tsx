import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BucketEntries, BucketEntry } from '#domain/bucket/entry.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { renderInEditor } from '#web/bucket/draft/testing.tsx';
import { dialId, entriesOf, makeBucket, makeDial, makeDials } from '#web/bucket/testing.tsx';
import { OrderingTab } from './OrderingTab.tsx';

/** The tab inside a scrolling page body. */
const tab = (
  <div style={{ height: 560, overflow: 'auto', padding: 24 }}>
    <OrderingTab />
  </div>
);

async function open(count: number, more: Partial<Parameters<typeof renderInEditor>[1]> = {}) {
  await page.viewport(1100, 700);
  return renderInEditor(tab, { dials: makeDials(count), ...more });
}

const row = (name: string | RegExp) => page.getByRole('row', { name });
const dial = (n: number) => row(new RegExp(`^Dial ${n}, `));
const textOf = (n: number) => dial(n).element().textContent;
const shownNames = () => [...document.querySelectorAll('[role="row"]')].map((one) => one.getAttribute('aria-label'));
const announcement = () => document.querySelector('[aria-live="assertive"]')?.textContent;
const focused = () => document.activeElement?.getAttribute('aria-label');

async function focusOn(n: number) {
  await expect.element(dial(n)).toBeInTheDocument();
  (dial(n).element() as HTMLElement).focus();
}

test('Space lifts, arrows move, Space drops: one undo step, each announced', async () => {
  const { steps } = await open(11);
  const keys = () => document.querySelector('[role="grid"]')?.getAttribute('aria-describedby') ?? '';
  const hints = () => document.getElementById(keys())?.textContent;
  await focusOn(10);
  expect(hints()).toBe('↑↓ goSpace liftC compareDel removeEnter actionsShift ↑↓ select');
  await userEvent.keyboard(' ');
  expect(hints()).toBe('↑↓ moveSpace dropEsc cancel');
  expect(announcement()).toBe('Dial 10 lifted, 10 of 11');
  expect(focused()).toBe('Dial 10, 10 of 11, lifted');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(announcement()).toBe('Dial 10 is now 4 of 11');
  expect(steps).toEqual([]);
  await userEvent.keyboard(' ');
  expect(announcement()).toBe('Dial 10 dropped at 4 of 11');
  expect(steps).toMatchObject([{ order: [1, 2, 3, 10, 4, 5, 6, 7, 8, 9, 11], what: 'Moved Dial 10 to 4' }]);
  expect(focused()).toBe('Dial 10, 4 of 11');
  await expect.poll(() => textOf(10)).toContain('10 → 4');
});

test('25 quick arrow keys lose none', async () => {
  const { steps } = await open(60);
  await focusOn(2);
  await userEvent.keyboard(' ');
  // Dispatched directly: no waiting between the keys.
  for (let key = 0; key < 25; key += 1)
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  expect(announcement()).toBe('Dial 2 is now 27 of 60');
  await userEvent.keyboard(' ');
  expect(steps[0]?.order.indexOf(2)).toBe(26);
  expect(focused()).toBe('Dial 2, 27 of 60');
});

test('Home, End, PageUp and PageDown move a lifted row past rows that are not visible', async () => {
  const { steps } = await open(300);
  await focusOn(3);
  await userEvent.keyboard(' {End}');
  expect(announcement()).toBe('Dial 3 is now 300 of 300');
  expect(focused()).toBe('Dial 3, 300 of 300, lifted');
  await userEvent.keyboard('{PageUp}');
  expect(announcement()).toBe('Dial 3 is now 290 of 300');
  await userEvent.keyboard('{Home}{PageDown} ');
  expect(announcement()).toBe('Dial 3 dropped at 11 of 300');
  expect(steps).toHaveLength(1);
  expect(steps[0]?.order.slice(0, 12)).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 3, 12]);
});

test('Escape and blur put it back, without a step', async () => {
  const { steps } = await open(6);
  await focusOn(5);
  await userEvent.keyboard(' {ArrowUp}{ArrowUp}{Escape}');
  expect(announcement()).toBe('Move cancelled');
  expect(focused()).toBe('Dial 5, 5 of 6');
  await userEvent.keyboard(' {ArrowUp}');
  (dial(1).element() as HTMLElement).focus();
  await expect.poll(announcement).toBe('Move cancelled');
  expect(shownNames()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Dial ${n}, ${n} of 6`));
  expect(steps).toEqual([]);
});

test('not lifted, the same keys move through the rows; only one is a Tab stop', async () => {
  await open(300);
  await focusOn(1);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('Dial 3, 3 of 300');
  await userEvent.keyboard('{End}');
  expect(focused()).toBe('Dial 300, 300 of 300');
  await userEvent.keyboard('{PageUp}');
  expect(focused()).toBe('Dial 290, 290 of 300');
  expect(document.querySelectorAll('[role="row"][tabindex="0"]')).toHaveLength(1);
  expect(document.querySelectorAll('[role="row"]').length).toBeLessThan(40);
});

test('Delete removes and announces it, and Undo restores the dial to its position', async () => {
  const { steps } = await open(4);
  await focusOn(2);
  await userEvent.keyboard('{Delete}');
  expect(steps).toMatchObject([{ order: [1, 3, 4], what: 'Removed Dial 2' }]);
  expect(focused()).toBe('Dial 3, 2 of 3');
  await expect.element(page.getByText('Removed Dial 2.', { exact: false }).last()).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(focused()).toBe('Dial 2, 2 of 4');
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('the position accepts a typed number; beyond the last means the last', async () => {
  const { steps } = await open(8);
  await page.getByRole('button', { name: /^Position 7 of 8/ }).click();
  await userEvent.keyboard('2{Enter}');
  expect(steps).toMatchObject([{ order: [1, 7, 2, 3, 4, 5, 6, 8], what: 'Moved Dial 7 to 2' }]);
  expect(announcement()).toBe('Dial 7 is now 2 of 8');
  expect(focused()).toBe('Dial 7, 2 of 8');
  await page.getByRole('button', { name: /^Position 1 of 8/ }).click();
  await userEvent.keyboard('99{Enter}');
  expect(announcement()).toBe('Dial 1 is now 8 of 8');
  await page.getByRole('button', { name: /^Position 3 of 8/ }).click();
  await userEvent.keyboard('1{Escape}');
  expect(steps).toHaveLength(2);
});

test('the menu of a row moves, compares and removes; View Dial needs view on dials', async () => {
  const { steps } = await open(5);
  await focusOn(3);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Compare' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'View Dial' }).elements()).toHaveLength(0);
  await page.getByRole('menuitem', { name: 'Move to top' }).click();
  expect(focused()).toBe('Dial 3, 1 of 5');
  await page.getByRole('button', { name: 'Actions for Dial 3' }).click();
  await page.getByRole('menuitem', { name: 'Move to bottom' }).click();
  await page.getByRole('button', { name: 'Actions for Dial 1' }).click();
  await page.getByRole('menuitem', { name: /Remove from bucket/ }).click();
  expect(steps.map(({ what }) => what)).toEqual(['Moved Dial 3 to 1', 'Moved Dial 3 to 5', 'Removed Dial 1']);
  await page.getByRole('button', { name: 'Actions for Dial 4' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  expect(focused()).toBe('Dial 4, 2 of 4');
});

test('people who may view dials get a link to the dial, in a new tab', async () => {
  await open(2, { permissions: ['bucket:view', 'bucket:edit', 'dials:view'] });
  await page.getByRole('button', { name: 'Actions for Dial 2' }).click();
  const link = page.getByRole('menuitem', { name: 'View Dial' });
  await expect.element(link).toHaveAttribute('href', `/dials/${dialId(2)}`);
  await expect.element(link).toHaveAttribute('target', '_blank');
});

test('while a search filters the list nothing can be lifted or dragged, and a message says so', async () => {
  const { steps } = await open(30, { search: 'Dial 12' });
  await expect.element(page.getByText(/Dragging is off while a search filters the list/)).toBeVisible();
  await expect.poll(shownNames).toEqual(['Dial 12, 12 of 30']);
  expect(document.querySelector('[draggable="true"]')).toBeNull();
  await focusOn(12);
  await userEvent.keyboard(' ');
  expect(announcement()).toBe('Clear the search to move dials');
  expect(focused()).toBe('Dial 12, 12 of 30');
  expect(steps).toEqual([]);
});

test('a row shows what it sets here, its tags and its changes against live', async () => {
  const dials = [
    makeDial(1, { values: { lead_share_cap: 30, max_line: 1_500_000 } }),
    makeDial(2, {}, { status: 'upcoming' }),
    makeDial(3, {}, { status: 'expired' }),
    makeDial(4, {}, { deleted: true }),
    makeDial(5, { values: {} }, { status: 'ready', version: 6 }),
  ];
  const [one, ...others] = entriesOf(dials);
  const live = [one, ...others.slice(0, 2), { ...entriesOf(dials)[4], version: 5 }] as BucketEntries;
  const entries = [{ ...one, overrides: { max_line: 1_250_000 } }, ...others] as BucketEntries;
  await open(0, { dials, entries, bucket: makeBucket(live) });
  await expect.poll(() => textOf(1)).toMatch(/Lead 30%Max .*1,500,000 1,250,000/);
  await expect.poll(() => textOf(2)).toContain('This dial is not active yet and takes part later.');
  await expect.poll(() => textOf(3)).toContain('This dial has expired and no longer takes part.');
  await expect.poll(() => textOf(4)).toContain('This dial was deleted. Please remove it.');
  await expect.poll(() => textOf(4)).toContain('Added');
  await expect.poll(() => textOf(5)).toContain('v5 → v6');
  await expect.poll(() => textOf(5)).toContain('Sets no value');
  await expect.poll(() => textOf(5)).toContain('Ready');
});

test('one switch makes each row show when its dial applies; it is remembered, and the rows below move down', async () => {
  const scope: Partial<DialData> = {
    dimensions: {
      risk_codes: ['CY'],
      is_primary: 'excess',
      revenue_ranges: '[1,2]',
      attachment_point_ranges: '[1,2]',
      bi_cover_waiting_period_ranges: '[0,8)',
    },
    journeys: ['renewal'],
    active_from: '2026-11-01',
  };
  const dials = makeDials(40).map((each, index) => (index === 0 ? makeDial(1, scope) : each));
  const toggle = page.getByRole('switch', { name: 'When each dial applies' });
  const boxes = () => [1, 2, 3].map((n) => dial(n).element().getBoundingClientRect());
  const expectClose = (height: number) => {
    const [one, two, three] = boxes().map(({ top, height: high }) => [top, high] as const);
    expect([one?.[1], two?.[1]]).toEqual([height, height]);
    expect([two?.[0], three?.[0]]).toEqual([(one?.[0] ?? 0) + height, (one?.[0] ?? 0) + 2 * height]);
  };
  localStorage.clear();
  const { screen } = await open(40, { dials });
  await expect.element(dial(3)).toBeVisible();
  await expect.element(toggle).not.toBeChecked();
  expectClose(52);
  await toggle.click();
  expect(textOf(1)).toContain(
    'Excess, CY, attachment $1 to $2, revenue $1 to $2, waiting period 0 to 8 hours, renewal only, from 1 Nov 2026',
  );
  expectClose(70);
  await screen.unmount();
  await open(40, { dials });
  await expect.element(dial(3)).toBeVisible();
  await expect.element(toggle).toBeChecked();
  expectClose(70);
  localStorage.clear();
});

test('an empty bucket says what to do', async () => {
  await open(0);
  await expect.element(page.getByRole('heading', { name: 'No dials in this bucket' })).toBeVisible();
});

test('a dial that no longer decides is found, demonstrated by a risk, and resolved by moving it', async () => {
  const primary = { is_primary: 'primary' } as const;
  const dials = [
    makeDial(1, { dimensions: primary }),
    makeDial(2, { dimensions: { ...primary, domicile_countries: ['US'] } }),
    makeDial(3, { dimensions: { ...primary, domicile_countries: ['US', 'GB'] } }),
  ];
  const [one, two, three] = entriesOf(dials) as [BucketEntry, BucketEntry, BucketEntry];
  // Dial 3 never decided; 2 did while it came before 1.
  await open(0, { dials, entries: [one, two, three], bucket: makeBucket([two, one, three]) });
  const count = page.getByRole('button', { name: '1 finding' });
  await expect.element(count).toBeVisible();
  expect(textOf(2)).toContain('Never decides: dial 1 covers it');
  expect(textOf(3)).not.toContain('Never decides');
  const shows = dial(2).getByRole('link', { name: 'Show me: Never decides: dial 1 covers it' });
  await expect
    .element(shows)
    .toHaveAttribute('href', expect.stringMatching(/\?try=&date=.*&is_primary=primary&domicile_countries=US$/));
  await count.click();
  expect(focused()).toBe('Dial 2, 2 of 3');

  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.element(page.getByRole('button', { name: '2 findings' })).toBeVisible();
  expect(textOf(3)).toContain('Never decides: dial 1 covers it');
  await expect
    .element(page.getByRole('list', { name: 'Gaps' }))
    .toMatchTextContent(/^Some risks get no max lineas liveShow me/);
  await page.getByRole('button', { name: '2 findings' }).click();
  expect(focused()).toBe('Dial 3, 3 of 3');
  await page.getByRole('button', { name: 'Show all' }).click();

  await focusOn(2);
  await userEvent.keyboard(' {ArrowUp} ');
  await expect.element(page.getByText('No new findings')).toBeVisible();
  expect(textOf(2)).not.toContain('Never decides');
});

test('in a narrow list names and values break instead of being cut, and no row covers the next', async () => {
  const values = { max_line: 12_500_000, min_line: 250_000, lead_share_cap: 12.5, policy_share_cap: 6 };
  const dials = [
    makeDial(1, { name: 'Cyber critical infrastructure outside of the United States', values }),
    ...makeDials(5).slice(1),
  ];
  await open(5, { dials, entries: entriesOf(dials) });
  await expect.element(row(/^Cyber critical/)).toBeVisible();
  const heightOf = (at: number) => rowBoxes()[at]?.height ?? 0;
  expect(heightOf(0)).toBe(heightOf(1));
  // A panel opens beside it.
  await page.viewport(420, 700);
  await expect.poll(() => heightOf(0)).toBeGreaterThan(heightOf(1));
  const cut = [...document.querySelectorAll<HTMLElement>('[role="row"] :not(.ls-hidden)')].filter(
    (part) => getComputedStyle(part).overflowX !== 'visible' && part.scrollWidth > part.clientWidth,
  );
  expect(cut.map((part) => part.textContent)).toEqual([]);
  await expect
    .poll(() => rowBoxes().map(({ top }, at) => Math.round(top - (rowBoxes()[at - 1]?.bottom ?? top))))
    .toEqual([0, 0, 0, 0, 0]);
});

const rowBoxes = () => [...document.querySelectorAll('[role="row"]')].map((one) => one.getBoundingClientRect());
