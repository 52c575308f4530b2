import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { BucketStop } from '#contract/bucket-stops.ts';
import { Problem } from '#contract/problem.ts';
import { OTHER } from '#web/bucket/testing.tsx';
import { fakeSelectPages, makeRow } from '#web/bucket/view/testing.tsx';
import { type Api, renderPage } from '#web/testing/page.tsx';
import { PartnersPage } from './PartnersPage.tsx';

const ROWS = [
  makeRow(9101, 'cargo', { stopped: true }),
  makeRow(9112, 'cargo'),
  makeRow(9120, 'cargo'),
  makeRow(9101, 'flood'),
];
const open = (answers: Partial<Api> = {}, permissions: readonly string[] = ['bucket:view', 'bucket:edit']) =>
  renderPage(<PartnersPage />, {
    api: fakeSelectPages(answers, ROWS).api,
    route: '/syndicate',
    address: '/syndicate',
    permissions,
  });
const more = page.getByRole('button', { name: 'More actions' });

test('the matrix says which buckets are stopped', async () => {
  await open();
  const stopped = page.getByRole('link', { name: /^Cargo, 9101 Alder: stopped, appetite/ });
  await expect.element(stopped).toBeVisible();
  await page.getByText('Stopped', { exact: true }).first().click();
  await expect
    .element(page.getByRole('link', { name: 'Cargo, 9101 Alder: stopped, it answers no risk' }))
    .toHaveTextContent('Stopped');
  await expect.element(page.getByRole('link', { name: 'Flood, 9101 Alder: not stopped' })).toBeVisible();
});

test('[R35] a class, a partner or everything is stopped with a reason and the typed number', async () => {
  const stopBuckets = vi.fn<Api['stopBuckets']>(async () => {
    throw new Problem('conflict', 'There are 4 buckets now, not 3.');
  });
  await open({ stopBuckets });
  await more.click();
  await page.getByRole('menuitem', { name: 'Stop buckets' }).click();
  const dialog = page.getByRole('dialog', { name: /^Stop / });
  await dialog.getByRole('combobox', { name: 'Select Class' }).click();
  await page.getByRole('option', { name: 'Cargo', exact: true }).click();
  await expect.element(dialog.getByText(/^2 buckets answer no risk from now on\./)).toBeVisible();
  await dialog.getByText('Everything', { exact: true }).click();
  await expect.element(dialog.getByText(/^3 buckets answer no risk from now on\./)).toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'Stop 3 buckets' });
  await dialog.getByLabelText(/^Reason/).fill('Wrong rates');
  await dialog.getByLabelText(/^Number of buckets/).fill('2');
  await confirm.click();
  await expect.element(dialog.getByText('Type 3.', { exact: true })).toBeVisible();
  expect(stopBuckets).not.toHaveBeenCalled();
  await dialog.getByLabelText(/^Number of buckets/).fill('3');
  await confirm.click();
  await expect.element(dialog.getByText('There are 4 buckets now, not 3.')).toBeVisible();
  expect(stopBuckets.mock.calls[0]?.[0].body).toEqual({
    scope: { kind: 'everything', count: 3 },
    reason: 'Wrong rates',
  });
});

test('[R37] stopped buckets are restarted together by one set of reviews, without those that have a draft', async () => {
  const saveDrafts = vi.fn<Api['saveDrafts']>(async () => {
    throw new Problem('conflict', 'Refused for the test.');
  });
  const makeStop = (cob: string, draft: BucketStop['draft']): BucketStop => ({
    id: cob,
    at: '2026-11-14T10:42:00.000Z',
    by: OTHER,
    reason: 'Wrong',
    cob,
    partner: { number: 9101, name: 'Alder' },
    revision: '4',
    draft,
  });
  const items = [makeStop('cargo', null), makeStop('flood', 'draft'), makeStop('property-uk', 'pending_review')];
  await open({ saveDrafts, listStops: async () => ({ items, total: items.length }) });
  await more.click();
  await page.getByRole('menuitem', { name: 'Restart buckets' }).click();
  const dialog = page.getByRole('dialog', { name: /^Restart / });
  await dialog.getByText('Everything', { exact: true }).click();
  await expect.element(dialog.getByText(/^1 bucket answers risks again/)).toBeVisible();
  const left = dialog.getByRole('region', { name: 'Not restarted' }).getByRole('listitem');
  await expect.element(left.nth(0)).toMatchTextContent('Flood, 9101 Alder has a draft, restart it there');
  await expect
    .element(left.nth(0).getByRole('link'))
    .toHaveAttribute('href', '/syndicate/9101/bucket/flood/edit?restart=yes');
  await page.viewport(390, 844);
  await expect.element(left.nth(0).getByRole('link')).toHaveAttribute('href', '/syndicate/9101/bucket/flood/draft');
  await page.viewport(1440, 900);
  await expect.element(left.nth(1)).toMatchTextContent('Property UK, 9101 Alder is in review');
  await expect
    .element(left.nth(1).getByRole('link'))
    .toHaveAttribute('href', '/syndicate/9101/bucket/property-uk/draft');
  await dialog.getByLabelText(/^Description/).fill('Right again');
  await dialog.getByRole('button', { name: 'Restart 1 bucket' }).click();
  await expect.element(dialog.getByText('Refused for the test.')).toBeVisible();
  expect(saveDrafts.mock.calls[0]?.[0].body).toEqual({
    buckets: [{ partner: 9101, cob: 'cargo', revision: '4', edits: [] }],
    submit: { description: 'Right again', broken_examples: [], restart: true },
  });
});

test('whoever may not stop buckets is not offered it', async () => {
  await open({}, ['bucket:view', 'review:view']);
  await expect.element(page.getByRole('link', { name: /^Flood, 9101 Alder/ })).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
});
