import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { BucketDraftPage } from '#web/app/pages/BucketDraftPage.tsx';
import { BucketPage } from '#web/app/pages/BucketPage.tsx';
import { ClassesPage } from '#web/bucket/matrix/ClassesPage.tsx';
import { PartnersPage } from '#web/bucket/matrix/PartnersPage.tsx';
import { ComparePanel } from '#web/bucket/edit/compare/ComparePanel.tsx';
import * as edit from '#web/bucket/edit/testing.tsx';
import * as sheet from '#web/sheet/testing.tsx';
import { fakeExamples, makeExample } from '#web/example/testing.ts';
import { cell, press, renderGrid } from '#web/bucket/edit/values/testing.tsx';
import { ValuesTab } from '#web/bucket/edit/values/ValuesTab.tsx';
import { makeCapacity, makeImpact, makeMeasured, makeRisk } from '#web/impact/measure/testing.ts';
import { OrderingTab } from '#web/bucket/edit/ordering/OrderingTab.tsx';
import { DialPicker } from '#web/bucket/edit/picker/DialPicker.tsx';
import { showParity } from '#web/batch/parity/testing.tsx';
import { makeOutcomeView } from '#web/impact/outcome/testing.ts';
import * as bucket from '#web/bucket/testing.tsx';
import { renderInEditor } from '#web/bucket/draft/testing.tsx';
import { ENTRIES as OUTDATED, renderUpdates } from '#web/bucket/edit/update/testing.tsx';
import { UpdateAll } from '#web/bucket/edit/update/UpdateAll.tsx';
import { makePractice } from '#web/impact/practice/testing.ts';
import * as view from '#web/bucket/view/testing.tsx';
import { ReportPage } from '#web/report/ReportPage.tsx';
import { makeReport } from '#web/report/testing.ts';
import { type Api, fakeApi, renderPage } from '#web/testing/page.tsx';
import { ALL, button, type Open, type Screens } from './screen.ts';

const opens =
  (
    element: ReactNode,
    server: () => { api: Api },
    at: Readonly<{ route: string; address: string }>,
    shows: () => Locator,
  ): Open =>
  async () => {
    await renderPage(element, { api: server().api, ...at, permissions: ALL });
    return shows();
  };
const notes = view.LIVE.live.entries.slice(0, 1).map(({ dial_id }) => ({ dial_id, kind: 'expired' as const }));
const examples = fakeExamples([
  makeExample(1, { name: 'Broken', expected: { max_line: 1_500_000 } }),
  makeExample(2, { name: 'Passing' }),
]).answers;
const bucketServer = () => view.fakeBucketPages({ ...view.IN_REVIEW, live: { ...view.LIVE.live, notes } }, examples);
const row = (name: string) => () => page.getByRole('rowheader', { name });

const TRIED =
  '?try=&date=2026-11-16&journey=renewal&is_primary=primary&bi_cover_waiting_period_ranges=9&attachment_point_ranges=x';

