import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BucketDial } from '#contract/bucket.ts';
import { renderInEditor } from '#web/bucket/draft/testing.tsx';
import { ADDRESS, makeBucket, makeDial, makeDials, fakeBucketServer } from '#web/bucket/testing.tsx';
import { DialPicker } from './DialPicker.tsx';

type PickQuery = Readonly<{ q?: string | undefined; cob?: string | undefined; cursor?: string | undefined }>;
type Page = Readonly<{ items: (BucketDial & { for_every_class?: boolean })[]; next: string | null }>;

const OTHERS = Array.from({ length: 30 }, (_, index) => makeDial(index + 101));

/** A picker over a bucket of three dials. `answer` is the server. */
async function open(
  answer: (query: PickQuery) => Page | Error | Promise<Page> = () => ({
    items: [...makeDials(3), ...OTHERS],
    next: null,
  }),
) {
  await page.viewport(1100, 800);
  const queries: PickQuery[] = [];
  let closed = 0;
  const { api } = fakeBucketServer(makeBucket(), makeDials(3), {
    pickDials: async ({ query = {} }: { query?: PickQuery }) => {
      queries.push(query);
      const found = await answer(query);
      if (found instanceof Error) throw found;
      const items = found.items.map((dial) => ({ for_every_class: false, ...dial }));
      return { words: query.q === undefined ? [] : [query.q.toLowerCase()], ...found, items };
    },
  });
  const picker = <DialPicker onClose={() => (closed += 1)} />;
  const { steps } = await renderInEditor(picker, { api, dials: makeDials(3) });
  return { queries, steps, closed: () => closed };
}

const box = (name: string | RegExp) => page.getByRole('checkbox', { name, exact: true });
const addButton = (name: string | RegExp) => page.getByRole('button', { name });

