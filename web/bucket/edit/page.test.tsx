import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { refresh } from '#web/base/api/nouns.ts';
import { entriesOf, entryOf, makeBucket, makeDials, makeDraft, UNDATED, withNewer } from '#web/bucket/testing.tsx';
import { notifyError } from '#web/kit/Toaster.tsx';
import { makeRow } from '#web/bucket/view/testing.tsx';
import type { Api } from '#web/testing/page.tsx';
import { bar, button, choose, DIALS, dialog, EDIT, LIVE, openEditor, rows, undo } from './testing.tsx';

const heading = page.getByRole('heading', { level: 1 });
const tab = (name: RegExp) => page.getByRole('tab', { name });
const search = page.getByRole('searchbox', { name: 'Search the dials of this bucket' });
const draftOf = (more = {}) => makeBucket(LIVE, { draft: makeDraft(LIVE.slice(1)), ...more });

describe('opening', () => {
  test('shows what is edited: path, class, Draft, and the draft’s origin', async () => {
    await openEditor(draftOf());
    await expect.element(heading).toHaveTextContent('Cyber Privacy & Tech');
    const header = page.getByRole('banner');
    await expect.element(header).toMatchTextContent(/Buckets.*9101 Alder.*Edit/);
    await expect.element(header).toMatchTextContent(/Draft.*from live v12, saved .*10:58 by Demo Underwriter/);
    await expect.element(tab(/^Dial Ordering/)).toMatchTextContent('Dial Ordering5');
    await expect.element(tab(/^Dial Values/)).toMatchTextContent('Dial Values0');
  });

  test('before the first save it is Active', async () => {
    await openEditor();
    await expect.element(page.getByRole('banner')).toMatchTextContent(/Active.*live v12/);
  });

  test('after a rejection it says Draft Rejected', async () => {
    await openEditor(draftOf({ header: 'draft_rejected' }));
    await expect.element(page.getByText('Draft Rejected')).toBeVisible();
  });

  test('a dial named by another page is searched for in Add Dials, in every class, until the dialog closes', async () => {
    const { router } = await openEditor(undefined, { at: `${EDIT}?add=Dial+4` });
    const picker = dialog('Add Dials');
    await expect.element(picker.getByRole('searchbox')).toHaveValue('Dial 4');
    await expect.element(picker.getByRole('combobox', { name: 'Class of business' })).toHaveValue('Every class');
    await picker.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => router.state.location.search).toBe('');
  });

  test('a bucket that does not exist shows a clear page', async () => {
    await openEditor(undefined, {}, (server) => {
      server.bucket = undefined;
    });
    await expect.element(page.getByText('This bucket does not exist')).toBeVisible();
  });

  test('a failure is shown with Retry', async () => {
    await openEditor(undefined, {}, (server) => {
      server.refuse.getBucket = new Problem('unexpected', 'Something went wrong.', { reference: '7f3a' });
    });
    await expect.element(page.getByRole('alert').first()).toMatchTextContent(/Reference 7f3a/);
    await button('Retry').click();
    await expect.element(rows()).toBeVisible();
  });

  test('dials that fail to load: Failed to fetch dial metadata, Retry, and the frame stays', async () => {
    await openEditor(undefined, {}, (server) => {
      server.refuse.readBucketDials = new Problem('unavailable', 'The server is busy.');
    });
    await expect.element(page.getByText('Failed to fetch dial metadata')).toBeVisible();
    await expect.element(heading).toHaveTextContent('Cyber Privacy & Tech');
    await button('Retry').click();
    await expect.element(rows()).toMatchTextContent(/Cyber critical infrastructure/);
    expect(page.getByText('Failed to fetch dial metadata').query()).toBeNull();
  });
});

describe('a bucket in review', () => {
  const pending = () =>
    makeBucket(LIVE, {
      draft: makeDraft(LIVE.slice(1), {
        state: 'pending_review',
        review: {
          description: 'x',
          submitted_at: '2026-11-03T09:00:00.000Z',
          submitted_by: { id: 'u2', name: 'Demo Cyber Lead' },
          ...UNDATED,
        },
      }),
    });

  test('cannot be edited, links to the draft, and Discard Review resets it after a confirmation', async () => {
    const { server } = await openEditor(pending());
    await expect.element(page.getByText('This bucket is in review and cannot be edited')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'View draft' }))
      .toHaveAttribute('href', EDIT.replace('/edit', '/draft'));
    await button('Discard Review').click();
    const question = dialog('Do you want to cancel reviews for Cyber Privacy & Tech?');
    await question.getByRole('button', { name: 'Discard Review' }).click();
    await expect.element(page.getByText('Reviews cancelled')).toBeVisible();
    await expect.element(rows()).toBeVisible();
    expect(server.bucket?.status).toBe('draft');
  });

  test('shows a refusal', async () => {
    await openEditor(pending(), {}, (server) => {
      server.refuse.cancelReviews = new Problem('conflict', 'This bucket is not in review.');
    });
    await button('Discard Review').click();
    await dialog(/^Do you want to cancel/)
      .getByRole('button', { name: 'Discard Review' })
      .click();
    await expect.element(page.getByText('Failed to cancel Reviews')).toBeVisible();
    await expect.element(page.getByText('This bucket is not in review.')).toBeVisible();
  });
});

