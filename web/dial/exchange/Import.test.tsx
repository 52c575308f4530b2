import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ImportOutcome } from '#contract/dial-exchange.ts';
import { Problem } from '#contract/problem.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import type { Api } from '#web/base/api/nouns.ts';
import { DialsPage } from '#web/dial/DialsPage.tsx';
import { answer, COUNTS, dialId, dialRow, EDITOR, listApi, openList } from '#web/dial/list/testing.tsx';
import { catchDownloads } from '#web/testing/downloads.ts';
import { renderPage } from '#web/testing/page.tsx';

type ImportBody = Parameters<Api['importDials']>[0]['body'];

const file = (content: unknown, name = 'dials.json') =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], name);

/** Preview fixtures named after their outcome: "new", "changed", "same" and "wrong". */
function preview(names: readonly string[]): ImportOutcome[] {
  return names.map((name): ImportOutcome => {
    if (name.startsWith('changed'))
      return {
        outcome: 'changed',
        id: dialId(1),
        name,
        changes: [{ kind: 'value', value: 'max_line', before: 2_500_000, after: 3_500_000 }],
      };
    if (name.startsWith('same')) return { outcome: 'same', id: dialId(2), name };
    if (name.startsWith('wrong'))
      return { outcome: 'wrong', name, errors: [{ path: 'dimensions.revenue_ranges', message: 'Invalid interval' }] };
    return { outcome: 'new', name };
  });
}

function importApi(more: Partial<Api> = {}) {
  const written: ImportBody[] = [];
  const { api } = listApi(() => answer([dialRow(1)]), {
    previewImport: ({ body }) => {
      const names = body.rows.map(({ data }) => String(data['name']));
      return Promise.resolve({ outcomes: preview(names), fingerprint: names.join() });
    },
    importDials: ({ body }) => {
      written.push(body);
      const drafts = body.rows.map((_, index) => dialId(index + 1));
      return Promise.resolve({ created: 1, changed: body.rows.length - 1, drafts });
    },
    ...more,
  });
  return { api, written };
}

async function openDialog(api: Api, content: unknown, name?: string) {
  await openList(api, '/dials?tab=ready');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Import dials' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Import dials' })).toBeVisible();
  if (content !== undefined) await userEvent.upload(page.getByLabelText('File of dials'), file(content, name));
}

const named = (...names: readonly string[]) => names.map((name) => ({ name }));
const button = (name: string) => page.getByRole('button', { name });
const tab = (name: string) => page.getByRole('tab', { name, exact: true });

