import { afterEach, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { Example } from '#contract/example.ts';
import { EXAMPLE_MESSAGES, EXAMPLE_REFUSALS } from '#domain/example/example.ts';
import { TryBucket } from './TryBucket.tsx';
import { AT, fakeBucketPages, ROUTE, WITH_DRAFT } from '#web/bucket/view/testing.tsx';
import { renderInEditor } from '#web/bucket/draft/testing.tsx';
import { fakeBucketServer, makeBucket, makeDials } from '#web/bucket/testing.tsx';
import { watchText } from '#web/testing/watchText.ts';
import { renderPage } from '#web/testing/page.tsx';
import { BrokenExamples } from './BrokenExamples.tsx';
import { BrokenLive } from './BrokenLive.tsx';
import { fakeExamples, makeExample } from './testing.ts';

/** The draft gives every risk of a renewal a max line of 500,000, from dial 1; live gives 1,500,000. */
const HOSPITAL = makeExample(1, {
  name: 'US hospital group',
  risk: { date: '2026-11-16', journey: 'renewal', dimensions: { is_primary: 'primary' } },
  expected: { max_line: 1_500_000, min_line: 'none' },
});
const PASSING = makeExample(2, { name: 'Energy utility' });

async function open(items: readonly Example[], permissions = ['bucket:view', 'bucket:edit'], answers = {}) {
  const fake = fakeExamples(items);
  await renderPage(<TryBucket bucket={WITH_DRAFT} own="draft" onClose={() => undefined} />, {
    api: fakeBucketPages(WITH_DRAFT, { ...fake.answers, ...answers }).api,
    route: `${ROUTE}/draft`,
    address: `${AT}/draft?try=`,
    permissions,
  });
  return fake;
}

afterEach(() => page.viewport(1440, 900));

const list = () => page.getByRole('region', { name: 'Examples' });
const rows = () => list().getByRole('listitem');
const row = (name: string) => list().getByRole('button', { name: new RegExp(`(Passes|Breaks) ${name} `) });
const against = () => page.getByRole('group', { name: 'Against the example' });
/** Runs at once instead of when idle. */
async function click(target: Locator) {
  await expect.element(target).toBeVisible();
  (target.element() as HTMLElement).click();
}
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a phone opens the first example at once, and Clear leaves it', async () => {
  await page.viewport(390, 844);
  await open([PASSING, HOSPITAL]);
  await expect.element(row('US hospital group')).toHaveAttribute('aria-current', 'true');
  await expect.element(page.getByText('as in the example')).toBeVisible();
  await button('Clear').click();
  await expect.element(page.getByText(/^changed from the example/)).toBeVisible();
});

test('no example is judged before the dials have loaded', async () => {
  const dials = Promise.withResolvers<void>();
  const { readBucketDials } = fakeBucketPages(WITH_DRAFT).api;
  const listExamples = vi.fn(async () => ({ items: [HOSPITAL, PASSING], changes: [] }));
  const shown = watchText();
  await open([], undefined, {
    listExamples,
    readBucketDials: (...call: Parameters<typeof readBucketDials>) =>
      dials.promise.then(() => readBucketDials(...call)),
  });
  await expect.poll(() => listExamples.mock.settledResults[0]?.type).toBe('fulfilled');
  // After two frames the result is rendered.
  for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
  dials.resolve();
  await expect.element(list().getByText('1 passes, 1 breaks')).toBeVisible();
  expect(shown()).not.toContain('2 break');
});

test('dials that cannot be loaded show an error, not a loading state', async () => {
  await open([HOSPITAL], undefined, { readBucketDials: () => Promise.reject(new Error('Broken')) });
  await expect.element(page.getByText('Failed to fetch dial metadata')).toBeVisible();
  expect(page.getByText('Loading...').elements()).toEqual([]);
});

