import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openEditor } from '#web/bucket/edit/testing.tsx';
import { fakeBucketServer } from '#web/bucket/testing.tsx';
import { useBucketActions } from '#web/bucket/view/useBucketActions.tsx';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { readSheetFile } from '#web/workbook/sheetJob.ts';
import { catchDownloads } from '#web/testing/downloads.ts';
import { renderPage } from '#web/testing/page.tsx';
import { chooseFile, DIALS, draft, openImport } from './testing.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });

test.each([
  ['edit', 'the draft of v12', 900_000],
  ['live', 'live v12', 1_000_000],
] as const)('the menu of the %s page exports its own list', async (pageName, source, line) => {
  const { blobs, names } = catchDownloads();
  if (pageName === 'live') await openLive(['bucket:view', 'bucket:edit']);
  else await openEditor(draft(), { dials: DIALS });
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Export a sheet' }).click();
  await expect.element(page.getByText('Sheet exported')).toBeVisible();
  expect(names).toEqual(['9101-cyber-privacy-and-tech.xlsx']);
  const { choose: _, ...opened } = await openImport();
  expect(opened.server.calls).not.toContain('saveBucketDraft');
  await chooseFile(new File([blobs[0] as Blob], 'exported.xlsx'));
  await expect.element(page.getByText(new RegExp(`by Demo Underwriter, from ${source}`))).toBeVisible();
  const { sheets } = await readSheetFile(blobs[0] as Blob);
  const column = sheets[0]?.rows[0]?.findIndex((cell) => cell?.text === 'Max line, USD') ?? -1;
  expect(sheets[0]?.rows[1]?.[column]?.number).toBe(line);
});

/** The menu of the live page, without the rest of it. */
function LiveMenu() {
  const { menu, dialog } = useBucketActions(draft(), 'active');
  return (
    <AppPage title="Cyber" menu={menu}>
      Live
      {dialog}
    </AppPage>
  );
}

async function openLive(permissions: readonly string[]) {
  const { api } = fakeBucketServer(draft(), DIALS);
  const route = '/syndicate/:syndicateNumber/bucket/:cob';
  await renderPage(<LiveMenu />, { api, route, address: '/syndicate/9101/bucket/cyber-privacy-and-tech', permissions });
}

const drop = (type: 'dragover' | 'drop', file: File) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
};

/** What listens is loaded after the page. */
const countOffers = (file: File): number => {
  drop('dragover', file);
  return page.getByText('Drop the sheet to import it').elements().length;
};

test('a sheet dropped on the bucket opens Import a sheet with it', async () => {
  const { router } = await openEditor(draft(), { dials: DIALS });
  const file = new File(['x'], 'dropped.xlsx');
  await expect.poll(() => countOffers(file)).toBe(1);
  drop('drop', file);
  await expect.poll(() => router.state.location.pathname).toMatch(/\/import$/);
  await expect.element(page.getByText('Drop the sheet to import it')).not.toBeInTheDocument();
  const { pathname } = await openImport(draft(), { dropped: file });
  expect(pathname).toBe(router.state.location.pathname);
  await expect.element(page.getByText('dropped.xlsx cannot be imported.')).toBeVisible();
});

test.each([
  [['bucket:view', 'bucket:edit'], 1],
  [['bucket:view'], 0],
] as const)('a file over the live page, with %s, is offered %i times', async (permissions, offers) => {
  await openLive(permissions);
  await import('./SheetDrop.tsx');
  await expect.poll(() => countOffers(new File(['x'], 'dropped.xlsx'))).toBe(offers);
});
