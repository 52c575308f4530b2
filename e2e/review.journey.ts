import type { Browser, Page } from '@playwright/test';
import { publishDial } from './api.ts';
import { addDials, button, emptyBucket, openEdit, toast } from './buckets.ts';
import { expect, PEOPLE, signIn, test } from './lineslip.ts';

/** Four people in four browsers, each where they work. */
async function people(browser: Browser, baseURL: string | undefined, ...names: readonly string[]): Promise<Page[]> {
  const pages: Page[] = [];
  for (const name of names) {
    const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signIn(page, name);
    pages.push(page);
  }
  return pages;
}

async function submit(author: Page, bucket: string, dial: string, why: string): Promise<void> {
  await openEdit(author, bucket);
  await addDials(author, dial);
  await button(author, 'Submit for Review').click();
  const dialog = author.getByRole('dialog', { name: 'Submit for Review' });
  await dialog.getByRole('textbox', { name: 'Description' }).fill(why);
  await button(dialog, 'Submit for Review').click();
  await expect(toast(author, 'Review submitted')).toBeVisible();
}

const panel = (page: Page) => page.getByRole('group', { name: 'Votes and comments' });

test('two people agree, and the draft is live for everyone who looks', async ({ page, browser, baseURL }) => {
  await signIn(page, PEOPLE.underwriter);
  await publishDial(page, { name: 'Journey of a review', values: { max_line: 700_000 } });
  const bucket = await emptyBucket(page, 6);
  const [one, two, viewer] = (await people(
    browser,
    baseURL,
    PEOPLE.reviewerOne,
    PEOPLE.reviewerTwo,
    PEOPLE.viewer,
  )) as [Page, Page, Page];
  await viewer.goto(bucket);
  await submit(page, bucket, 'Journey of a review', 'A first line for this class.');

  await expect(page.getByText('You edited or submitted this draft. Two other people decide about it.')).toBeVisible();
  await expect(button(page, 'Approve')).toHaveCount(0);
  const waiting = one.getByRole('listitem').filter({ hasText: 'A first line for this class.' });
  await expect(waiting).toContainText('Demo Underwriter');
  await waiting.getByRole('link', { name: /^Review Bucket/ }).click();

  await expect(panel(one)).toContainText('0 of 2 approvals, 0 of 2 rejections');
  await button(one, 'Reject').click();
  await expect(one.getByText('Please say why in a comment: it is required to reject.')).toBeVisible();
  await expect(one.getByRole('textbox', { name: 'Comment (required to reject)' })).toBeFocused();
  await button(one, 'Approve').click();
  await expect(panel(one)).toContainText('1 of 2 approvals');
  await expect(panel(one)).toContainText('One more approval makes it Active');
  await expect(panel(page)).toContainText('Demo Reviewer One');

  await two.goto(`${bucket}/draft`);
  await two.getByRole('textbox', { name: 'Comment (required to reject)' }).fill('Reads well.');
  await button(two, 'Approve').click();
  await expect(two).toHaveURL(bucket);
  await expect(two.getByText('Draft Approved')).toBeVisible();
  await expect(viewer.getByText('Journey of a review')).toBeVisible();
  await expect(viewer.getByText('Draft Approved')).toBeVisible();

  await two.goto(`${bucket}?history=all`);
  await two.getByText('1 comment', { exact: true }).click();
  await expect(two.getByText('Reads well.')).toBeVisible();
  const download = two.waitForEvent('download');
  await two
    .getByRole('button', { name: /^Download evidence/ })
    .first()
    .click();
  expect((await download).suggestedFilename()).toMatch(/^lineslip-evidence-\d+-[\w-]+-v2\.json$/);
  for (const other of [one, two, viewer]) await other.context().close();
});

test('two people reject, and the draft is open for editing again, with the reasons', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, PEOPLE.underwriter);
  await publishDial(page, { name: 'Journey of a refusal', values: { max_line: 7_000_000 } });
  const bucket = await emptyBucket(page, 7);
  const [one, two] = (await people(browser, baseURL, PEOPLE.reviewerOne, PEOPLE.reviewerTwo)) as [Page, Page];
  await submit(page, bucket, 'Journey of a refusal', 'A line that is far too wide.');
  for (const reviewer of [one, two]) {
    await reviewer.goto(`${bucket}/draft`);
    await reviewer.getByRole('textbox', { name: 'Comment (required to reject)' }).fill('Half of it would do.');
    await button(reviewer, 'Reject').click();
    if (reviewer === one) await expect(panel(one)).toContainText('1 of 2 rejections');
  }
  await expect(page.getByText('Draft Rejected')).toBeVisible();
  await expect(panel(page).getByText('Half of it would do.').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit Bucket' })).toBeVisible();
  for (const other of [one, two]) await other.context().close();
});
