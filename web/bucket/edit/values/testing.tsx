import { page, userEvent } from 'vitest/browser';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { renderInEditor } from '#web/bucket/draft/testing.tsx';
import { entryOf, makeDial } from '#web/bucket/testing.tsx';
import { ValuesTab } from './ValuesTab.tsx';

export const DIALS = [
  makeDial(1, {
    name: 'Critical',
    values: { ignore_expiring_line: 'maintains', max_line: 1_000_000, policy_share_cap: 5 },
  }),
  makeDial(2, { name: 'Healthcare', values: { lead_share_cap: 30, max_line: 3_000_000, min_line: 250_000 } }),
  makeDial(3, { name: 'Distressed', values: {} }),
];
export const ENTRIES: BucketEntries = DIALS.map((dial, index) =>
  entryOf(dial, index === 1 ? { max_line: 2_750_000 } : {}),
);

type Options = Partial<Parameters<typeof renderInEditor>[1]>;

/** The grid in a scrolling page body. Returns every step it makes. */
export async function renderGrid(options: Options = {}) {
  const { steps } = await renderInEditor(
    <div style={{ height: 600, overflow: 'auto' }}>
      <ValuesTab />
    </div>,
    { dials: DIALS, entries: ENTRIES, ...options },
  );
  return steps;
}

const COLUMNS = ['Dial', 'Ignore expiring line', 'Lead share cap', 'Max line', 'Min line', 'Policy share cap'];

/** A cell by the heads of its row and column. */
export function cell(dial: string, column: string) {
  const index = COLUMNS.indexOf(column);
  const row = page.getByRole('row').filter({ hasText: dial });
  return index === 0 ? row.getByRole('rowheader') : row.getByRole('gridcell').nth(index);
}

export const press = (keys: string) => userEvent.keyboard(keys);

/** As the browser dispatches it on copy, cut or paste. */
export function sendClipboard(type: 'copy' | 'cut' | 'paste', text = ''): string {
  const clipboardData = new DataTransfer();
  if (type === 'paste') clipboardData.setData('text/plain', text);
  document.body.dispatchEvent(new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true }));
  return clipboardData.getData('text/plain');
}
