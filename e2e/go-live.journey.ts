import type { Browser } from '@playwright/test';
import { emptyBucket, publishDial } from './api.ts';
import { addDials, button, openEdit, toast } from './buckets.ts';
import { expect, PEOPLE, signInAnew, test } from './lineslip.ts';
import { startLineslip } from './server.ts';
import { writeDay } from '#domain/day/day.ts';

const DAY_MS = 86_400_000;
const tomorrow = () => new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);

async function openAs(browser: Browser, baseURL: string, person: string, time = new Date()) {
  const page = await (await browser.newContext({ baseURL, locale: 'en-GB', timezoneId: 'UTC' })).newPage();
  await page.clock.setSystemTime(time);
  await signInAnew(page, person);
  return page;
}

test(
  'a draft is submitted for a day, approved twice, and live when that day has come',
  { tag: '@long' },
  async ({ browser }) => {
    const day = tomorrow();
    const before = await startLineslip();
    const author = await openAs(browser, before.url, PEOPLE.underwriter);
    await publishDial(author, { name: 'Journey of a day', values: { max_line: 700_000 } });
    const bucket = await emptyBucket(author, 0);
    await openEdit(author, bucket);
    await addDials(author, 'Journey of a day');
    await button(author, 'Submit for Review').click();
    const dialog = author.getByRole('dialog', { name: 'Submit for Review' });
    await dialog.getByRole('textbox', { name: 'Description' }).fill('For the renewals of tomorrow.');
    await dialog.getByText('On a date', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Day' }).fill(writeDay(day));
    await button(dialog, 'Submit for Review').click();
    await expect(toast(author, 'Review submitted')).toBeVisible();

    for (const person of [PEOPLE.reviewerOne, PEOPLE.reviewerTwo]) {
      const reviewer = await openAs(browser, before.url, person);
      await reviewer.goto(`${bucket}/draft`);
      await button(reviewer, 'Approve').click();
      if (person === PEOPLE.reviewerTwo)
        await reviewer
          .getByRole('dialog')
          .getByRole('button', { name: /^Approve/ })
          .click();
      await expect(toast(reviewer, 'Review submitted')).toBeVisible();
      await reviewer.context().close();
    }
    await author.goto(`${bucket}/draft`);
    await expect(author.getByText(`Approved · live on ${writeDay(day)}`)).toBeVisible();
    await author.goto(bucket);
    await expect(author.getByText('Journey of a day')).toHaveCount(0);
    await author.context().close();
    await before.halt();

    // The server sleeps over the day, and catches up when it starts.
    const after = await startLineslip({
      DATA_DIR: before.dataDir,
      PORT: new URL(before.url).port,
      CLOCK_AHEAD_MS: String(DAY_MS),
    });
    try {
      const viewer = await openAs(browser, after.url, PEOPLE.viewer, new Date(Date.now() + DAY_MS));
      await viewer.goto(bucket);
      await expect(viewer.getByText('Journey of a day')).toBeVisible();
      await expect(viewer.getByText('Draft Approved')).toBeVisible();
      await viewer.context().close();
    } finally {
      await after.stop();
    }
  },
);