describe('import', () => {
  test('every row shows its effect, with counts above; changes can be expanded', async () => {
    const { api, written } = importApi();
    await openDialog(api, named('new one', 'changed one', 'same one', 'wrong one'));
    for (const name of ['All 4', 'New 1', 'Changed 1', 'Same 1', 'Wrong 1'])
      await expect.element(tab(name)).toBeVisible();
    await expect.element(page.getByText('Revenue: Invalid interval')).toBeVisible();
    await button('Max line').click();
    await expect.element(page.getByText('2,500,000')).toBeVisible();
    await expect.element(page.getByText('3,500,000')).toBeVisible();
    await tab('Wrong 1').click();
    expect(page.getByRole('rowheader', { name: 'new one' }).elements()).toEqual([]);
    expect(written).toEqual([]);
  });

  test('wrong rows block the import until they are unticked; unchanged ones are not sent', async () => {
    const { api, written } = importApi();
    await openDialog(api, named('new one', 'changed one', 'same one', 'wrong one'));
    await expect.element(button('Import 2 dials')).toBeDisabled();
    await expect.element(page.getByText(/One row is wrong\./)).toBeVisible();
    await button('leave it out').click();
    await button('Import 2 dials').click();
    await expect.element(page.getByText('2 dials imported as drafts')).toBeVisible();
    expect(written).toEqual([
      { rows: [{ data: { name: 'new one' } }, { data: { name: 'changed one' } }], fingerprint: 'new one,changed one' },
    ]);
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
    await expect.element(page.getByText('2 imported dials are drafts.')).toBeVisible();
    await button('Publish all that are complete').click();
    await expect.element(page.getByRole('dialog', { name: 'Publish 2 dials?' })).toBeVisible();
  });

  test('closing writes nothing', async () => {
    const { api, written } = importApi();
    await openDialog(api, named('new one'));
    await expect.element(button('Import 1 dial')).toBeEnabled();
    await button('Close').click();
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
    expect(written).toEqual([]);
  });

  test('if dials changed in between, the preview is shown again instead', async () => {
    let refused = 0;
    const { api } = importApi({
      importDials: () => {
        refused += 1;
        return Promise.reject(
          new Problem('conflict', 'Dials have changed since the preview. Please look at it again.'),
        );
      },
    });
    await openDialog(api, named('new one'));
    await button('Import 1 dial').click();
    await expect
      .element(page.getByText('Dials have changed since the preview. Please look at it again.'))
      .toBeVisible();
    expect(refused).toBe(1);
    await expect.element(button('Import 1 dial')).toBeEnabled();
  });

  test('a second preview with another result stops the import', async () => {
    let looks = 0;
    const { api, written } = importApi({
      previewImport: ({ body }) => {
        looks += 1;
        const names = body.rows.map(({ data }) => (looks > 1 ? 'same' : String(data['name'])));
        return Promise.resolve({ outcomes: preview(names), fingerprint: String(looks) });
      },
    });
    await openDialog(api, named('new one', 'same one'));
    await button('Import 1 dial').click();
    await expect.element(tab('Same 2')).toBeVisible();
    await expect.element(page.getByText(/Dials have changed since the preview/)).toBeVisible();
    await expect.element(button('Import 0 dials')).toBeDisabled();
    expect(written).toEqual([]);
  });

  test('a failure shows a toast and a sentence, and the choices stay', async () => {
    const { api } = importApi({
      importDials: () => Promise.reject(new Problem('not-allowed', 'You may not do this.')),
    });
    await openDialog(api, named('new one'));
    await button('Import 1 dial').click();
    await expect.element(page.getByText('Failed to import dials')).toBeVisible();
    await expect.element(page.getByText('You may not do this.')).toBeVisible();
    await expect.element(button('Import 1 dial')).toBeEnabled();
  });

  test('errors of the file itself are shown, and another can be chosen', async () => {
    const { api } = importApi();
    await openDialog(api, 'name,Revnue\nA,1', 'dials.csv');
    await expect.element(page.getByText('dials.csv cannot be imported.')).toBeVisible();
    await expect.element(page.getByText('Column B, “Revnue”, is not a field of a dial.')).toBeVisible();
    await userEvent.upload(page.getByLabelText('File of dials'), file('Name\nnew one', 'dials.csv'));
    await expect.element(button('Import 1 dial')).toBeEnabled();
  });

  test('a file can be dropped', async () => {
    const { api } = importApi();
    await openDialog(api, undefined);
    const dropped = new DataTransfer();
    dropped.items.add(file(named('new one')));
    const target = page.getByText('Drop a .xlsx, .csv or .json file here').element();
    target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: dropped }));
    await expect.element(button('Import 1 dial')).toBeEnabled();
  });

  test('a file dropped beside the preview neither replaces the page nor what was read', async () => {
    const { api } = importApi();
    await openDialog(api, JSON.stringify([{ name: 'new one' }]));
    await expect.element(button('Import 1 dial')).toBeEnabled();
    const dropped = new DataTransfer();
    dropped.items.add(file('Name\nother', 'other.csv'));
    const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: dropped });
    button('Import 1 dial').element().dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    await expect.element(page.getByRole('checkbox', { name: 'Import row 1, new one' })).toBeVisible();
  });

  test('a row with its own errors is sent without them, and they are named', async () => {
    const { api } = importApi();
    await openDialog(api, `id,name,max_line\nseven,new one,many`, 'dials.csv');
    await expect
      .element(page.getByText('Id: This is not the id of a dial. Leave it empty for a new one.'))
      .toBeVisible();
    await expect.element(page.getByText('Max line: Please give a number like 3,500,000')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Import row 2, new one' }).click();
    await expect.element(page.getByText('There is nothing to import: no ticked row is new or changed.')).toBeVisible();
  });

  test('missing columns are listed if the file changes dials', async () => {
    const { api } = importApi();
    await openDialog(api, `id,name\n${dialId(1)},changed one`, 'dials.csv');
    await expect
      .element(
        page.getByText(
          'The file has no column for Description, Tags and 41 more fields. Existing dials lose these values.',
        ),
      )
      .toBeVisible();
  });

  test('without create on dials there is no import', async () => {
    const { api } = importApi();
    await renderPage(<DialsPage />, { api, route: '/dials', address: '/dials', permissions: ['dials:view'] });
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Export as CSV' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Import dials' }).elements()).toEqual([]);
  });
});

