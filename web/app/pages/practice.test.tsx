import { CALLED_OFF } from '#domain/practice/counts.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { BucketPractice } from '#contract/practice.ts';
import { makePractice, REPORTING } from '#web/impact/practice/testing.ts';
import { dialId } from '#web/bucket/testing.tsx';
import { AT, DIALS, fakeBucketPages, LIVE, ROUTE } from '#web/bucket/view/testing.tsx';
import { type Api, renderPage } from '#web/testing/page.tsx';
import { BucketPage } from './BucketPage.tsx';

const [first, second, third, fourth, fifth] = DIALS.map(({ dial_id }) => ({ dial_id }));
if (!first || !second || !third || !fourth || !fifth) throw new Error('The bucket has five dials.');
const NOTHING = { took_part: 0, decided: 0, days: [] };
const PRACTICE = makePractice([
  { ...first, decided: 1500, took_part: 1500 },
  { ...second, ...NOTHING, took_part: 41, beaten_by: first.dial_id },
  { ...third, ...NOTHING },
  fourth,
  { ...fifth, ...NOTHING, counted_from: '2099-01-02' },
]);

const card = page.getByRole('region', { name: 'In practice' });
const row = (name: string) => page.getByRole('row', { name: new RegExp(`^\\d (Active|Upcoming) ${name}`) });

async function openLive(getBucketPractice: Api['getBucketPractice'], settings = { hasDecisions: true }) {
  const { api } = fakeBucketPages(LIVE, { getBucketPractice });
  const permissions = ['bucket:view', 'dials:view', 'admin:view'];
  return renderPage(<BucketPage />, { api, route: ROUTE, address: AT, permissions, settings });
}
const answers = (practice: BucketPractice) => vi.fn<Api['getBucketPractice']>(async () => practice);

afterEach(() => page.viewport(1440, 900));

test('the live bucket shows what engines decided with it, in a chart and as a table', async () => {
  const read = answers({ ...PRACTICE, reporting: { ...REPORTING, dropped: 7 } });
  await openLive(read);
  await expect.element(card.getByText('3,000 decisions in 30 days')).toBeVisible();
  await expect.element(card.getByText('10% without max line')).toBeVisible();
  await expect.element(card.getByText(/^what 3 of 4 production engines reported until \d\d:\d\d/)).toBeVisible();
  await expect.element(card.getByText('; 7 decisions lost')).toBeVisible();
  await expect.element(card.getByRole('img', { name: /^3,000 decisions in 30 days, by day/ })).toBeVisible();
  await card.getByText('As a table').click();
  await expect.element(card.getByRole('table', { name: 'Decisions by day' })).toBeVisible();
  expect(card.getByRole('table').getByRole('row').elements()).toHaveLength(PRACTICE.days.length + 1);
  // Once, although the page asks for it before it has the bucket.
  expect(read).toHaveBeenCalledOnce();
  await card.getByText('7 days').click();
  await expect.poll(() => read.mock.lastCall?.[0].query.days).toBe(7);
});

test('decisions by a draft that waits for its day, or was called off, say so in the table', async () => {
  const [day] = PRACTICE.days;
  const days = day === undefined ? [] : [CALLED_OFF, 12, 13].map((version) => ({ ...day, version }));
  await openLive(answers({ ...PRACTICE, days }));
  await card.getByText('As a table').click();
  const cells = (name: string) => card.getByRole('cell', { name, exact: true });
  for (const name of ['Called off', 'v12', 'v13, not live yet']) await expect.element(cells(name)).toBeVisible();
});

test('each dial shows its decisions; one without any says why, and shows a risk where the list explains it', async () => {
  await openLive(answers(PRACTICE));
  await expect.element(row('Dial 1').getByText('1,500')).toBeVisible();
  await expect
    .element(row('Dial 1').getByRole('img', { name: 'Dial 1: 1,500 decisions in 30 days, by day' }))
    .toBeVisible();
  const unused = row('Dial 2');
  await expect
    .element(unused.getByText('Decided nothing for 30 days: 41 risks matched it, dial 1 decided first'))
    .toBeVisible();
  const show = unused.getByRole('link', { name: /^Show me: Decided nothing/ });
  await expect.element(show).toHaveAttribute('href', expect.stringContaining('?try='));
  await expect.element(row('Cyber excess').getByText('Decided nothing for 30 days: no risk matched it')).toBeVisible();
  await expect.element(row('Dial 5').getByText('Decided nothing since 2 Jan: no risk matched it')).toBeVisible();
  // It takes part later: its status, no figures.
  await expect.element(row('Dial 4').getByText('Upcoming').last()).toBeVisible();
  expect(row('Dial 4').element().textContent).not.toContain('60');
});

test('nothing moves when the decisions arrive after the bucket', async () => {
  const { promise, resolve } = Promise.withResolvers<BucketPractice>();
  await openLive(async () => promise);
  const dials = page.getByRole('region', { name: 'Dials' });
  await expect.element(dials).toBeVisible();
  const before = dials.element().getBoundingClientRect().top;
  resolve(PRACTICE);
  await expect.element(row('Dial 1').getByText('1,500')).toBeVisible();
  expect(dials.element().getBoundingClientRect().top).toBe(before);
});

test('a failure stays in the card, and the dials are there', async () => {
  await openLive(async () => {
    throw new Error('No answer.');
  });
  await expect.element(card.getByText('Failed to load decisions')).toBeVisible();
  await expect.element(row('Dial 1')).toBeVisible();
});

test('a bucket that nobody decided with accuses no dial', async () => {
  await openLive(
    answers(
      makePractice(
        [first, second, third, fourth, fifth].map((one) => ({ ...one, ...NOTHING })),
        { days: [] },
      ),
    ),
  );
  await expect.element(card.getByText('0 decisions in 30 days')).toBeVisible();
  await expect.element(row(dialName(1))).toBeVisible();
  await expect.element(page.getByText(/Decided nothing/)).not.toBeInTheDocument();
});
const dialName = (n: number) => DIALS.find(({ dial_id }) => dial_id === dialId(n))?.data.name ?? '';

test('where no engine ever reported there is no card, and one sentence for administrators', async () => {
  const read = answers(PRACTICE);
  await openLive(read, { hasDecisions: false });
  await expect
    .element(page.getByRole('link', { name: 'How engines report' }))
    .toHaveAttribute('href', expect.stringContaining('feed'));
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(page.getByRole('columnheader', { name: 'By day' })).not.toBeInTheDocument();
  expect(read).not.toHaveBeenCalled();
});
