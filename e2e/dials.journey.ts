import type { Page } from '@playwright/test';
import { callApi, emptyBucket, publishDial } from './api.ts';
import { button, toast } from './buckets.ts';
import { query } from './database.ts';
import { clockIn, expect, goTo, PEOPLE, signIn, test } from './lineslip.ts';

/** Types a date with that day, the given number of months from now. */
async function typeDay(page: Page, name: string, day: number, months: number): Promise<void> {
  const today = new Date();
  const when = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, day));
  await fillAndLeave(page, name, `${when.getUTCDate()}/${when.getUTCMonth() + 1}/${when.getUTCFullYear()}`);
}

const message = (page: Page, text: string) => page.getByText(text, { exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const chooseAction = async (page: Page, name: string) => {
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name }).click();
};
const fillAndLeave = async (page: Page, name: string, text: string) => {
  await field(page, name).fill(text);
  await field(page, name).blur();
};

const DATA = { dimensions: { revenue_ranges: '[0,10000000)' }, values: { max_line: 1_000_000 } };
/** A refusal that is not retried. */
const REFUSED = {
  status: 403,
  contentType: 'application/problem+json',
  json: { type: 'urn:lineslip:problem:not-allowed', title: 'No', status: 403, detail: 'This needs view on dials.' },
};
type Bucket = Readonly<{ revision: string; partner: Readonly<{ number: number; name: string }> }>;

const publishedDial = async (page: Page, name: string): Promise<string> =>
  (await publishDial(page, { name, ...DATA })).id;

test('a dial is written in three steps, with every error shown, and published', async ({ page }) => {
  await signIn(page, PEOPLE.underwriter, '/dials');
  await page.getByRole('link', { name: 'Create Dial' }).click();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Dials' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await button(page, 'Create Dial').click();
  await expect(message(page, 'Required')).toBeVisible();

  await field(page, 'Name').fill('Journey excess');
  await typeDay(page, 'Active From', 10, -1);
  await expect(message(page, 'Date must be today or later')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Active From' }).click();
  await typeDay(page, 'Active From', 20, 3);
  await typeDay(page, 'Active Until', 10, 1);
  await expect(message(page, 'Date must be earlier than Active Until')).toBeVisible();
  await expect(message(page, 'Date must be later than Active From')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Active From' }).click();
  await expect(message(page, 'Date must be later than Active From')).toHaveCount(0);
  await button(page, 'Create Dial').click();
  await expect(toast(page, 'Draft dial successfully created')).toBeVisible();
  await expect(page).toHaveURL(/\/dial\/[0-9a-f-]{36}/);

  await page.getByRole('link', { name: 'Dimensions', exact: true }).last().click();
  await fillAndLeave(page, 'Attachment point', '[8,12],(12,24]');
  await expect(
    message(page, 'Invalid interval notation. Multiple notations must be separated by a space.'),
  ).toBeVisible();
  await button(page, 'Use this').click();
  await expect(field(page, 'Attachment point')).toHaveValue('[8,12] (12,24]');
  await fillAndLeave(page, 'Attachment point', '[10m,50m)');
  await expect(field(page, 'Attachment point')).toHaveValue('[10000000,50000000)');
  const end = page.getByRole('slider', { name: 'Upper end' });
  await end.dragTo(end, { targetPosition: { x: 80, y: 6 }, force: true });
  const dragged = async () => Number(/,(\d+)\)$/.exec(await field(page, 'Attachment point').inputValue())?.[1]);
  await expect.poll(dragged).toBeGreaterThan(50_000_000);
  await page.getByRole('combobox', { name: 'Risk codes' }).fill('CY');
  await page.getByRole('option', { name: /^CY/ }).click();

  await page.getByRole('link', { name: 'Values', exact: true }).last().click();
  await fillAndLeave(page, 'Max line', '-5');
  await expect(message(page, 'Value must be positive')).toBeVisible();
  await fillAndLeave(page, 'Max line', '3.5m');
  await button(page, 'Save Draft').click();
  await expect(toast(page, 'Draft dial successfully updated')).toBeVisible();

  await button(page, 'Publish Dial').click();
  const question = page.getByRole('dialog', { name: 'Do you want to publish this Dial?' });
  await question.getByRole('button', { name: 'Continue Editing' }).click();
  await expect(question).toHaveCount(0);
  await button(page, 'Publish Dial').click();
  await question.getByRole('button', { name: 'Publish Dial' }).click();
  await expect(toast(page, 'Draft dial successfully published')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Journey excess' })).toBeVisible();
  await expect(page.getByText('This dial is not in any buckets yet, and therefore is not in use.')).toBeVisible();
  await expect(page.getByText('3,500,000')).toBeVisible();
});

test('a second version, the difference, a copy, and the end of a dial', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, PEOPLE.underwriter);
  const id = await publishedDial(page, 'Journey of versions');
  await goTo(page, `/dials/${id}`);
  await page.getByRole('link', { name: 'Edit Dial' }).click();
  await field(page, 'Reason').fill('Larger companies');
  await page.getByRole('link', { name: 'Dimensions', exact: true }).last().click();
  await field(page, 'Revenue').fill('[0,25m)');
  await button(page, 'Publish Dial').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish Dial' }).click();
  await expect(toast(page, 'Draft dial successfully published')).toBeVisible();

  await goTo(page, `/dials/${id}?compare=1..2`);
  await expect(page.getByText('$10m to $25m').first()).toBeVisible();

  await goTo(page, `/dials/${id}`);
  await chooseAction(page, 'Copy to Clipboard');
  const copied: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied).toMatchObject({ id, version: 2, data: { name: 'Journey of versions' } });

  const download = page.waitForEvent('download');
  await chooseAction(page, 'Download as JSON');
  expect((await download).suggestedFilename()).toMatch(/\.json$/);

  await chooseAction(page, 'Duplicate Dial');
  await expect(toast(page, 'Dial successfully duplicated')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Journey of versions (copy)' })).toBeVisible();

  await goTo(page, `/dials/${id}`);
  await chooseAction(page, 'Delete Dial');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Dial' }).click();
  await expect(toast(page, 'Dial successfully deleted')).toBeVisible();
  await page.goto(`/dials/${id}`);
  await expect(page.getByText('This dial does not exist')).toBeVisible();
});

