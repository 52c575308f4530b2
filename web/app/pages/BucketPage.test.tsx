import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Bucket } from '#contract/bucket.ts';
import { Problem } from '#contract/problem.ts';
import { BucketPage } from './BucketPage.tsx';
import { makeCapacity } from '#web/impact/measure/testing.ts';
import { dialId, entriesOf, JUST_NOW, makeBucket, makeDials, OTHER, NO_ABILITIES } from '#web/bucket/testing.tsx';
import { renderPage } from '#web/testing/page.tsx';
import { makeReview } from '#web/review/testing.ts';
import { AT, DIALS, fakeBucketPages, IN_REVIEW, LIVE, OLDER, ROUTE, WITH_DRAFT } from '#web/bucket/view/testing.tsx';

const EDITOR = ['bucket:view', 'bucket:edit', 'review:view', 'dials:view'];

async function open(
  bucket: Bucket | undefined,
  { permissions = EDITOR, search = '', fake = fakeBucketPages(bucket) } = {},
) {
  const framed = (
    <div style={{ height: 860 }}>
      <BucketPage />
    </div>
  );
  await renderPage(framed, { api: fake.api, route: ROUTE, address: AT + search, permissions });
  return fake;
}
const action = (name: string) => page.getByRole('link', { name, exact: true });
const gone = (name: string) => expect.element(page.getByText(name, { exact: true })).not.toBeInTheDocument();

test('the header shows the path, the live version and the appetite', async () => {
  await open(LIVE);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Cyber Privacy & Tech' })).toBeVisible();
  await expect.element(page.getByRole('banner').getByText('Active')).toBeVisible();
  await expect.element(page.getByText('v12 live since 3 Nov 2026, appetite 1.25')).toBeVisible();
  await expect.element(action('9101 Alder')).toHaveAttribute('href', '/syndicate/9101/bucket');
  await expect.element(action('Edit Bucket')).toHaveAttribute('href', `${AT}/edit`);
  await gone('View draft');
  await gone('Discard Review');
});

test('the limits that the bucket uses stand beside its history, with their date', async () => {
  const { limits } = makeCapacity();
  await open(LIVE, { fake: fakeBucketPages(LIVE, { listBucketLimits: async () => ({ items: limits }) }) });
  const card = page.getByRole('region', { name: 'Capacity' });
  await expect.element(card.getByText('as of 31 Oct 2026')).toBeVisible();
  await expect.element(card.getByText('UK cyber, 88% of 60 million')).toBeInTheDocument();
  await expect.element(card.getByText('UK cyber has 7.2m left')).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'Show all 6 limits' })).toBeVisible();
});

test('a raise that waits is said beside the appetite, and linked for those who may see it', async () => {
  const text = 'Raise to 1.50 waits for a second person';
  const { server, events } = await open({ ...LIVE, raise: { becomes: 1.5, proposal: 'p1' } });
  await expect.element(page.getByRole('banner')).toMatchTextContent(`appetite 1.25. ${text}`);
  await expect.element(action(text)).toHaveAttribute('href', '/appetite-proposals/p1');
  await expect.poll(events.listening).toBe(1);
  server.bucket = { ...LIVE, raise: { becomes: 1.75, proposal: null } };
  const { cob, revision } = LIVE;
  events.send({ kind: 'bucket_appetite_proposed', partner: 9101, cob, revision, by: OTHER, at: JUST_NOW });
  const later = 'Raise to 1.75 waits for a second person';
  await expect.element(page.getByRole('banner')).toMatchTextContent(`appetite 1.25. ${later}`);
  await expect.element(action(later)).not.toBeInTheDocument();
});

test('the dials are listed in order with their values here; overridden values beside the dial’s own', async () => {
  const live = LIVE.live.entries.map((entry, index) =>
    index === 0 ? { ...entry, overrides: { max_line: 9 } } : entry,
  );
  await open(makeBucket(live, { live: { ...LIVE.live, entries: live } }));
  const rows = page.getByRole('table', { name: 'Dials in order' }).getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent(/^1Active ?Dial 1v1.*Max .*1,500,000 9/);
  await expect.element(rows.nth(3)).toMatchTextContent(/Cyber excessv5.*Max 2,500,000/);
  await expect.element(action('Dial 2')).toHaveAttribute('href', `/dials/${dialId(2)}?version=1`);
});

test('without view on dials there is no link to them', async () => {
  await open(LIVE, { permissions: ['bucket:view'] });
  await expect.element(page.getByText('Dial 2', { exact: true })).toBeVisible();
  await expect.element(action('Dial 2')).not.toBeInTheDocument();
});

