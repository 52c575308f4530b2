import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Dial } from '#contract/dial.ts';
import { Problem } from '#contract/problem.ts';
import { catchDownloads } from '#web/testing/downloads.ts';
import type { Api } from '#web/testing/page.tsx';
import { DIAL, DIAL_ID, showDial } from './testing.tsx';

type Setup = Readonly<{ dial?: Dial; api?: Partial<Api>; permissions?: readonly string[] }>;

const EVERYTHING = ['dials:view', 'dials:edit', 'dials:create', 'dials:delete'];
const FREE: Dial = { ...DIAL, bucket_count: 0, abilities: { ...DIAL.abilities, delete: true } };

async function openMenu({ dial = FREE, api = {}, permissions = EVERYTHING }: Setup = {}) {
  const made = await showDial({ getDial: () => Promise.resolve(dial), ...api }, { permissions });
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Copy to Clipboard' })).toBeVisible();
  return made;
}

const menu = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map((item) => item.textContent);

describe('the actions', () => {
  test('all of them, with every permission and a dial in no bucket', async () => {
    await openMenu();
    expect(menu()).toEqual(['Copy to Clipboard', 'Download as JSON', 'Duplicate Dial', 'Discard draft', 'Delete Dial']);
    await expect.element(page.getByRole('link', { name: 'Edit Dial' })).toBeVisible();
  });

  test('a dial in use cannot be deleted, and the menu says why', async () => {
    await openMenu({ dial: DIAL });
    await expect.element(page.getByRole('menuitem', { name: 'Delete Dial in use' })).toBeDisabled();
  });

  test('with view only, a copy is the only action', async () => {
    const dial = {
      ...FREE,
      abilities: { edit: false, publish: false, discard: false, duplicate: false, delete: false },
    };
    await openMenu({ dial, permissions: ['dials:view'] });
    expect(menu()).toEqual(['Copy to Clipboard', 'Download as JSON']);
    expect(page.getByRole('link', { name: 'Edit Dial' }).elements()).toHaveLength(0);
    await expect.element(page.getByText('v7 draft open')).toBeVisible();
    expect(page.getByRole('link', { name: 'v7 draft open' }).elements()).toHaveLength(0);
  });
});

describe('a copy of it', () => {
  const exported = { id: DIAL_ID, version: 6, data: DIAL.data };
  afterEach(() => vi.restoreAllMocks());

  test('goes to the clipboard in the export format', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openMenu();
    await page.getByRole('menuitem', { name: 'Copy to Clipboard' }).click();
    await expect.element(page.getByText('Dial copied to clipboard')).toBeVisible();
    expect(JSON.parse(String(writeText.mock.calls[0]?.[0]))).toEqual(exported);
  });

  test('a clipboard error is shown', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await openMenu();
    await page.getByRole('menuitem', { name: 'Copy to Clipboard' }).click();
    await expect.element(page.getByText('Failed to copy dial')).toBeVisible();
  });

  test('is downloaded as JSON under its name', async () => {
    const { blobs, names } = catchDownloads();
    await openMenu();
    (page.getByRole('menuitem', { name: 'Download as JSON' }).element() as HTMLElement).click();
    expect(names).toEqual(['cyber-excess-10m-to-50m-v6.json']);
    expect(JSON.parse((await blobs[0]?.text()) ?? '')).toEqual(exported);
  });

  test('becomes a new draft, which opens', async () => {
    const duplicateDial = vi.fn<Api['duplicateDial']>(() => Promise.resolve({ ...DIAL, id: 'the-copy' }));
    await openMenu({ api: { duplicateDial } });
    await page.getByRole('menuitem', { name: 'Duplicate Dial' }).click();
    await expect.element(page.getByText('Dial successfully duplicated', { exact: true })).toBeVisible();
    await expect.element(page.getByText('at /dial/the-copy')).toBeVisible();
    expect(duplicateDial.mock.calls[0]?.[0]).toEqual({ params: { dialId: DIAL_ID } });
  });

  test('a failed duplicate stays on the page', async () => {
    await openMenu({ api: { duplicateDial: () => Promise.reject(new Problem('unexpected', 'No.')) } });
    await page.getByRole('menuitem', { name: 'Duplicate Dial' }).click();
    await expect.element(page.getByText('Failed to duplicate dial', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1, name: DIAL.data.name })).toBeVisible();
  });
});

describe('deleting it', () => {
  const deleteDial = vi.fn<Api['deleteDial']>();
  beforeEach(() => void deleteDial.mockReset());

  async function ask() {
    const made = await openMenu({ api: { deleteDial } });
    await page.getByRole('menuitem', { name: 'Delete Dial' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Do you want to delete this Dial?' })).toBeVisible();
    return made;
  }

  test('asks first; keeping it changes nothing', async () => {
    await ask();
    await page.getByRole('button', { name: 'Keep Dial' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(deleteDial).not.toHaveBeenCalled();
  });

  test('done, based on the revision shown: a toast, and back to the list', async () => {
    deleteDial.mockResolvedValue({ deleted: true });
    await ask();
    await page.getByRole('button', { name: 'Delete Dial' }).click();
    await expect.element(page.getByText('Dial successfully deleted', { exact: true })).toBeVisible();
    await expect.element(page.getByText('at /dials', { exact: true })).toBeVisible();
    expect(deleteDial.mock.calls[0]).toEqual([{ params: { dialId: DIAL_ID } }, { ifMatch: 'r12' }]);
  });

  test('refused: a toast, and the dialog names the buckets that use it', async () => {
    const detail = 'This dial is in use: Cyber Privacy & Tech, 9101 Alder.';
    deleteDial.mockRejectedValue(new Problem('conflict', detail));
    await ask();
    await page.getByRole('button', { name: 'Delete Dial' }).click();
    await expect.element(page.getByText('Failed to delete dial', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('dialog').getByText(detail)).toBeVisible();
  });
});

describe('discarding its draft', () => {
  const discardDraft = vi.fn<Api['discardDraft']>();
  beforeEach(() => void discardDraft.mockReset());

  test('done, based on the revision shown: a toast, and no open draft', async () => {
    const published: Dial = {
      ...FREE,
      revision: 'r13',
      versions: FREE.versions.slice(1),
      abilities: { ...FREE.abilities, publish: false, discard: false },
    };
    discardDraft.mockResolvedValue(published);
    let fetches = 0;
    await openMenu({
      api: { discardDraft, getDial: () => Promise.resolve((fetches += 1) === 1 ? FREE : published) },
    });
    await page.getByRole('menuitem', { name: 'Discard draft' }).click();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect.element(page.getByText('Draft discarded', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByText('v7 draft open')).not.toBeInTheDocument();
    expect(discardDraft.mock.calls[0]).toEqual([{ params: { dialId: DIAL_ID } }, { ifMatch: 'r12' }]);
  });

  test('without an open draft, or permission to edit, it is not offered', async () => {
    await openMenu({ dial: { ...FREE, abilities: { ...FREE.abilities, discard: false } } });
    expect(menu()).not.toContain('Discard draft');
  });
});