test('an unwanted draft is discarded, and the published version stays', async ({ page, lineslip }) => {
  await signIn(page, PEOPLE.underwriter);
  const id = await publishedDial(page, 'Journey of a change of mind');
  await goTo(page, `/dials/${id}`);
  const versions = () => query(lineslip, `select version from dial_version where dial_id = '${id}' order by 1`);
  await page.getByRole('link', { name: 'Edit Dial' }).click();
  await expect(page.getByText('Editing version 2, starts from v1')).toBeVisible();
  await goTo(page, `/dials/${id}`);
  await expect(page.getByRole('link', { name: 'Edit Dial' })).toBeVisible();
  expect(await versions()).toEqual([{ version: 1 }]);

  await page.getByRole('link', { name: 'Edit Dial' }).click();
  await field(page, 'Reason').fill('Not this reason');
  await button(page, 'Save Draft').click();
  await expect(toast(page, 'Draft dial successfully updated')).toBeVisible();
  expect(await versions()).toEqual([{ version: 1 }, { version: 2 }]);
  await field(page, 'Name').fill('Not this name');
  await chooseAction(page, 'Discard draft');
  const question = page.getByRole('dialog', { name: 'Discard this draft?' });
  await expect(question).toContainText('Version 2 is discarded; version 1 stays in force.');
  await expect(question.getByRole('button', { name: 'Keep draft' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(field(page, 'Name')).toHaveValue('Not this name');

  await chooseAction(page, 'Discard draft');
  await question.getByRole('button', { name: 'Discard draft' }).click();
  await expect(toast(page, 'Draft discarded')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/dials/${id}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Journey of a change of mind' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('draft open')).toHaveCount(0);
  expect(await versions()).toEqual([{ version: 1 }]);
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('two people on one draft: the second learns who saved, in their own time zone, and loses nothing', async ({
    page,
    openAs,
  }) => {
    await signIn(page, PEOPLE.underwriter);
    const id = await publishedDial(page, 'Journey of two');
    await goTo(page, `/dial/${id}`);
    await expect(field(page, 'Reason')).toBeVisible();

    const other = await openAs(PEOPLE.secondUnderwriter, `/dial/${id}`);
    await field(other, 'Reason').fill('Their reason');
    await field(other, 'Description').fill('Their description');
    await button(other, 'Save Draft').click();
    await expect(toast(other, 'Draft dial successfully updated')).toBeVisible();
    const { saved_at } = await callApi<{ saved_at: string }>(other, `/api/dials/${id}?draft=yes`);
    const localTime = clockIn('Asia/Tokyo', saved_at);
    await expect(other.getByText(`Saved ${localTime}`)).toBeVisible();
    await expect(other.getByText(localTime, { exact: true })).toHaveAttribute('title', /Japan/);

    await field(page, 'Reason').fill('My reason');
    await button(page, 'Save Draft').click();
    const dialog = page.getByRole('dialog', { name: `Demo Second Underwriter saved this draft at ${localTime}` });
    await expect(dialog.getByText('Their reason')).toBeVisible();
    await expect(dialog.getByText('My reason')).toBeVisible();
    await button(dialog, 'Keep editing').click();
    await expect(field(page, 'Reason')).toHaveValue('My reason');

    await button(page, 'Save Draft').click();
    await button(dialog, 'Merge and Save Draft').click();
    await expect(toast(page, 'Draft dial successfully updated')).toBeVisible();
    await page.reload();
    await expect(field(page, 'Reason')).toHaveValue('My reason');
    await expect(field(page, 'Description')).toHaveValue('Their description');
  });
});

test('leaving with unsaved changes asks first; they survive a new sign-in, and can be saved on the way out', async ({
  page,
}) => {
  await signIn(page, PEOPLE.underwriter, '/dial');
  await field(page, 'Name').fill('Never saved');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to leave this page?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(field(page, 'Name')).toHaveValue('Never saved');

  page.once('dialog', (dialog) => void dialog.accept());
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('@@auth0')) localStorage.removeItem(key);
  });
  await page.context().clearCookies();
  await page.reload();
  await page.getByRole('button', { name: PEOPLE.underwriter, exact: true }).click();
  await expect(page).toHaveURL(/\/dial$/);
  await expect(page.getByText(/^1 unsaved change of yours from .* is kept in this browser\.$/)).toBeVisible();
  await button(page, 'Restore').click();
  await expect(field(page, 'Name')).toHaveValue('Never saved');
  await field(page, 'Name').fill('Journey saved on leaving');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dials' }).click();
  await button(question, 'Save Draft').click();
  await expect(toast(page, 'Draft dial successfully created')).toBeVisible();
  await expect(page).toHaveURL(/\/dials$/);
  await goTo(page, '/dials?q=saved+on+leaving');
  await expect(page.getByRole('row').filter({ hasText: 'Journey saved on leaving' })).toBeVisible();

  await page.goto('/dial');
  await field(page, 'Name').fill('Never saved');
  const prompt = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const closed = await prompt;
  expect(closed.type()).toBe('beforeunload');
  await closed.dismiss();
  await closing;
});

test('the list is searched, filtered and shared by its address', async ({ page }) => {
  await signIn(page, PEOPLE.viewer, '/dials');
  const search = page.getByPlaceholder('Search for dial e.g. “Cyber”, “Risk Code”');
  await expect(page.getByRole('link', { name: 'View' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create Dial' })).toHaveCount(0);
  await search.fill('ransomware');
  await expect(page.getByRole('row').filter({ hasText: 'Cyber ransomware tightening 2027' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Cargo facility' })).toHaveCount(0);
  await expect(page).toHaveURL(/q=ransomware/);
  await search.fill('risk code');
  await expect(page.getByRole('row').filter({ hasText: 'Cyber base appetite' })).toBeVisible();
  await search.fill('');
  await page.getByRole('tab', { name: /^Upcoming/ }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Ready' })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Cyber ransomware tightening 2027' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: /^Upcoming/, selected: true })).toBeVisible();
  await search.fill('no such dial');
  await expect(page.getByText('No dials match')).toBeVisible();
});

test('a dial used by a bucket says so, and cannot be deleted', async ({ page }) => {
  await signIn(page, PEOPLE.underwriter);
  const { id } = await publishDial(page, { name: 'Journey in a bucket', values: { max_line: 1_000_000 } });
  const bucket = (await emptyBucket(page, 5)).replace('/syndicate/', '/api/buckets/').replace('/bucket/', '/');
  const { revision, partner } = await callApi<Bucket>(page, bucket);
  const entries = [{ dial_id: id, version: 1, overrides: { max_line: 750_000 } }];
  await callApi(page, `${bucket}/draft`, { method: 'PUT', body: { entries }, ifMatch: revision });

  let release = () => {};
  const blocked = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/dials/*/buckets', async (route) => {
    await blocked;
    await route.continue();
  });
  await goTo(page, `/dials/${id}`);
  await expect(page.getByText('Finding buckets containing this dial...')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Appears in the following buckets' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: `${partner.number} ${partner.name}` })).toBeVisible();

  await page.unroute('**/api/dials/*/buckets');

  await button(page, 'More actions').click();
  await expect(page.getByRole('menuitem', { name: 'Delete Dial' })).toBeDisabled();
  await page.keyboard.press('Escape');

  await page.route('**/api/dials/*/buckets', (route) => route.fulfill(REFUSED));
  await page.reload();
  await expect(page.getByText('Failed to fetch dial metadata')).toBeVisible();
  await page.unroute('**/api/dials/*/buckets');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Appears in the following buckets' })).toBeVisible();
});