test('a dial without effect today says so on its row', async () => {
  const notes = (['deleted', 'expired', 'upcoming'] as const).map((kind, index) => ({
    dial_id: dialId(index + 1),
    kind,
  }));
  await open({ ...LIVE, live: { ...LIVE.live, notes } });
  for (const text of [
    'This dial was deleted. Please remove it.',
    'This dial has expired and no longer takes part.',
    'This dial is not active yet and takes part later.',
  ])
    await expect.element(page.getByText(text)).toBeVisible();
});

test('a search filters the list and keeps the positions', async () => {
  await open(LIVE);
  await page.getByRole('searchbox').fill('excess');
  await expect.element(page.getByText('1 of 5')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Cyber excess/ })).toMatchTextContent(/^3/);
  await page.getByRole('searchbox').fill('zzz');
  await page.getByRole('button', { name: 'Show all 5' }).click();
  await expect.element(page.getByRole('row', { name: /Dial 5/ })).toBeVisible();
});

test('a failure to load the dials keeps the frame, and Retry recovers', async () => {
  const fake = fakeBucketPages(LIVE);
  fake.server.refuse.readBucketDials = new Problem('unexpected', 'Something went wrong.', { reference: '7f3a-19c2' });
  await open(LIVE, { fake });
  await expect.element(page.getByText('Failed to fetch dial metadata', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/Reference 7f3a-19c2/)).toBeVisible();
  await expect.element(action('Edit Bucket')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('Dial 1', { exact: true })).toBeVisible();
});

test('Review Bucket is the primary button only for someone who can vote', async () => {
  const review = makeReview();
  const getReview = async () => review;
  await open(IN_REVIEW, { fake: fakeBucketPages(IN_REVIEW, { getReview }) });
  await expect.element(action('Review Bucket')).toHaveAttribute('data-variant', 'filled');
});

test('in review: Review Bucket and Discard Review, no Edit Bucket', async () => {
  const barred = makeReview(undefined, { abilities: { vote: false, comment: true } });
  await open(IN_REVIEW, { fake: fakeBucketPages(IN_REVIEW, { getReview: async () => barred }) });
  await expect.element(action('Review Bucket')).toHaveAttribute('data-variant', 'default');
  await expect.element(page.getByText('Review Requested')).toBeVisible();
  await expect.element(action('Review Bucket')).toHaveAttribute('href', `${AT}/draft`);
  await expect.element(page.getByRole('button', { name: 'Discard Review' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'v11' })).toBeVisible();
  await gone('Edit Bucket');
  await gone('Restore v11');
});