describe('export', () => {
  async function exportAs(item: string, more: Partial<Api> = {}) {
    const { blobs, names } = catchDownloads();
    const queries: unknown[] = [];
    const { api } = listApi(() => answer([dialRow(1)], COUNTS), {
      exportDials: ({ query }) => {
        queries.push(query);
        const data = { ...EMPTY_DIAL, name: '=1+1', tags: ['a;b'], dial_id: dialId(1) };
        return Promise.resolve({ dials: [{ id: dialId(1), version: 3, data }] });
      },
      ...more,
    });
    await renderPage(<DialsPage />, { api, route: '/dials', address: '/dials?tab=ready&q=cyber', permissions: EDITOR });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect.element(page.getByText('1 dial exported')).toBeVisible();
    // The notice may be from an earlier export.
    await expect.poll(() => names).toHaveLength(1);
    vi.restoreAllMocks();
    return { file: blobs[0], text: await blobs[0]?.text(), name: names[0], queries };
  }

  test('JSON of the filtered list, named by the day', async () => {
    const { text, name, queries } = await exportAs('Export as JSON');
    expect(name).toMatch(/^dials-\d{4}-\d{2}-\d{2}\.json$/);
    expect(queries).toEqual([{ status: 'ready', q: 'cyber', sort: 'name' }]);
    expect(JSON.parse(text ?? '')).toEqual([
      { id: dialId(1), version: 3, data: { ...EMPTY_DIAL, name: '=1+1', tags: ['a;b'], dial_id: dialId(1) } },
    ]);
  });

  test('a workbook that can be imported again', async () => {
    const sent: unknown[] = [];
    const { file: workbook, name = '' } = await exportAs('Export as Excel', {
      previewImport: ({ body }) => {
        sent.push(...body.rows);
        return Promise.resolve({ outcomes: [{ outcome: 'same', id: dialId(1), name: '=1+1' }], fingerprint: '' });
      },
    });
    expect(name).toMatch(/^dials-\d{4}-\d{2}-\d{2}\.xlsx$/);
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Import dials' }).click();
    await userEvent.upload(page.getByLabelText('File of dials'), new File(workbook ? [workbook] : [], name));
    await expect.element(page.getByRole('rowheader', { name: '=1+1' })).toBeVisible();
    expect(sent).toEqual([{ id: dialId(1), data: { ...EMPTY_DIAL, name: '=1+1', tags: ['a;b'] } }]);
    await button('Choose another file').click();
    await userEvent.upload(page.getByLabelText('File of dials'), file('no workbook', 'dials.xlsx'));
    await expect.element(page.getByText('dials.xlsx cannot be imported.')).toBeVisible();
  });

  test('CSV with a line of keys, and no cell a spreadsheet would run', async () => {
    const { text, name } = await exportAs('Export as CSV');
    expect(name).toMatch(/^dials-\d{4}-\d{2}-\d{2}\.csv$/);
    const [head, row] = (text ?? '').split('\r\n');
    expect(head).toMatch(
      /^\uFEFF?"id","version","name","description","tags","authors","journeys","reason","active_from","active_until","risk_codes",/,
    );
    expect(row).toContain(String.raw`"${dialId(1)}","3","'=1+1","","a\;b",`);
  });
});
