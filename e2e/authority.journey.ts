import type { Page } from '@playwright/test';
import { findClass } from '#domain/cob/class-of-business.ts';
import { emptyBucket, publishDial } from './api.ts';
import { button, submit, toast } from './buckets.ts';
import { expect, goTo, PEOPLE, signIn, test } from './lineslip.ts';

const panel = (page: Page) => page.getByRole('group', { name: 'Votes and comments' });
const RULE = /must be .*Demo Reviewer Two when max line is above 5,000,000\./;

test(
  'a rule that two administrators agree on keeps a draft in review until its signer approves',
  { tag: '@long' },
  async ({ page, openAs }) => {
    await signIn(page, PEOPLE.underwriter);
    await publishDial(page, { name: 'Journey of authority', values: { max_line: 8_000_000 } });
    const bucket = await emptyBucket(page, 11);
    const [, , number = '', , cob = ''] = bucket.split('/');
    const administrator = await openAs(PEOPLE.administrator, '/admin?tab=authority');
    const compliance = await openAs(PEOPLE.compliance, '/admin?tab=authority');

    await button(administrator, 'Add a rule').click();
    const form = administrator.getByRole('group', { name: 'New rule' });
    await form.getByRole('combobox', { name: 'Classes' }).click();
    await administrator.getByRole('option', { name: findClass(cob)?.label ?? '', exact: true }).click();
    await button(form, 'of some partners …').click();
    await form.getByRole('combobox', { name: 'Partners' }).fill(number);
    await administrator.getByRole('option').first().click();
    await form.getByRole('combobox', { name: 'People' }).click();
    await administrator.getByRole('option', { name: PEOPLE.reviewerTwo }).click();
    await form.getByRole('textbox', { name: 'Limit 1' }).fill('5,000,000');
    await expect(form.getByRole('status')).toContainText('of the last 90 days');
    await button(form, 'Ask a second person').click();
    await expect(toast(administrator, 'Sent to a second person')).toBeVisible();
    await expect(button(administrator, 'Withdraw')).toBeVisible();

    const proposed = compliance.getByRole('listitem').filter({ hasText: RULE });
    await expect(proposed).toContainText('Waits for you');
    await button(proposed, 'Confirm').click();
    await button(compliance.getByRole('dialog', { name: 'Confirm this rule?' }), 'Confirm').click();
    await expect(proposed).toContainText('by Demo Administrator, seconded by Demo Compliance');

    await submit(page, bucket, 'Journey of authority', 'A larger line.');
    const why = 'One of the two must be Demo Reviewer Two: max line 8,000,000 is above 5,000,000';
    await expect(panel(page)).toContainText(why);
    for (const voter of [await openAs(PEOPLE.reviewerOne, `${bucket}/draft`), administrator]) {
      await goTo(voter, `${bucket}/draft`);
      await expect(panel(voter)).toContainText('Waits for Demo Reviewer Two');
      await button(voter, 'Approve').click();
      await expect(toast(voter, 'Review submitted')).toBeVisible();
    }
    await expect(panel(page)).toContainText('2 of 2 approvals, Demo Reviewer Two still missing');

    const signer = await openAs(PEOPLE.reviewerTwo, `${bucket}/draft`);
    await expect(panel(signer)).toContainText('Waits for you');
    await button(signer, 'Approve').click();
    await button(signer.getByRole('dialog', { name: 'Make v2 live?' }), 'Approve and make live').click();
    await expect(signer).toHaveURL(bucket);
    await expect(signer.getByText('Draft Approved')).toBeVisible();
  },
);