test('actions without the ability are left out', async () => {
  await open({ ...WITH_DRAFT, abilities: NO_ABILITIES }, { permissions: ['bucket:view'] });
  await expect.element(action('View draft')).toHaveAttribute('href', `${AT}/draft`);
  for (const name of ['Edit Bucket', 'Review Bucket', 'Discard Review']) await gone(name);
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect
    .poll(() =>
      page
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Export a sheet']);
});

test('Create Dial is in the menu for those with permission', async () => {
  await open(LIVE, { permissions: [...EDITOR, 'dials:create'] });
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Create Dial' })).toHaveAttribute('href', '/dial');
});

test('Discard Review asks, resets the status to Draft and says so', async () => {
  const { server } = await open(IN_REVIEW);
  await page.getByRole('button', { name: 'Discard Review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Do you want to cancel reviews for Cyber Privacy & Tech?' });
  await expect.element(dialog).toMatchTextContent(/resets the status to Draft/);
  await dialog.getByRole('button', { name: 'Discard Review' }).click();
  await expect.element(page.getByText('Reviews cancelled', { exact: true })).toBeVisible();
  await expect.element(action('Edit Bucket')).toBeVisible();
  expect(server.bucket?.draft?.state).toBe('draft');
});

test('a refused Discard Review keeps the question open with the reason', async () => {
  const fake = fakeBucketPages(IN_REVIEW);
  fake.server.refuse.cancelReviews = new Problem('conflict', 'This bucket is not in review.');
  await open(IN_REVIEW, { fake });
  await page.getByRole('button', { name: 'Discard Review' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard Review' }).click();
  await expect.element(page.getByText('Failed to cancel Reviews', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('dialog').getByText('This bucket is not in review.')).toBeVisible();
});

test('an older version is read-only, by number or by day, and a risk is tried on that version', async () => {
  await open(LIVE, { search: '?version=11' });
  await expect
    .element(page.getByText(/Version 11, live from 3 Sept? 2026 to 3 Nov 2026\. Version 12 is live now\./))
    .toBeVisible();
  await expect.element(page.getByText('Dial 2', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Dial 5', { exact: true })).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'View live version' }).click();
  await expect.element(page.getByText('Dial 5', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'v11' }).click();
  await expect.element(page.getByText('Dial 5', { exact: true })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Try a risk' }).click();
  await page.getByRole('combobox', { name: 'Journey' }).click();
  await page.getByRole('option', { name: 'Renewal' }).click();
  await expect.element(page.getByText(/ of 2 dials takes? part$/).first()).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Version 11' })).toBeChecked();
  await expect.element(page.getByRole('banner').getByText('Version 11').first()).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Against live v12' })).toBeVisible();
  await page.getByText('Live v12', { exact: true }).click();
  await expect.element(page.getByText(/ of 5 dials take part$/).first()).toBeVisible();
});

test('an older version is restored as a draft, over a draft only after a tick, and never over an unseen one', async () => {
  const notes = (['expired', 'deleted'] as const).map((kind, index) => ({ dial_id: dialId(index + 1), kind }));
  const older = { ...OLDER, entries: entriesOf(DIALS.slice(0, 3)), notes };
  const fake = fakeBucketPages(WITH_DRAFT, { getBucketVersion: async () => older });
  const { server } = await open(WITH_DRAFT, { fake });
  await page.getByRole('button', { name: 'Restore v11' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore v11' });
  const restore = dialog.getByRole('button', { name: 'Restore v11' });
  await expect.element(dialog.getByText('A dial was deleted since and is left out: Dial 2.')).toBeVisible();
  await expect.element(dialog.getByText('A dial has expired since and is left out: Dial 1.')).toBeVisible();
  await expect.element(dialog.getByText('against the draft as it is now')).toBeVisible();
  await restore.click();
  await expect.element(dialog.getByText('Tick this to replace the draft.')).toBeVisible();
  expect(server.calls).not.toContain('saveBucketDraft');

  server.theySave(entriesOf(DIALS.slice(3)));
  await dialog.getByRole('checkbox', { name: /^Replace the draft that you saved on 16 Nov 2026/ }).click();
  await restore.click();
  await expect.element(dialog.getByText(/^Demo Cyber Lead saved this draft at .* Nothing was saved/)).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^Replace the draft that Demo Cyber Lead saved at/ }).click();
  await dialog.getByRole('checkbox', { name: /^Keep expired dials/ }).click();
  await restore.click();
  await expect.element(page.getByText('Draft successfully updated', { exact: true })).toBeVisible();
  expect(server.bucket?.draft?.entries).toEqual(entriesOf([DIALS[0], DIALS[2]].flatMap((dial) => dial ?? [])));
});

test('[R30] an older version is restored and submitted, with the choice of a day', async () => {
  const fake = fakeBucketPages(LIVE, { getBucketVersion: async () => OLDER });
  const { server } = await open(LIVE, { fake });
  await page.getByRole('button', { name: 'Restore v11' }).click();
  await page.getByRole('button', { name: 'Restore and submit' }).click();
  await expect.element(page.getByText(/^at .*\/edit$/)).toBeVisible();
  expect(server.bucket?.draft?.entries).toEqual(OLDER.entries);
});

test('a day before the bucket existed has nothing to show', async () => {
  const requests: string[] = [];
  const fake = fakeBucketPages(LIVE, {
    getBucketAsOf: ({ query }) => {
      requests.push(query.at);
      return Promise.reject(new Problem('not-found', 'Nothing was live then.'));
    },
  });
  await open(LIVE, { search: '?as_of=2020-01-31', fake });
  await expect.element(page.getByText('Nothing was live on 31 Jan 2020')).toBeVisible();
  expect(requests[0]).toBe('2020-01-31T23:59:59.999Z');
});

test('a bucket that does not exist shows a message', async () => {
  await open(undefined);
  await expect.element(page.getByText('This bucket does not exist')).toBeVisible();
});

test('a change by someone else is shown at once, with a notice', async () => {
  const { server, events } = await open(LIVE);
  await expect.element(page.getByText('Dial 1', { exact: true })).toBeVisible();
  await expect.poll(events.listening).toBe(1);
  server.theySave(entriesOf(DIALS.slice(1)));
  events.send({ kind: 'bucket_draft_saved', partner: 9101, cob: LIVE.cob, revision: '41', by: OTHER, at: JUST_NOW });
  await expect.element(page.getByText(/^Demo Cyber Lead saved this draft at \d\d:\d\d\.$/)).toBeVisible();
  await expect.element(action('View draft')).toBeVisible();
});

test('of 300 dials only the visible ones are rendered', async () => {
  const many = makeDials(300);
  const bucket = makeBucket(entriesOf(many));
  const fake = fakeBucketPages(bucket);
  fake.server.dials = many;
  await open(bucket, { fake });
  await expect.element(page.getByText('Dial 1', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-rowcount', '301');
  expect(document.querySelectorAll('tbody tr[data-index]').length).toBeLessThan(80);
});
