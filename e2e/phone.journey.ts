import { emptyBucket, publishDial } from './api.ts';
import { button, submit, toast } from './buckets.ts';
import { expect, goTo, PEOPLE, signIn, test } from './lineslip.ts';

test('on a phone a review is found, read and voted on; editing asks for a wider screen', async ({ page, openAs }) => {
  await signIn(page, PEOPLE.underwriter);
  await publishDial(page, { name: 'Journey on a phone', values: { max_line: 700_000 } });
  const bucket = await emptyBucket(page, 9);
  await submit(page, bucket, 'Journey on a phone', 'Read me on a phone.');

  const phone = await openAs(PEOPLE.reviewerOne);
  await phone.setViewportSize({ width: 390, height: 844 });
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
  await button(phone, 'Close votes').click();
  await button(phone, 'Approve').click();
  await expect(toast(phone, 'Review submitted')).toBeVisible();
  await expect(phone.getByText('You approved', { exact: true }).first()).toBeVisible();
  await expect(button(phone, 'Change vote')).toBeVisible();

  await goTo(page, '/');
  await page.setViewportSize({ width: 390, height: 844 });
  await goTo(page, `${bucket}/edit`);
  await expect(page.getByText('Open this on a wider screen.')).toBeVisible();
});
