import type { Locator, Page } from '@playwright/test';
import { findClass } from '#domain/cob/class-of-business.ts';
import { writeDay } from '#domain/day/day.ts';
import { changeTogether, emptyBuckets, pageOf, publishDial } from './api.ts';
import { button, toast } from './buckets.ts';
import { expect, goTo, PEOPLE, signIn, test } from './lineslip.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

type Figure = Readonly<{ changed: number; all: number; day: string | undefined }>;

/** The number of risks that change, of how many, and the day, as a place says them. */
async function readFigure(place: Locator): Promise<Figure> {
  await expect(place).toContainText(/[\d,]+ of [\d,]+/);
  const text = (await place.textContent()) ?? '';
  const [, changed = '', all = ''] = /([\d,]+) of ([\d,]+)/.exec(text) ?? [];
  const [, day] = /on (\d+ \w+ \d{4})/.exec(text) ?? [];
  const numberOf = (figure: string) => Number(figure.replaceAll(',', ''));
  return { changed: numberOf(changed), all: numberOf(all), day };
}

const impactIn = (dialog: Locator) => dialog.getByRole('definition').filter({ hasText: /risks? change/ });
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: `${name}.` });

test('a set for a day has one figure and one day: in the dialog, on Home, on its page, in each review, in the question, by phone', async ({
  page,
  openAs,
}) => {
  const name = 'Journey of one figure';
  const day = inDays(30);
  await signIn(page, PEOPLE.underwriter);
  // Today it would change nothing.
  const values = { max_line: 700_000 };
  const { id } = await publishDial(page, { name, values, active_from: inDays(20) });
  const buckets = await emptyBuckets(page, 12, 2);
  const add = { kind: 'add', dial_id: id, version: 1, overrides: {}, place: { at: 'end' } };
  await changeTogether(page, buckets, () => add, null);

  await goTo(page, '/syndicate?tab=draft');
  await page.getByRole('checkbox', { name: /saved together/ }).check();
  await button(page, 'Submit 2 together').click();
  const dialog = page.getByRole('dialog', { name: 'Submit 2 drafts together' });
  await dialog.getByRole('textbox', { name: 'Description' }).fill(`${name}.`);
  await dialog.getByText('On a date', { exact: true }).click();
  const field = dialog.getByRole('textbox', { name: 'Day' });
  await field.fill(writeDay(day));
  await field.press('Tab');
  const impact = impactIn(dialog);
  await expect(impact).toContainText(writeDay(day));
  const figure = await readFigure(impact);
  expect(figure.changed).toBeGreaterThan(0);
  expect(figure.day).toBe(writeDay(day));
  await button(dialog, 'Submit 2 together').click();
  await expect(toast(page, '2 drafts submitted for review')).toBeVisible();

  const one = await openAs(PEOPLE.reviewerOne);
  await expect(rowOf(one, name)).toContainText(`all on ${writeDay(day)}`);
  expect(await readFigure(rowOf(one, name))).toEqual(figure);
  const figures: Figure[] = [];
  for (const bucket of buckets) {
    await goTo(one, `${pageOf(bucket)}/draft`);
    // Until the next page is there, the one before stays.
    await expect(one.getByRole('heading', { level: 1 })).toContainText(findClass(bucket.cob)?.label ?? bucket.cob);
    figures.push(await readFigure(one.getByRole('link', { name: /^Impact/ })));
  }
  const sum = (of: 'changed' | 'all') => figures.reduce((total, each) => total + each[of], 0);
  expect(figures.map((each) => each.day)).toEqual([figure.day, figure.day]);
  expect({ changed: sum('changed'), all: sum('all'), day: figure.day }).toEqual(figure);

  await goTo(one, '/');
  await rowOf(one, name)
    .getByRole('link', { name: /^Review Set/ })
    .click();
  const header = one.locator('header').filter({ has: one.getByRole('heading', { level: 1 }) });
  await expect(header).toContainText(`all on ${writeDay(day)}`);
  await expect(one.getByText(`All 2 go live on ${writeDay(day)}, 00:00 UTC.`)).toBeVisible();
  const total = one.getByRole('row', { name: /^All 2/ });
  await expect(total).toContainText(`on ${writeDay(day)}`);
  await expect(total).toContainText(figure.changed.toLocaleString('en'));
  const panel = one.getByRole('complementary', { name: 'Review' });
  await expect(panel).toContainText(`Your approval and one more make them live on ${writeDay(day)}`);
  await button(one, 'Approve all 2').click();
  await expect(toast(one, 'Review submitted')).toBeVisible();

  const phone = await openAs(PEOPLE.reviewerTwo);
  await phone.setViewportSize({ width: 390, height: 844 });
  expect(await readFigure(rowOf(phone, name))).toEqual(figure);
  await rowOf(phone, name)
    .getByRole('link', { name: /^Review Set/ })
    .click();
  await button(phone, 'Approve 2').click();
  const question = phone.getByRole('dialog', { name: `Approve 2 buckets for ${writeDay(day)}?` });
  expect(await readFigure(impactIn(question))).toEqual(figure);
  await expect(question).toContainText(`All 2 go live on ${writeDay(day)}.`);
  await expect(question).not.toContainText('at once');
  await button(question, `Approve for ${writeDay(day)}`).click();
  await expect(phone.getByText(`Approved · all on ${writeDay(day)}`)).toBeVisible();
});
