import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
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

test('[R37] stopped buckets are restarted together by one set of reviews', async () => {
  const stop = { id: 's1', at: '2026-11-14T10:42:00.000Z', by: OTHER, reason: 'Wrong', in_review: false };
  const partner = { number: 9101, name: 'Alder' };
  const saveDrafts = vi.fn<Api['saveDrafts']>(async () => {
    throw new Problem('conflict', 'Refused for the test.');
  });
  await open({
    saveDrafts,
    listStops: async () => ({ items: [{ ...stop, cob: 'cargo', partner, revision: '4' }], total: 1 }),
  });
  await more.click();
  await page.getByRole('menuitem', { name: 'Restart buckets' }).click();
  const dialog = page.getByRole('dialog', { name: /^Restart / });
  await dialog.getByText('Everything', { exact: true }).click();
  await expect.element(dialog.getByText('1 bucket to restart, reviewed together.')).toBeVisible();
  await dialog.getByLabelText(/^Description/).fill('Right again');
  await dialog.getByRole('button', { name: 'Submit for Review' }).click();
  await expect.element(dialog.getByText('Refused for the test.')).toBeVisible();
  expect(saveDrafts.mock.calls[0]?.[0].body).toEqual({
    buckets: [{ partner: 9101, cob: 'cargo', revision: '4', edits: [] }],
    submit: { description: 'Right again', live_on: null, restart: true },
  });
});

test('whoever may not stop buckets is not offered it', async () => {
  await open({}, ['bucket:view', 'review:view']);
  await expect.element(page.getByRole('link', { name: /^Flood, 9101 Alder/ })).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
});