describe('tabs, search and menu', () => {
  test('the tab and the search are in the URL and restored from it', async () => {
    const { router } = await openEditor(undefined, { at: `${EDIT}?tab=values&q=excess` });
    await expect.element(tab(/^Dial Values/)).toHaveAttribute('aria-selected', 'true');
    await expect.element(search).toHaveValue('excess');
    await tab(/^Dial Ordering/).click();
    await expect.poll(() => router.state.location.search).toBe('?q=excess');
    await expect.element(rows()).toMatchTextContent(/Cyber excess of \$50m/);
    expect(rows().element().textContent).not.toContain('Cyber critical infrastructure');
    await search.fill('infra');
    await expect.poll(() => router.state.location.search).toBe('?q=infra');
    await search.fill('');
    await expect.poll(() => router.state.location.search).toBe('');
  });

  test('/ puts the cursor into the search', async () => {
    await openEditor();
    await expect.element(rows()).toBeVisible();
    await userEvent.keyboard('/');
    await expect.element(search).toHaveFocus();
  });

  test('Dial Values counts overridden cells', async () => {
    const entries = [entryOf(DIALS[0], { max_line: 5, policy_share_cap: 2 }), entryOf(DIALS[1], { min_line: 1 })];
    await openEditor(makeBucket(LIVE, { draft: makeDraft(entries) }));
    await expect.element(tab(/^Dial Values/)).toMatchTextContent('Dial Values3');
  });

  test('the menu links to the partner’s own bucket, and Create Dial if allowed', async () => {
    await openEditor();
    await button('More actions').click();
    const own = page.getByRole('menuitem', { name: 'View 9101’s own bucket' });
    await expect.element(own).toHaveAttribute('href', EDIT.replace('/edit', ''));
    expect(page.getByRole('menuitem', { name: 'Create Dial' }).query()).toBeNull();
  });

  test('Create Dial needs create on dials', async () => {
    await openEditor(undefined, { permissions: ['bucket:view', 'bucket:edit', 'dials:create'] });
    await button('More actions').click();
    await expect.element(page.getByRole('menuitem', { name: 'Create Dial' })).toHaveAttribute('href', '/dial');
  });

  test('Add Dials opens the picker', async () => {
    await openEditor();
    await button('Add Dials').click();
    await expect.element(page.getByRole('dialog', { name: /Add Dials/ })).toBeVisible();
  });
});

describe('stable layout', () => {
  const many = makeDials(60);
  const bucket = makeBucket(entriesOf(many), { draft: makeDraft(entriesOf(many).slice(1)) });
  const body = () => page.getByRole('group', { name: 'Page content' }).element();
  const boxOf = (element: Element) => element.getBoundingClientRect();

  test('a search scrolls to its first hit', async () => {
    await openEditor(bucket, { dials: many, size: [1440, 900] });
    await expect.element(page.getByText('Dial 5', { exact: true })).toBeVisible();
    body().scrollTop = 2000;
    await search.fill('Dial');
    await expect.element(page.getByText(/^59 of 59\./)).toBeInTheDocument();
    await expect.poll(() => body().scrollTop).toBe(0);
  });

  test('notices and toasts do not move the list or Undo', async () => {
    const { server, onRemoteEvent } = await openEditor(bucket, { dials: many, size: [1440, 900] });
    await choose('Dial 5', 'Remove from bucket');
    const row = page.getByRole('row', { name: /^Dial 7, / });
    const { top } = boxOf(row.element());
    server.theySave(entriesOf(many).slice(2));
    await onRemoteEvent();
    await expect.element(button('Load their changes')).toBeVisible();
    expect(boxOf(row.element()).top).toBe(top);
    notifyError('Failed to update Draft');
    const toast = page.getByText('Failed to update Draft');
    await expect.element(toast).toBeVisible();
    const inList = page.getByRole('button', { name: 'Undo', exact: true });
    expect(boxOf(toast.element()).bottom).toBeLessThan(boxOf(inList.element()).top);
    expect(boxOf(toast.element()).bottom).toBeLessThan(boxOf(undo.element()).top);
  });

  test('a version published meanwhile is announced in its row without moving others', async () => {
    const { server, queryClient } = await openEditor(bucket, { dials: many, size: [1440, 900] });
    const row = page.getByRole('row', { name: /^Dial 7, / });
    await expect.element(row).toBeVisible();
    const { top } = boxOf(row.element());
    server.dials = many.map((dial, index) => (index === 3 ? withNewer(dial, { name: 'Dial 4' }) : dial));
    await refresh(queryClient, 'bucket-dials');
    const announced = page.getByRole('row', { name: /^Dial 4, / });
    await expect.element(announced.getByText('An updated version of this Dial is available')).toBeVisible();
    expect(boxOf(row.element()).top).toBe(top);
    await announced.getByRole('button', { name: 'Update Version' }).click();
    await expect.element(dialog('What the update would change')).toBeVisible();
  });

  test.each([
    ['1024 wide', [800, 768]],
    ['at 200 % zoom', [660, 450]],
  ] as const)('at least six rows are visible, and the search covers no tab: %s', async (_, size) => {
    await openEditor(bucket, { dials: many, size });
    await choose('Dial 5', 'Remove from bucket');
    await expect.element(bar(1)).toBeVisible();
    await expect.element(page.getByRole('row', { name: /^Dial 7, / })).toBeInTheDocument();
    const { top, bottom } = boxOf(body());
    const whole = page
      .getByRole('row')
      .elements()
      .filter((row) => boxOf(row).top >= top && boxOf(row).bottom <= bottom);
    expect(whole.length).toBeGreaterThanOrEqual(6);
    expect(boxOf(tab(/^Dial Values/).element()).right).toBeLessThan(boxOf(search.element()).left);
  });
});

