import type { Page } from '@playwright/test';
import { emptyBucket, publishDial, publishNext } from './api.ts';
import { addDials, button, openEdit, submit, toast } from './buckets.ts';
import { expect, goTo, PEOPLE, signIn, test } from './lineslip.ts';

const panel = (page: Page) => page.getByRole('group', { name: 'Votes and comments' });

test('two people approve, and the draft goes live for everyone watching', async ({ page, openAs }) => {
  await signIn(page, PEOPLE.underwriter);
  const { id } = await publishDial(page, { name: 'Journey of a review', values: { max_line: 700_000 } });
  const bucket = await emptyBucket(page, 6);
  const one = await openAs(PEOPLE.reviewerOne);
  const two = await openAs(PEOPLE.reviewerTwo);
  const viewer = await openAs(PEOPLE.viewer, bucket);
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
  await goTo(one, `/dials/${id}`);
  const header = one.locator('header').filter({ has: one.getByRole('heading', { level: 1 }) });
  await expect(header).toContainText('Ready');
  await expect(header).toContainText('v1 published; live nowhere, in 1 draft');

  await goTo(two, `${bucket}/draft`);
  await two.getByRole('textbox', { name: 'Comment (required to reject)' }).fill('Reads well.');
  await button(two, 'Approve').click();
  const goingLive = two.getByRole('dialog', { name: 'Make v2 live?' });
  await expect(goingLive).toContainText('Your approval makes v2 live, with 1 change.');
  await button(goingLive, 'Approve and make live').click();
  await expect(toast(two, 'Review submitted')).toBeVisible();
  await expect(two).toHaveURL(bucket);
  await expect(two.getByText('Draft Approved')).toBeVisible();
  await expect(viewer.getByText('Journey of a review')).toBeVisible();
  await expect(viewer.getByText('Draft Approved')).toBeVisible();

  // The dial page updates without a reload.
  await expect(header).toContainText('Active');
  await expect(header).toContainText('v1 published; live: v1 in 1 bucket');
  await publishNext(page, id, { values: { max_line: 900_000 } });
  await expect(header).toContainText('v2 published; live: v1 in 1 bucket');
  await expect(header).toContainText('Active');
  await goTo(page, `/dial/${id}`);
  await page.getByRole('textbox', { name: 'Reason' }).fill('A third version');
  await button(page, 'Publish Dial').click();
  const question = page.getByRole('dialog', { name: 'Do you want to publish this Dial?' });
  await expect(question).toContainText('1 bucket keeps v1 until a reviewed draft takes v3.');
  await expect(question).toContainText('No dimension is set: this dial matches every risk.');

  await goTo(two, `${bucket}?history=all`);
  await two.getByText('1 comment', { exact: true }).click();
  await expect(two.getByText('Reads well.')).toBeVisible();
  const download = two.waitForEvent('download');
  await two
    .getByRole('button', { name: /^Download evidence/ })
    .first()
    .click();
  expect((await download).suggestedFilename()).toMatch(/^lineslip-evidence-\d+-[\w-]+-v2\.json$/);
});

