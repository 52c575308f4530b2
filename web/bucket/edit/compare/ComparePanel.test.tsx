import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OrderingTab } from '#web/bucket/edit/ordering/OrderingTab.tsx';
import { renderInEditor } from '#web/bucket/draft/testing.tsx';
import { entriesOf, makeDial, makeDials, withNewer } from '#web/bucket/testing.tsx';
import { ComparePanel } from './ComparePanel.tsx';

const scene = (
  <div style={{ display: 'flex', height: 640 }}>
    <div style={{ flex: 1, overflow: 'auto', padding: 24 }}>
      <OrderingTab />
    </div>
    <ComparePanel />
  </div>
);

const dial = (n: number) => page.getByRole('row', { name: new RegExp(`^Dial ${n}, `) });
const panel = () => page.getByRole('complementary', { name: 'Compare' });
const head = (n: number) => panel().getByRole('columnheader', { name: new RegExp(`Dial ${n}`) });
const line = (label: string) => {
  const header = [...panel().element().querySelectorAll('th[scope="row"]')].find((th) =>
    th.textContent.startsWith(label),
  );
  return [...(header?.parentElement?.children ?? [])].map((cell) => cell.textContent);
};
const focused = () => document.activeElement?.getAttribute('aria-label');
const announcement = () => document.querySelector('[aria-live="assertive"]')?.textContent;

async function press(n: number, keys: string) {
  await expect.element(dial(n)).toBeInTheDocument();
  (dial(n).element() as HTMLElement).focus();
  await userEvent.keyboard(keys);
}

test('C sends a row to A, then B, then replaces the older; the row keeps the focus and shows its letter', async () => {
  await page.viewport(1300, 700);
  await renderInEditor(scene, { dials: makeDials(6) });
  await press(3, 'c');
  await expect.element(head(3)).toBeVisible();
  await expect.element(panel().getByText('1 of 2 dials')).toBeVisible();
  await expect.element(panel().getByText('Drag a dial here, or press C on a row')).toBeVisible();
  expect(focused()).toBe('Dial 3, 3 of 6, A in the comparison');
  await press(5, 'C');
  await expect.element(panel().getByText('2 of 2 dials, drag another to replace one')).toBeVisible();
  await press(1, 'c');
  await expect.element(head(1)).toBeVisible();
  await expect.element(head(3)).not.toBeInTheDocument();
  expect(announcement()).toBe('Dial 1 is A in the comparison');
  await press(5, 'c');
  expect(announcement()).toBe('Dial 5 is in the comparison already');
});

test('shows both side by side: effective values, differences marked, dimensions set in either, the verdict', async () => {
  await page.viewport(1300, 700);
  const excess = { is_primary: 'excess' } as const;
  const dials = [
    makeDial(1, {
      values: { lead_share_cap: 40, max_line: 5_000_000, min_line: 500_000 },
      dimensions: { ...excess, attachment_point_ranges: '[50000000,)' },
    }),
    withNewer(
      makeDial(2, {
        values: { lead_share_cap: 35, max_line: 5_000_000 },
        dimensions: { ...excess, attachment_point_ranges: '[10000000,50000000)', domicile_countries: ['US'] },
      }),
      {},
    ),
  ];
  const [one, two] = entriesOf(dials);
  if (!one || !two) throw new Error('two dials were made');
  await renderInEditor(scene, { dials, entries: [one, { ...two, overrides: { max_line: 4_000_000 } }] });
  await press(1, 'c');
  await press(2, 'c');
  await expect.element(head(2)).toBeVisible();
  expect(head(1).element().textContent).toContain('LATEST');
  expect(head(2).element().textContent).not.toContain('LATEST');
  expect(line('Lead share cap')).toEqual(['Lead share cap, differs', '40%', '35%']);
  expect(line('Max line')).toEqual(['Max line, differs', '5,000,000', 'not the dial’s own 5,000,000 4,000,000']);
  expect(line('Min line')).toEqual(['Min line, differs', '500,000', 'Not set']);
  expect(line('Policy share cap')).toEqual(['Policy share cap', 'Not set', 'Not set']);
  expect(line('Primary or excess')).toEqual(['Primary or excess', 'Excess', 'Excess']);
  expect(line('Domicile')).toEqual(['Domicile, differs', 'Any', 'US']);
  expect(line('Revenue')).toEqual([]);
  await expect.element(panel().getByRole('img', { name: '[10,000,000, 50,000,000)' })).toBeVisible();
  await expect
    .element(
      panel().getByText('Their attachment points meet at $50m and do not overlap, so their order does not matter.', {
        exact: false,
      }),
    )
    .toBeVisible();
});

test('Escape closes it unless a row is lifted; closed from inside, it returns the focus to the row', async () => {
  await page.viewport(1300, 700);
  await renderInEditor(scene, { dials: makeDials(4) });
  await press(2, 'c');
  await press(3, ' {ArrowUp}{Escape}');
  await expect.element(panel()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel()).not.toBeInTheDocument();
  await press(4, 'c');
  await panel().getByRole('button', { name: 'Close comparison' }).click();
  await expect.element(panel()).not.toBeInTheDocument();
  expect(focused()).toBe('Dial 4, 4 of 4');
});

test('a button removes one, and a dial removed from the bucket leaves its slot empty', async () => {
  await page.viewport(1300, 700);
  await renderInEditor(scene, { dials: makeDials(4) });
  await press(2, 'c');
  await press(3, 'c');
  await panel().getByRole('button', { name: 'Take Dial 2 out' }).click();
  await expect.element(head(2)).not.toBeInTheDocument();
  expect(line('Max line')).toEqual(['Max line', '', '300,000']);
  expect(focused()).toBe('Close comparison');
  await press(3, '{Delete}');
  await expect.element(head(3)).not.toBeInTheDocument();
  await expect.element(panel().getByText('0 of 2 dials')).toBeVisible();
});
