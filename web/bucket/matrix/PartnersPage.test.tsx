import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PartnersPage } from './PartnersPage.tsx';
import { OTHER } from '#web/bucket/testing.tsx';
import { fakeSelectPages } from '#web/bucket/view/testing.tsx';
import { renderPage } from '#web/testing/page.tsx';

type Fake = ReturnType<typeof fakeSelectPages>;

const EDITOR = ['bucket:view', 'bucket:edit'];

async function open({ api }: Fake = fakeSelectPages(), address = '/syndicate', permissions = EDITOR) {
  return renderPage(<PartnersPage />, {
    api,
    route: '/syndicate',
    address,
    permissions,
  });
}

const link = (name: string | RegExp) => page.getByRole('link', { name });
const cargo = 'Cargo, 9101 Alder: appetite 1.25, Active, 3 dials';
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

test('title, selectors and tabs have the names in the specification', async () => {
  await open();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Buckets' })).toBeVisible();
  await expect.element(page.getByPlaceholder('Select Partner')).toBeVisible();
  await expect.element(page.getByPlaceholder('Select Class')).toBeVisible();
  for (const name of ['All 4', 'Active 2', 'Draft 1', 'Pending Review 1'])
    await expect.element(page.getByRole('tab', { name })).toBeVisible();
});

test('a cell names class, partner, appetite, state and dials, and links to the bucket', async () => {
  await open();
  await expect.element(link('Cargo, 9112 Beacon: appetite 0.00, closed, Active, 3 dials')).toBeVisible();
  await expect.element(link('Flood, 9120 Cormorant: appetite 0.50, Pending Review, 3 dials')).toBeVisible();
  await link(cargo).click();
  await expect.element(page.getByText('at /syndicate/9101/bucket/cargo')).toBeVisible();
});

test('one Tab stop; arrows, Home and End move, also over empty cells, and Enter opens', async () => {
  await open();
  await expect.element(link(cargo)).toBeVisible();
  expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1);
  (document.querySelector('[role="grid"] [tabindex="0"]') as HTMLElement).focus();
  expect(focused()).toBe(cargo);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(focused()).toBe('No bucket');
  await userEvent.keyboard('{ArrowRight}{ArrowUp}');
  expect(focused()).toBe('9120 Cormorant');
  await userEvent.keyboard('{Home}{ArrowUp}{ArrowDown}');
  expect(focused()).toBe('Cargo');
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await userEvent.keyboard('{PageUp}{PageUp}{PageUp}{PageUp}{PageUp}{Home}{ArrowDown}{ArrowRight}');
  expect(focused()).toBe(cargo);
  expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('at /syndicate/9101/bucket/cargo')).toBeVisible();
});

test('a layer is chosen above the matrix, is in the URL, and each cell describes it', async () => {
  let waiting = 2;
  const fake = fakeSelectPages({
    getBucketLayers: async () => ({
      buckets: [{ partner: 9112, cob: 'cargo', newer: waiting, ending: 0, draft: null }],
    }),
  });
  const { router } = await open(fake);
  await expect.element(link(cargo)).toBeVisible();
  await page.getByText('Dials', { exact: true }).click();
  await expect.element(link('Cargo, 9101 Alder: 3 dials')).toMatchTextContent(/^3$/);
  await page.getByText('Newer versions', { exact: true }).click();
  await expect.element(link('Cargo, 9112 Beacon: 2 newer versions waiting')).toMatchTextContent(/^2$/);
  await expect.element(link('Cargo, 9101 Alder: no newer version waiting')).toBeVisible();
  expect(router.state.location.search).toBe('?layer=newer');
  await expect.element(page.getByText('with a newer published version')).toBeVisible();
  // Someone publishes a dial of the bucket.
  await expect.poll(fake.events.listening).toBe(1);
  waiting = 3;
  const at = '2026-11-16T11:02:00Z';
  fake.events.send({ kind: 'dial_published', dial_id: 'd1', by: OTHER, at });
  await expect.element(link('Cargo, 9112 Beacon: 3 newer versions waiting')).toBeVisible();
});

test('a tab and a search filter the matrix, and are in the URL', async () => {
  const { router } = await open();
  await page.getByRole('tab', { name: 'Draft 1' }).click();
  await expect.element(link(/^Flood, 9101 Alder/)).toBeVisible();
  await expect.element(link(cargo)).not.toBeInTheDocument();
  await page.getByRole('searchbox', { name: 'Search buckets' }).fill('cargo');
  await expect.element(page.getByText(/No bucket matches “cargo” in Draft\./)).toBeVisible();
  expect(router.state.location.search).toBe('?tab=draft&q=cargo');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.element(link(cargo)).toBeVisible();
  expect(router.state.location.search).toBe('');
  await page.getByRole('searchbox', { name: 'Search buckets' }).fill('cargo 9101');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/syndicate\/9101\/bucket\/cargo/);
});

test('Draft and Pending Review list who, since when, the changes and the votes', async () => {
  await open(fakeSelectPages(), '/syndicate?tab=draft', [...EDITOR, 'review:view']);
  const row = page.getByRole('row', { name: /^(Select )?Flood/ });
  await expect
    .element(row)
    .toMatchTextContent(/^Flood, 9101 Alder.*Added 1Updated 2Demo Underwriter10 Nov 2026 10:58Edit View$/);
  await expect
    .element(link('View draft of Flood, 9101 Alder'))
    .toHaveAttribute('href', '/syndicate/9101/bucket/flood/draft');
  expect(page.getByRole('columnheader', { name: 'Votes' }).query()).toBeNull();
  await page.getByRole('tab', { name: 'Pending Review 1' }).click();
  await expect
    .element(row)
    .toMatchTextContent(/^Flood, 9120 Cormorant.*Demo Cyber Lead11 Nov 2026 .*Added 1Updated 21 of 2 approvalsView$/);
  await expect.element(link('In the set Flood 2027')).toHaveAttribute('href', '/review-sets/s1');
});