test('an example is saved, broken by an edit, and seen by the reviewer', { tag: '@long' }, async ({ page, openAs }) => {
  await signIn(page, PEOPLE.underwriter);
  await publishDial(page, { name: 'Journey of an example', values: { max_line: 800_000 } });
  const bucket = await emptyBucket(page, 8);
  const reviewer = await openAs(PEOPLE.reviewerOne);
  await goTo(page, `${bucket}?try=&date=2026-11-16&journey=renewal`);
  await expect(button(page, 'Save as example')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const save = page.getByRole('dialog', { name: 'Save as example' });
  await save.getByRole('textbox', { name: 'Name' }).fill('A renewal');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Examples' })).toContainText('1 passes');

  await openEdit(page, bucket);
  await addDials(page, 'Journey of an example');
  await expect(page.getByRole('link', { name: '1 example breaks' })).toBeVisible();
  await button(page, 'Submit for Review').click();
  const dialog = page.getByRole('dialog', { name: 'Submit for Review' });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('A first line.');
  await dialog.getByRole('checkbox', { name: 'I know that 1 example breaks' }).check();
  await button(dialog, 'Submit for Review').click();
  await expect(toast(page, 'Review submitted')).toBeVisible();

  await goTo(reviewer, `${bucket}/draft`);
  await expect(reviewer.getByText('Submitted knowing that 1 example newly breaks: “A renewal”.')).toBeVisible();
  const card = reviewer.getByRole('region', { name: 'Examples', exact: true });
  await expect(card).toContainText('1 breaks');
  await expect(card.getByRole('listitem').first()).toContainText('dial 1 is new in this draft');
  await expect(card).toContainText('added; it expects');
  await card.getByRole('link', { name: 'Try this risk: A renewal' }).click();
  await expect(reviewer.getByRole('group', { name: 'Against the example' })).toContainText('800,000');
  await expect(button(reviewer, 'Save as example')).toHaveCount(0);
});

test(
  'a change is commented on and rejected; its author reads that, changes it, and the next round starts from there',
  { tag: '@long' },
  async ({ page, openAs }) => {
    await signIn(page, PEOPLE.underwriter);
    await publishDial(page, { name: 'Journey of a refusal', values: { max_line: 7_000_000 } });
    await publishDial(page, { name: 'Journey of a second thought', values: { max_line: 3_500_000 } });
    const bucket = await emptyBucket(page, 7);
    const one = await openAs(PEOPLE.reviewerOne);
    const two = await openAs(PEOPLE.reviewerTwo);
    await submit(page, bucket, 'Journey of a refusal', 'A line that is far too wide.');

    await goTo(one, `${bucket}/draft`);
    const field = (reviewer: Page) => reviewer.getByRole('textbox', { name: 'Comment (required to reject)' });
    await expect(button(one, 'Comment on Journey of a refusal')).toBeVisible();
    await one.keyboard.press('j');
    await one.keyboard.press('c');
    await expect(field(one)).toBeFocused();
    await one.keyboard.type('Is this the whole line?');
    await button(one, 'Comment').click();
    await expect(button(one, '1 comment on Journey of a refusal, 1 unresolved')).toBeVisible();
    await goTo(two, `${bucket}/draft`);
    for (const reviewer of [one, two]) {
      await field(reviewer).fill('Half of it would do.');
      await button(reviewer, 'Reject').click();
      await expect(panel(reviewer)).toContainText(reviewer === one ? '1 of 2 rejections' : 'back to Draft');
    }

    await expect(page.getByText('Draft Rejected')).toBeVisible();
    await page.getByRole('link', { name: 'Edit Bucket' }).click();
    await expect(
      page.getByText('Rejected by Demo Reviewer One and Demo Reviewer Two, 1 comment unresolved'),
    ).toBeVisible();
    const rejections = page.getByRole('group', { name: 'Rejection comments' });
    await expect(rejections.getByText('Half of it would do.')).toHaveCount(2);
    await expect(rejections).toContainText('on Journey of a refusal');
    await addDials(page, 'Journey of a second thought');
    await button(page, 'Submit for Review').click();
    const dialog = page.getByRole('dialog', { name: 'Submit for Review' });
    const description = dialog.getByRole('textbox', { name: 'Description' });
    await expect(description).toHaveValue('A line that is far too wide.');
    await description.fill('A second line below it.');
    await button(dialog, 'Submit for Review').click();
    await expect(toast(page, 'Review submitted')).toBeVisible();

    const changes = one.locator('[data-changes]');
    await expect(changes).toContainText('1 change since round 1');
    await expect(changes).not.toContainText('Journey of a refusal');
    await one.getByText('Against live', { exact: true }).click();
    await expect(changes).toContainText('All 2');
    const first = panel(one).getByRole('group', { name: 'Round 1' });
    await expect(first).toContainText('Rejected, back to Draft');
    await first.getByRole('button', { name: 'Resolve: Is this the whole line?' }).click();
    await expect(first).toContainText('Resolved by Demo Reviewer One');
    await button(one, 'Read again').click();
    await button(one, 'Approve').click();
    await expect(panel(one)).toContainText('1 of 2 approvals, 0 of 2 rejections');
    await expect(panel(page)).toContainText('Resolved by Demo Reviewer One');
  },
);

test('[R35][R37] one person stops a bucket at once, and two others restart it', async ({ page, openAs }) => {
  await signIn(page, PEOPLE.underwriter);
  const bucket = await emptyBucket(page, 10);
  const viewer = await openAs(PEOPLE.viewer, bucket);
  const strip = (on: Page) => on.getByRole('region', { name: 'Stopped', exact: true });
  await goTo(page, bucket);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Stop bucket' }).click();
  const stopping = page.getByRole('dialog', { name: /^Stop / });
  await stopping.getByRole('textbox', { name: 'Reason' }).fill('Wrong rates');
  await button(stopping, 'Stop bucket').click();
  await expect(strip(page)).toContainText('Stopped by Demo Underwriter');
  await expect(strip(viewer)).toContainText('It answers no risk.');
  await expect(button(viewer, 'Restart')).toHaveCount(0);

  await button(strip(page), 'Restart').click();
  const restarting = page.getByRole('dialog', { name: /^Restart / });
  await restarting.getByRole('textbox', { name: 'Description' }).fill('The rates are right again.');
  await button(restarting, 'Submit for Review').click();
  await expect(strip(page)).toContainText('Restart is in review');
  const one = await openAs(PEOPLE.reviewerOne, `${bucket}/draft`);
  await expect(one.getByText(/^Restart: ends the stop by Demo Underwriter, today .+: Wrong rates$/)).toBeVisible();
  await button(one, 'Approve').click();
  await expect(panel(one)).toContainText('1 of 2 approvals');
  await expect(strip(viewer)).toBeVisible();
  const two = await openAs(PEOPLE.reviewerTwo, `${bucket}/draft`);
  await button(two, 'Approve').click();
  const goingLive = two.getByRole('dialog', { name: /^Make v\d+ live\?$/ });
  await expect(goingLive).toContainText('The bucket answers risks again.');
  await button(goingLive, 'Approve and make live').click();
  await expect(two).toHaveURL(bucket);
  await expect(strip(two)).toHaveCount(0);
  await expect(strip(viewer)).toHaveCount(0);
});