export const BUCKET_SCREENS: Screens = {
  'a live bucket with what was expected of it, and its values': async () => {
    const { api } = view.fakeBucketPages(view.LIVE, {
      getOutcome: async () => makeOutcomeView({ verdict: 'more' }),
      getBucketPractice: async () => makePractice(view.LIVE.live.entries.map(({ dial_id }) => ({ dial_id }))),
    });
    const settings = { hasDecisions: true };
    await renderPage(<BucketPage />, { api, route: view.ROUTE, address: view.AT, permissions: ALL, settings });
    await button('Values').click();
    return page.getByRole('table', { name: 'Values before, expected and since' });
  },
  'the report of a month': opens(
    <ReportPage />,
    () => ({ api: fakeApi({ getMonthlyReport: async () => makeReport() }) }),
    { route: '/reports/:cob/:month', address: '/reports/cyber-privacy-and-tech/2026-10' },
    () => page.getByRole('table', { name: 'What changed' }),
  ),
  'buckets by class and partner': opens(
    <PartnersPage />,
    view.fakeSelectPages,
    { route: '/syndicate', address: '/syndicate' },
    () => page.getByRole('link', { name: /^Cargo, 9101/ }),
  ),
  'buckets of one class': opens(
    <PartnersPage />,
    view.fakeSelectPages,
    { route: '/syndicate', address: '/syndicate?cob=flood' },
    row('9120 Cormorant'),
  ),
  'one class across partners': async () => {
    await showParity({}, { search: '?from=9101' });
    await page.getByRole('checkbox', { name: /^Dial 2/ }).click();
    return button('Save 2 drafts');
  },
  'buckets of one partner': opens(
    <ClassesPage />,
    view.fakeSelectPages,
    { route: '/syndicate/:syndicateNumber/bucket', address: '/syndicate/9101/bucket' },
    row('Flood'),
  ),
  'a bucket': opens(<BucketPage />, bucketServer, { route: view.ROUTE, address: view.AT }, () =>
    page.getByText('Dial 5', { exact: true }),
  ),
  'a draft bucket': opens(
    <BucketDraftPage />,
    bucketServer,
    { route: `${view.ROUTE}/draft`, address: `${view.AT}/draft` },
    () => page.getByText('+40%'),
  ),
  'what a live bucket did in practice': async () => {
    const [one, two, ...others] = view.LIVE.live.entries.map(({ dial_id }) => ({ dial_id }));
    const dials = [one, { ...two, decided: 0, took_part: 41, days: [], beaten_by: one?.dial_id ?? null }, ...others];
    const practice = makePractice(dials as Parameters<typeof makePractice>[0]);
    await renderPage(<BucketPage />, {
      api: view.fakeBucketPages(view.LIVE, { getBucketPractice: async () => practice }).api,
      route: view.ROUTE,
      address: view.AT,
      permissions: ALL,
      settings: { hasDecisions: true },
    });
    await page.getByText('As a table').click();
    return page.getByRole('link', { name: /^Show me: Decided nothing/ });
  },
  'a risk tried on a draft': async (check) => {
    await opens(
      <div style={{ height: 860 }}>
        <BucketDraftPage />
      </div>,
      bucketServer,
      { route: `${view.ROUTE}/draft`, address: `${view.AT}/draft${TRIED}` },
      () => page.getByText('Against live v12'),
    )(check);
    await expect.element(page.getByText('Against live v12')).toBeVisible();
    await check();
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Paste JSON' }).click();
    await button('Use this risk').click();
    return page.getByText(/This is not valid JSON/);
  },
};

const { DIALS, LIVE } = edit;
const draft = () => bucket.makeBucket(LIVE, { draft: bucket.makeDraft(LIVE.slice(0, 5)) });
const withLine = (max_line: number, until: number): BucketEntries => [
  bucket.entryOf(DIALS[0], { max_line }),
  ...LIVE.slice(1, until),
];
const compared = [
  bucket.makeDial(1, {
    dimensions: { attachment_point_ranges: '[50000000,)', risk_codes: ['CY'] },
    journeys: ['renewal'],
  }),
  bucket.makeDial(2, {
    dimensions: { attachment_point_ranges: '[10000000,50000000)' },
    values: { lead_share_cap: 35 },
  }),
  bucket.withNewer(bucket.makeDial(3), { name: 'Dial 3' }),
  bucket.makeDial(4, {}, { status: 'upcoming' }),
  bucket.makeDial(5, {}, { status: 'expired' }),
  bucket.makeDial(6, {}, { status: 'ready' }),
];
const overridden = bucket
  .entriesOf(compared)
  .map((entry, index) => (index < 2 ? { ...entry, overrides: { max_line: 90_000 } } : entry));