describe('leaving', () => {
  const question = dialog('Are you sure you want to leave this page?');
  const closesAtOnce = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  test('asks while something is unsaved; staying keeps it, leaving discards it', async () => {
    const { router } = await openEditor();
    await choose('Dial 3', 'Move to top');
    await expect.element(page.getByText('1 unsaved change')).toBeVisible();
    void router.navigate('/syndicate');
    await expect.element(question).toMatchTextContent(/One change is not saved/);
    await button('Stay').click();
    expect(router.state.location.pathname).toBe(EDIT);
    void router.navigate('/syndicate');
    await button('Leave page').click();
    await expect.element(page.getByText('at /syndicate')).toBeVisible();
  });

  test('counts an unparsable value as a change, stores it and offers it again', async () => {
    const { router, screen } = await openEditor(undefined, { at: `${EDIT}?tab=values` });
    const cell = page.getByRole('row').filter({ hasText: 'Dial 3' }).getByRole('gridcell').nth(3);
    await cell.click();
    await userEvent.keyboard('12 apples{Enter}');
    await expect.element(page.getByText('1 unsaved change, 1 value to fix')).toBeVisible();
    void router.navigate('/syndicate');
    await expect.element(question).toMatchTextContent(/One change is not saved/);
    await button('Leave page').click();
    await screen.unmount();
    await openEditor(undefined, { at: `${EDIT}?tab=values` });
    await button('Restore').click();
    await expect.element(cell).toMatchTextContent(/^12 apples/);
    await undo.click();
    await expect.element(cell).toMatchTextContent(/^300,000/);
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
  });

  test('asks nothing without changes or when changing the tab', async () => {
    const { router } = await openEditor();
    await expect.element(page.getByText('No unsaved changes')).toBeVisible();
    expect(closesAtOnce()).toBe(true);
    await choose('Dial 3', 'Move to top');
    await expect.poll(closesAtOnce).toBe(false);
    await tab(/^Dial Values/).click();
    expect(question.query()).toBeNull();
    await undo.click();
    await expect.poll(closesAtOnce).toBe(true);
    void router.navigate('/syndicate');
    await expect.element(page.getByText('at /syndicate')).toBeVisible();
  });
});

const BEACON = { number: 9112, name: 'Beacon' };
test('copies another partner’s bucket of the class change by change, as one step that saves nothing', async () => {
  const theirs = { ...makeBucket([...LIVE.slice(1), entryOf(DIALS[0], { max_line: 9 })]), partner: BEACON };
  const mine = makeBucket(LIVE.slice(0, 5));
  const partners = [mine.partner, BEACON];
  const cells = partners.map(({ number }) => makeRow(number, mine.cob));
  const answers: Partial<Api> = {
    getBucket: async ({ params }) => (params.partner === BEACON.number ? theirs : mine),
    getBucketMatrix: async () => ({ partners, cells }),
  };
  const { server } = await openEditor(mine, { answers });
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Copy from another partner' }).click();
  await page.getByRole('combobox', { name: 'Partner' }).click();
  expect(page.getByRole('option').elements()).toHaveLength(1);
  await page.getByRole('option', { name: '9112 Beacon' }).click();
  await page.getByRole('checkbox', { name: 'Take Reordered: Cyber critical infrastructure' }).click();
  await button('Copy 2 changes').click();
  await expect.element(undo).toHaveAccessibleName('Undo: Copied 2 changes from 9112 Beacon');
  await expect.element(page.getByRole('row').nth(0)).toHaveAccessibleName('Cyber critical infrastructure, 1 of 6');
  expect(server.calls).not.toContain('saveBucketDraft');
});
