import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { ComparePanel } from '#web/bucket/compare/ComparePanel.tsx';
import { DialPicker } from '#web/bucket/picker/DialPicker.tsx';
import { entriesOf, makeBucket, makeDial, renderInEditor, withNewer } from '#web/bucket/testing.tsx';
import { OrderingTab } from './OrderingTab.tsx';

const dials = [
  makeDial(1, { dimensions: { attachment_point_ranges: '[50000000,)', risk_codes: ['CY'] }, journeys: ['renewal'] }),
  makeDial(2, { dimensions: { attachment_point_ranges: '[10000000,50000000)' }, values: { lead_share_cap: 35 } }),
  withNewer(makeDial(3), { name: 'Dial 3' }),
  makeDial(4, {}, { status: 'upcoming' }),
  makeDial(5, {}, { status: 'expired' }),
  makeDial(6, {}, { status: 'ready' }),
];
const entries = entriesOf(dials).map((entry, index) =>
  index < 2 ? { ...entry, overrides: { max_line: 90_000 } } : entry,
);
const live = entriesOf(dials.slice(0, 5)).toReversed() as BucketEntries;

async function findings(scheme: string) {
  document.documentElement.dataset['mantineColorScheme'] = scheme;
  // The test page has no title and no landmarks of the shell; those are the journeys' business.
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

test.each(['light', 'dark'])('[BX1] axe finds nothing on the list beside a comparison, %s', async (scheme) => {
  await page.viewport(1440, 900);
  await renderInEditor(
    <div style={{ display: 'flex', height: 800 }}>
      <div style={{ flex: 1, overflow: 'auto', padding: 24 }}>
        <OrderingTab />
      </div>
      <ComparePanel />
    </div>,
    { dials, entries, bucket: makeBucket(live) },
  );
  const row = (n: number) => page.getByRole('row', { name: new RegExp(`^Dial ${n}, `) });
  await expect.element(row(1)).toBeVisible();
  (row(1).element() as HTMLElement).focus();
  await userEvent.keyboard('c{ArrowDown}c{ArrowDown}{Delete}{ArrowDown} {ArrowUp}');
  await expect.element(page.getByText('No risk can match both.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(await findings(scheme)).toEqual([]);
});

test.each(['light', 'dark'])('[BX2] axe finds nothing on the picker, %s', async (scheme) => {
  await page.viewport(1100, 800);
  await renderInEditor(<DialPicker opened onClose={() => undefined} />, { dials, entries: entries.slice(0, 2) });
  await page.getByRole('checkbox', { name: 'Dial 4' }).click();
  await expect.element(page.getByRole('button', { name: 'Add 1 dial' })).toBeEnabled();
  expect(await findings(scheme)).toEqual([]);
});