export const BUCKET_EDIT_SCREENS: Screens = {
  'unsaved work and an offer of kept work': async () => {
    edit.leaveWork(LIVE.slice(0, 5), withLine(750_000, 5));
    await edit.openEditor(draft());
    await edit.choose('Dial 5', 'Move to top');
    return button('Restore');
  },
  'cells that cannot be saved': async () => {
    await edit.openWithWork(withLine(-5, 5), draft());
    await button('Save Draft').click();
    return page.getByText('Some values cannot be saved as they are');
  },
  'a submission without a description': async () => {
    await edit.openEditor(draft());
    await button('Submit for Review').click();
    await edit.dialog('Submit for Review').getByRole('button', { name: 'Submit for Review' }).click();
    return page.getByText('Required', { exact: true });
  },
  'a conflict in a bucket': async () => {
    const { server } = await edit.openWithWork(withLine(750_000, 5), draft());
    server.theySave(withLine(250_000, 4));
    await button('Save Draft').click();
    return button('Merge and Save Draft');
  },
  'what someone else saved': async () => {
    const { server, onRemoteEvent } = await edit.openWithWork(withLine(750_000, 5), draft());
    server.theySave(LIVE.slice(1, 5));
    await onRemoteEvent();
    await button('See what changed').click();
    return edit.dialog(/^Demo Cyber Lead saved this draft/);
  },
  'a sheet against its bucket': async (check) => {
    const { server, choose, onRemoteEvent } = await sheet.openImport();
    await check();
    server.theySave([bucket.entryOf(sheet.DIALS[0], { max_line: 800_000 }), ...sheet.LIVE.slice(1)]);
    await onRemoteEvent();
    await choose((file) => {
      file.set(2, 'Max line', 700_000);
      file.set(3, 'Max line', '1.5mm');
      file.set(4, 'Max line', 2_000_000);
      file.set(4, 'UW comment', 'call the broker');
      file.remove(5);
    });
    return page.getByText('2 choices left');
  },
  'a sheet of another bucket': async () => {
    const { api } = await sheet.openImport();
    await sheet.chooseFile(await sheet.makeSheetFile(api, { ...sheet.draft(), cob: 'cargo' }));
    return page.getByText('This sheet is of Cargo, 9101.');
  },
  'editing a bucket in review': async () => {
    await edit.openEditor(bucket.makeBucket(LIVE, { draft: bucket.makeDraft(LIVE, { state: 'pending_review' }) }));
    return button('Discard Review');
  },
  'the list beside a comparison': async () => {
    await renderInEditor(
      <div style={{ display: 'flex', height: 800 }}>
        <div style={{ flex: 1, overflow: 'auto', padding: 24 }}>
          <OrderingTab />
        </div>
        <ComparePanel />
      </div>,
      {
        dials: compared,
        entries: overridden,
        bucket: bucket.makeBucket(bucket.entriesOf(compared.slice(0, 5)).toReversed()),
      },
    );
    const first = page.getByRole('row', { name: /^Dial 1, / });
    await expect.element(first).toBeVisible();
    (first.element() as HTMLElement).focus();
    await userEvent.keyboard('c{ArrowDown}c{ArrowDown}{Delete}{ArrowDown}{Shift>}{ArrowUp}{/Shift} {ArrowUp}');
    await expect.element(button('Undo')).toBeVisible();
    return page.getByText('No risk can match both.');
  },
  'the list beside its impact, and risks over it': async (check) => {
    const ids = DIALS.map(({ dial_id }) => dial_id);
    const items = [makeRisk(1), makeRisk(2, { before: {}, after: {} })];
    await edit.openEditor(draft(), {
      size: [1440, 900],
      answers: {
        measureImpact: async () => makeMeasured(makeImpact(ids), { capacity: makeCapacity() }),
        countFigures: async ({ body }) => ({ risks: body.figures.map(() => 1309) }),
        listMeasuredRisks: async () => ({ items, next: null, total: 2 }),
      },
    });
    await button('Impact').click();
    await expect.element(page.getByText('of 38,412 risks change', { exact: true })).toBeVisible();
    await check();
    await button(/^Higher max line/).click();
    return page.getByText('R25-54002');
  },
  'the dial picker': async () => {
    await renderInEditor(<DialPicker onClose={() => undefined} />, {
      dials: compared,
      entries: overridden.slice(0, 2),
    });
    await page.getByRole('checkbox', { name: 'Dial 4' }).click();
    return button('Add 1 dial');
  },
  'the grid of values': async (check) => {
    await renderGrid();
    await cell('Critical', 'Max line').click();
    await press('12 apples{Enter}{Shift>}{ArrowDown}{/Shift}');
    await expect.element(page.getByText('2 cells, 1 overridden')).toBeVisible();
    await check();
    await cell('Critical', 'Ignore expiring line').click();
    await press('{Enter}');
    return page.getByRole('listbox');
  },
  'updates of dials': async (check) => {
    await renderUpdates(
      <div style={{ height: 600, overflow: 'auto' }}>
        <ValuesTab />
        <UpdateAll />
      </div>,
      OUTDATED,
    );
    await cell('Distressed', 'Ignore expiring line').click();
    await press('{ArrowLeft}');
    await expect.element(button('View Latest')).toBeVisible();
    await check();
    await button('View Latest').click();
    await expect.element(page.getByText('What the update would change')).toBeVisible();
    await check();
    await press('{Escape}');
    await button(/^Update all Dials/).click();
    return page.getByRole('radio', { name: 'Take 3%' });
  },
};
