import type { Page } from '@playwright/test';
import { type Address, changeTogether, emptyBucket, emptyBuckets, pageOf, publishDial } from './api.ts';
import { button, submit, toast } from './buckets.ts';
import { expect, goTo, PEOPLE, signIn, test } from './lineslip.ts';

const PHONE = { width: 390, height: 844 };

test.use({ hasTouch: true });

test('on a phone a review is found, read and voted on; editing asks for a wider screen', async ({ page, openAs }) => {
  await signIn(page, PEOPLE.underwriter);
  await publishDial(page, { name: 'Journey on a phone', values: { max_line: 700_000 } });
  const bucket = await emptyBucket(page, 9);
  await submit(page, bucket, 'Journey on a phone', 'Read me on a phone.');

  const phone = await openAs(PEOPLE.reviewerOne);
  await phone.setViewportSize(PHONE);
  const navigation = phone.getByRole('navigation', { name: 'Main' });
  await expect(navigation).toBeVisible();
  expect((await navigation.boundingBox())?.y).toBeGreaterThan(700);
  const waiting = phone.getByRole('listitem').filter({ hasText: 'Read me on a phone.' });
  await waiting.getByRole('link', { name: /^Review Bucket/ }).click();
  await expect(phone.getByText('Read me on a phone.')).toBeVisible();
  await expect(phone.getByRole('region', { name: 'Change summary' })).toContainText('Journey on a phone');
  const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBe(0);

  await button(phone, 'Reject').click();
  await expect(phone.getByRole('textbox', { name: 'Comment (required to reject)' })).toBeFocused();
  await button(phone.getByRole('dialog', { name: 'Reject' }), 'Close').click();
  await button(phone, 'Approve').click();
  await expect(toast(phone, 'Review submitted')).toBeVisible();
  await expect(phone.getByText('You approved', { exact: true }).first()).toBeVisible();
  await expect(button(phone, 'Change vote')).toBeVisible();

  await goTo(page, '/');
  await page.setViewportSize(PHONE);
  await goTo(page, `${bucket}/edit`);
  await expect(page.getByText('Open this on a wider screen.')).toBeVisible();
});

type Fixtures = Readonly<{ page: Page; openAs: (person: string) => Promise<Page> }>;

/** The drafts of some buckets with one new dial, submitted together, and two people with a phone each. */
async function submitted({ page, openAs }: Fixtures, name: string, at: (page: Page) => Promise<Address[]>) {
  await signIn(page, PEOPLE.underwriter);
  const { id } = await publishDial(page, { name, values: { max_line: 700_000 } });
  const buckets = await at(page);
  const add = { kind: 'add', dial_id: id, version: 1, overrides: {}, place: { at: 'end' } };
  await changeTogether(page, buckets, () => add, `${name}.`);
  const phones = [await openAs(PEOPLE.reviewerOne), await openAs(PEOPLE.reviewerTwo)] as const;
  for (const phone of phones) await phone.setViewportSize(PHONE);
  return { phones, buckets };
}

/** Opens the review from Home, as a finger does. */
const tapReview = (phone: Page, name: string) =>
  phone
    .getByRole('listitem')
    .filter({ hasText: `${name}.` })
    .getByRole('link', { name: /^Review / })
    .tap();

/** Says yes to what the approval does, which the page itself asks. */
async function makeLive(phone: Page, question: string | RegExp) {
  const dialog = phone.getByRole('dialog', { name: question });
  await expect(dialog).toBeVisible();
  await button(dialog, 'Approve and make live').tap();
}

test('two phones approve a draft, and the deciding vote waits for a lost connection', async ({ page, openAs }) => {
  const name = 'Journey of two phones';
  const { phones, buckets } = await submitted({ page, openAs }, name, (on) => emptyBuckets(on, 12, 1));
  const [one, two] = phones;
  await tapReview(one, name);
  await button(one, 'Approve').tap();
  await expect(one.getByText('You approved', { exact: true }).first()).toBeVisible();

  await tapReview(two, name);
  await expect(button(two, 'Approve')).toBeEnabled();
  await two.context().setOffline(true);
  await button(two, 'Approve').tap();
  await makeLive(two, /^Make v\d+ live\?$/);
  await expect(two.getByText('No connection. Your vote is not sent.')).toBeVisible();
  await two.context().setOffline(false);
  await button(two, 'Retry').tap();
  await expect(toast(two, 'Review submitted')).toBeVisible();
  await expect(two).toHaveURL(pageOf(buckets[0] as Address));
  await expect(two.getByText('Draft Approved')).toBeVisible();
});

test('two phones approve a set, and all of its buckets go live', async ({ page, openAs }) => {
  const name = 'Journey of a set';
  const { phones } = await submitted({ page, openAs }, name, (on) => emptyBuckets(on, 12, 2));
  for (const [index, phone] of phones.entries()) {
    await tapReview(phone, name);
    await button(phone, 'Approve 2').tap();
    if (index === 1) await makeLive(phone, 'Make 2 buckets live?');
    await expect(toast(phone, 'Review submitted')).toBeVisible();
  }
  await expect(button(phones[1], 'Approve 2')).toHaveCount(0);
  await expect(phones[1].getByRole('row').filter({ hasText: 'Draft Approved' })).toHaveCount(2);
});

test('two phones reject a draft, each with its comment', async ({ page, openAs }) => {
  const name = 'Journey of a refusal by phone';
  const { phones, buckets } = await submitted({ page, openAs }, name, (on) => emptyBuckets(on, 12, 1));
  for (const phone of phones) {
    await tapReview(phone, name);
    await button(phone, 'Reject').tap();
    const sheet = phone.getByRole('dialog', { name: 'Reject' });
    await expect(sheet.getByRole('textbox')).toBeFocused();
    await button(sheet, 'Reject').tap();
    await expect(sheet.getByText('Please say why in a comment: it is required to reject.')).toBeVisible();
    await sheet.getByRole('textbox').fill('Half of it would do.');
    await button(sheet, 'Reject').tap();
    await expect(toast(phone, 'Review submitted')).toBeVisible();
    await expect(sheet).toHaveCount(0);
  }
  await goTo(page, `${pageOf(buckets[0] as Address)}/draft`);
  await expect(page.getByText('Draft Rejected')).toBeVisible();
  await expect(page.getByText('Half of it would do.')).toHaveCount(2);
});