test('broken ones come first; one is opened by key, changed and reverted, updated, renamed, deleted', async () => {
  const fake = await open([PASSING, HOSPITAL]);
  await expect.element(list().getByText('1 passes, 1 breaks')).toBeVisible();
  await expect.element(rows().first()).toMatchTextContent(/US hospital groupMax line 500,000, expected 1,500,000/);
  await expect.element(rows().nth(1)).toMatchTextContent(/Energy utilityMax 500,000/);
  (row('US hospital group').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  await expect.element(page.getByText('as in the example')).toBeVisible();
  await expect.element(row('US hospital group')).toHaveAttribute('aria-current', 'true');
  const expects = page.getByRole('row', { name: /^The example expects/ });
  await expect.element(expects).toMatchTextContent(/1,500,000 breaksnone as expected/);
  await expect.element(against()).toMatchTextContent(/Max lineexpected 1,500,000.*500,000Breaks/);
  fake.theyChange(HOSPITAL.id);
  await click(button('Expect 500,000'));
  await expect.element(list().getByRole('alert')).toMatchTextContent('Demo Cyber Lead changed this example.');
  await click(button('Expect 500,000'));
  await expect.poll(() => fake.stored()[1]?.expected).toEqual({ max_line: 500_000, min_line: 'none' });
  await expect.element(against()).toMatchTextContent(/As expected/);

  await click(button('Actions for US hospital group'));
  const update = page.getByRole('menuitem', { name: /^Update/ });
  await expect.element(update).toMatchTextContent('UpdateThe risk is as in the example');
  await click(button('Actions for US hospital group'));
  await expect.element(update).not.toBeInTheDocument();
  await click(page.getByText('Excess', { exact: true }));
  await expect.element(page.getByText(/changed from the example/)).toBeVisible();
  await click(button('Undo'));
  await expect.element(page.getByText('as in the example')).toBeVisible();
  await click(page.getByText('Excess', { exact: true }));
  const act = async (name: string) => {
    await click(button('Actions for US hospital group'));
    await click(page.getByRole('menuitem', { name }));
  };
  await act('Update');
  await expect
    .poll(() => fake.stored()[1])
    .toMatchObject({
      risk: { dimensions: { is_primary: 'excess' } },
      expected: { max_line: 500_000, min_line: 'none' },
    });
  await act('Rename');
  const rename = page.getByRole('dialog', { name: 'Rename the example' });
  await rename.getByRole('textbox', { name: 'Name' }).fill('US hospital group two');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(page.getByRole('dialog', { name: 'Save as example' }).elements()).toEqual([]);
  await expect.element(row('US hospital group two')).toBeVisible();
  await click(button('Actions for US hospital group two'));
  await click(page.getByRole('menuitem', { name: 'Delete' }));
  fake.theyChange(HOSPITAL.id);
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
  await click(confirm);
  const toast = page.getByText('Demo Cyber Lead changed this example.');
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  expect(toast.elements()).toHaveLength(1);
  await click(confirm);
  await expect.element(page.getByText('Example deleted')).toBeVisible();
  await expect.element(list().getByText('1 passes', { exact: true })).toBeVisible();
});

test('a risk is saved with its result; errors are shown at their field, and nothing typed is lost', async () => {
  const fake = await open([PASSING]);
  await expect.element(rows().first()).toBeVisible();
  await expect.element(button('Save as example')).toBeDisabled();
  await click(row('Energy utility'));
  await expect.element(button('Save as example')).toBeEnabled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const dialog = page.getByRole('dialog', { name: 'Save as example' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveFocus();
  const ticks = dialog.getByRole('checkbox');
  expect(ticks.elements().map((tick) => (tick as HTMLInputElement).checked)).toEqual(
    Array.from({ length: 5 }, () => true),
  );
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog.getByText('Required')).toBeVisible();
  await name.fill('energy UTILITY');
  for (const at of [0, 1, 2]) await click(ticks.nth(at));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText(EXAMPLE_REFUSALS.taken)).toBeVisible();
  await expect.element(name).toHaveValue('energy UTILITY');
  for (const at of [3, 4]) await click(ticks.nth(at));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText(EXAMPLE_MESSAGES.nothingExpected)).toBeVisible();
  await click(ticks.nth(3));
  await name.fill('Nothing known');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => fake.stored()[1]).toMatchObject({ name: 'Nothing known', expected: { min_line: 'none' } });
  await expect.element(row('Nothing known')).toHaveAttribute('aria-current', 'true');
});

test('the edit page counts the examples the list breaks now, and opens the first', async () => {
  const dials = makeDials(2);
  const unset = makeExample(3, { expected: { min_line: 'none' } });
  const { api } = fakeBucketServer(makeBucket(), dials, fakeExamples([PASSING, HOSPITAL, unset]).answers);
  const { router } = await renderInEditor(<BrokenExamples />, { api, dials });
  await click(page.getByRole('link', { name: '2 examples break, as live' }));
  expect(router.state.location.search).toBe('?try=&date=2026-11-16&journey=renewal&is_primary=primary');
});

test('without permission to edit, examples are visible and cannot be changed', async () => {
  await open([HOSPITAL], ['bucket:view']);
  await click(row('US hospital group'));
  await expect.element(against()).toMatchTextContent(/Breaks/);
  for (const name of ['Save as example', 'Expect 500,000', 'Actions for US hospital group'])
    expect(button(name).elements()).toEqual([]);
});

test('a live bucket names the examples that it breaks', async () => {
  const passing = makeExample(3, { name: 'Live line', expected: { max_line: 1_500_000 } });
  await renderPage(<BrokenLive bucket={WITH_DRAFT} />, {
    api: fakeBucketPages(WITH_DRAFT, fakeExamples([passing, PASSING]).answers).api,
    route: ROUTE,
    address: AT,
    permissions: ['bucket:view'],
  });
  const notice = page.getByRole('region', { name: 'Broken examples' });
  await expect.element(notice).toMatchTextContent(/1 of 2 examples breaks live: ?Energy utility$/);
});