test('after typing, the arrow down waits for the rows of that search', async () => {
  const answers: (() => void)[] = [];
  const { steps } = await open(({ q }) =>
    q === undefined
      ? { items: OTHERS, next: null }
      : new Promise((resolve) => answers.push(() => resolve({ items: [makeDial(107)], next: null }))),
  );
  await expect.element(box('Dial 101')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search published dials' });
  (search.element() as HTMLElement).focus();
  await userEvent.keyboard('7{ArrowDown}');
  await expect.poll(() => answers.length).toBe(1);
  await expect.element(search).toHaveFocus();
  answers[0]?.();
  await expect.element(box('Dial 107')).toHaveFocus();
  await userEvent.keyboard(' ');
  await addButton('Add 1 dial').click();
  expect(steps).toMatchObject([{ order: [1, 2, 3, 107] }]);
});

test('several are chosen and added at the end, as one step', async () => {
  const { steps, closed } = await open();
  await expect.element(addButton('Add dials')).toBeDisabled();
  await box('Dial 101').click();
  await box('Dial 103').click();
  await box('Dial 102').click();
  await box('Dial 103').click();
  await addButton('Add 2 dials').click();
  expect(steps).toMatchObject([{ order: [1, 2, 3, 101, 102], what: 'Added 2 dials' }]);
  expect(closed()).toBe(1);
});

test('Shift selects a range, all can be selected, and they are added in the order of the list', async () => {
  const { steps } = await open();
  await box('Dial 104').click();
  await box('Dial 102').click({ modifiers: ['Shift'] });
  await box('Dial 101').click();
  await expect.element(addButton('Add 4 dials')).toBeVisible();
  const all = box('Select all 30 that are not in the bucket');
  await expect.element(all).toBePartiallyChecked();
  await all.click();
  await expect.element(addButton('Add 30 dials')).toBeVisible();
  await all.click();
  await expect.element(addButton('Add dials')).toBeDisabled();
  await box('Dial 104').click();
  await box('Dial 102').click({ modifiers: ['Shift'] });
  await addButton('Add 3 dials').click();
  expect(steps).toMatchObject([{ order: [1, 2, 3, 102, 103, 104] }]);
});

test('dials for every class come last, under a heading, where a class is chosen', async () => {
  const items = [
    makeDial(101),
    { ...makeDial(102), for_every_class: true },
    { ...makeDial(103), for_every_class: true },
  ];
  await open(() => ({ items, next: null }));
  await expect.element(page.getByText('For every class')).toBeVisible();
  const list = page.getByRole('group', { name: 'Published dials' }).element();
  expect(list.textContent).toMatch(/Dial 101.*For every class.*Dial 102.*Dial 103/);
  await page.getByRole('combobox', { name: 'Class of business' }).click();
  await page.getByRole('option', { name: 'Every class' }).click();
  await expect.element(page.getByText('For every class')).not.toBeInTheDocument();
});

test('a position inserts above the dial there; an invalid one is refused', async () => {
  const { steps } = await open();
  await box('Dial 104').click();
  const field = page.getByRole('textbox', { name: 'At position' });
  await field.fill('2');
  await expect.element(page.getByText('Above Dial 2')).toBeVisible();
  await field.fill('5');
  await expect.element(page.getByText('Please type 1 to 4.')).toBeVisible();
  await expect.element(addButton('Add 1 dial')).toBeDisabled();
  await field.fill('2');
  await addButton('Add 1 dial').click();
  expect(steps).toMatchObject([{ order: [1, 104, 2, 3], what: 'Added Dial 104' }]);
});

test('dials of the bucket are marked, shown with the bucket’s version, and cannot be chosen', async () => {
  const newest = makeDial(2, { values: { max_line: 900_000 } }, { version: 2 });
  const renewals = makeDial(9, { name: 'Renewals', journeys: ['renewal'], active_from: '2026-11-01' });
  await open(() => ({ items: [...makeDials(1), newest, renewals, ...OTHERS], next: null }));
  const there = box('Dial 2, in this bucket already');
  await expect.element(there).toBeVisible();
  const existing = page.getByText('Dial 2', { exact: true }).element().closest('label');
  expect(existing?.textContent).toMatch(/v1In this bucket.*200,000/);
  await expect.element(box('Renewals')).toHaveAccessibleDescription('Every risk, renewal only, from 1 Nov 2026');
  await expect.element(there).toBeChecked();
  await there.click({ force: true });
  await expect.element(there).toBeChecked();
  await expect.element(addButton('Add dials')).toBeDisabled();
});

test('it loads this class first, then the search, and every class', async () => {
  const { queries } = await open();
  await expect.element(box('Dial 101')).toBeVisible();
  expect(queries).toEqual([{ cob: ADDRESS.cob }]);
  await page.getByRole('searchbox', { name: 'Search published dials' }).fill('ransom');
  await expect.poll(() => queries.at(-1)).toEqual({ q: 'ransom', cob: ADDRESS.cob });
  await page.getByRole('combobox', { name: 'Class of business' }).click();
  await page.getByRole('option', { name: 'Every class' }).click();
  await expect.poll(() => queries.at(-1)).toEqual({ q: 'ransom' });
});

test('arrows move from the search into the list and along it, Space selects', async () => {
  const { steps } = await open();
  await expect.element(box('Dial 101')).toBeVisible();
  (page.getByRole('searchbox').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown} {ArrowDown} ');
  await expect.element(box('Dial 102')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(box('Dial 130')).toHaveFocus();
  await userEvent.keyboard(' ');
  await addButton('Add 3 dials').click();
  expect(steps).toMatchObject([{ order: [1, 2, 3, 101, 102, 130], what: 'Added 3 dials' }]);
});

test('scrolling loads further pages', async () => {
  const first: Page = { items: OTHERS.slice(0, 20), next: 'page-2' };
  const { queries } = await open(({ cursor }) =>
    cursor === undefined ? first : { items: OTHERS.slice(20), next: null },
  );
  await expect.element(box('Dial 101')).toBeVisible();
  (box('Dial 101').element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => queries.at(-1)).toEqual({ cob: ADDRESS.cob, cursor: 'page-2' });
  await userEvent.keyboard('{End}');
  await expect.element(box('Dial 130')).toBeVisible();
});

test('nothing found repeats the search and offers a wider one', async () => {
  await open(({ q, cob }) => ({ items: q === undefined || cob === undefined ? OTHERS : [], next: null }));
  await page.getByRole('searchbox').fill('cybr');
  await expect.element(page.getByText('“cybr”')).toBeVisible();
  await page.getByRole('button', { name: 'Search every class' }).click();
  await expect.element(box('Dial 101')).toBeVisible();
});

test('a failure is shown in place, and Retry loads again', async () => {
  let broken = true;
  await open(() => (broken ? new Error('The server is not there.') : { items: OTHERS, next: null }));
  await expect.element(page.getByText('Failed to fetch dial metadata')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(box('Dial 101')).toBeVisible();
});