test('while the next tab loads, its heads stand above a skeleton, not above the previous rows', async () => {
  const answer = Promise.withResolvers<void>();
  const { api: healthy } = fakeSelectPages();
  const listBuckets: typeof healthy.listBuckets = async (call) => {
    if (call.query.status === 'pending_review') await answer.promise;
    return healthy.listBuckets(call);
  };
  await open(fakeSelectPages({ listBuckets }), '/syndicate?tab=draft', [...EDITOR, 'review:view']);
  await expect.element(link('Flood, 9101 Alder')).toBeVisible();
  await page.getByRole('tab', { name: 'Pending Review 1' }).click();
  await expect.element(page.getByRole('columnheader', { name: 'Submitted by' })).toBeVisible();
  await expect.element(page.getByText('Loading...')).toBeInTheDocument();
  expect(link('Flood, 9101 Alder').query()).toBeNull();
  answer.resolve();
  await expect.element(link('Flood, 9120 Cormorant')).toBeVisible();
  expect(page.getByText('Loading...').query()).toBeNull();
});

test('a bucket outside the tab is not called missing, and each class shows its family', async () => {
  await open();
  const row = page.getByRole('rowheader', { name: /^Contingency Event Cancellation And Non Appearance$/ });
  await expect.element(row).toBeVisible();
  const family = row.getByText('Contingency', { exact: true }).element();
  expect(family.scrollWidth).toBeLessThanOrEqual(family.clientWidth);
  await expect.element(row.getByText('Non Appearance')).toBeVisible();
  await page.getByRole('tab', { name: 'Active 2' }).click();
  await expect.element(link(cargo)).toBeVisible();
  await expect.poll(() => page.getByText('No bucket').elements()).toEqual([]);
});

test('choosing a partner opens its classes', async () => {
  await open();
  await page.getByRole('combobox', { name: 'Select Partner' }).click();
  await page.getByRole('option', { name: '9112 Beacon' }).click();
  await expect.element(page.getByText('at /syndicate/9112/bucket')).toBeVisible();
});

test('choosing a class shows its partners in detail; a partner then opens the bucket', async () => {
  const { router } = await open();
  await page.getByRole('combobox', { name: 'Select Class' }).fill('Flo');
  await page.getByRole('option', { name: 'Flood' }).click();
  const row = page.getByRole('row', { name: /9101 Alder/ });
  await expect.element(row).toMatchTextContent(/v12 since 3 Nov 2026/);
  await expect.element(row).toMatchTextContent(/Added 1/);
  await expect.element(row).toMatchTextContent(/Demo Underwriter, 10 Nov 2026/);
  await expect.element(page.getByRole('tab', { name: 'All 2' })).toBeVisible();
  expect(router.state.location.search).toBe('?cob=flood');
  await page.getByRole('combobox', { name: 'Select Partner' }).click();
  await page.getByRole('option', { name: '9120 Cormorant' }).click();
  await expect.element(page.getByText('at /syndicate/9120/bucket/flood')).toBeVisible();
});

test('a failure is shown in place, and Retry recovers', async () => {
  let fails = true;
  const { api: healthy } = fakeSelectPages();
  await open(
    fakeSelectPages({
      getBucketMatrix: () => (fails ? Promise.reject(new TypeError('Failed to fetch')) : healthy.getBucketMatrix({})),
    }),
  );
  await expect.element(page.getByText('Error fetching Partners', { exact: true })).toBeVisible();
  await expect.element(page.getByPlaceholder('Select Class')).toBeVisible();
  fails = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(link(cargo)).toBeVisible();
});

test('an empty database shows what is missing and who adds it', async () => {
  await open(fakeSelectPages({}, []));
  await expect.element(page.getByText('No buckets yet')).toBeVisible();
  await expect.element(page.getByText('An administrator adds them with Add buckets for COB.')).toBeVisible();
});

test('an empty database offers the first action to those who may', async () => {
  await open(fakeSelectPages({}, []), '/syndicate', [...EDITOR, 'admin:view', 'admin:create']);
  await expect.element(page.getByRole('link', { name: 'Add buckets for COB' })).toHaveAttribute('href', '/admin');
});

test('a change by someone else is shown at once', async () => {
  let status: 'active' | 'draft' = 'active';
  const partners = [{ number: 9101, name: 'Alder' }];
  const fake = fakeSelectPages({
    getBucketMatrix: async () => ({
      partners,
      cells: [{ partner: 9101, cob: 'cargo', appetite: 1, status, stopped: false, dials: 1 }],
    }),
  });
  await open(fake);
  await expect.element(link('Cargo, 9101 Alder: appetite 1.00, Active, 1 dial')).toBeVisible();
  await expect.poll(fake.events.listening).toBe(1);
  status = 'draft';
  const at = '2026-11-16T11:02:00Z';
  fake.events.send({ kind: 'bucket_draft_saved', cob: 'cargo', partner: 9101, revision: '2', by: OTHER, at });
  await expect.element(link('Cargo, 9101 Alder: appetite 1.00, Draft, 1 dial')).toBeVisible();
});
