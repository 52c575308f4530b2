import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, dialRow } from '#web/dial/list/testing.tsx';
import { field, MATRIX, openPageBelow, selected } from './testing.tsx';

const ALLOWED = ['bucket:view', 'bucket:edit', 'dials:view', 'dials:create'];
const NO_BUCKETS = { items: [], next: null, counts: { all: 0, active: 0, draft: 0, pending_review: 0 } };
const press = (keys: string) => userEvent.keyboard(keys);

test('the field has the focus before the key that opened it is released', async () => {
  await openPageBelow({}, []);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
  await Promise.resolve();
  expect(document.activeElement).toBe(field().element());
});

test('Enter waits for the buckets, which decide what comes first', async () => {
  const matrix = Promise.withResolvers<typeof MATRIX>();
  const { screen } = await openPageBelow(
    {
      getBucketMatrix: () => matrix.promise,
      listBuckets: async () => NO_BUCKETS,
      listDials: async () => answer([dialRow(7, { name: 'Cargo' })], { ...COUNTS, all: 1 }),
    },
    ALLOWED,
  );
  await press('{Control>}k{/Control}');
  await press('cargo 9101{Enter}');
  await expect.element(field()).toHaveValue('cargo 9101');
  await expect.element(screen.getByRole('option', { name: /^Cargo/ })).toBeVisible();
  matrix.resolve(MATRIX);
  await expect.element(screen.getByText('at /syndicate/9101/bucket/cargo')).toBeVisible();
});

test('a bucket is found at once and opened by keys; server results are added below it', async () => {
  const dials = Promise.withResolvers<void>();
  const { screen } = await openPageBelow(
    {
      listBuckets: async () => NO_BUCKETS,
      listDials: async () => {
        await dials.promise;
        return answer([dialRow(1, { name: 'Cyber Alder-led' })], { ...COUNTS, all: 1 });
      },
    },
    ALLOWED,
  );
  await press('{Control>}k{/Control}');
  await field().fill('9101 cyber');
  await expect.element(selected()).toMatchTextContent(/Cyber Privacy & Tech9101 Alder/);
  await press('{ArrowDown}');
  await expect.element(selected()).toMatchTextContent(/Draft of Cyber Privacy & Tech/);
  dials.resolve();
  await expect.element(page.getByRole('group', { name: 'Dials 1' })).toMatchTextContent(/Cyber Alder-led/);
  await expect.element(selected()).toMatchTextContent(/Draft of Cyber Privacy & Tech/);
  expect(
    page
      .getByRole('group')
      .elements()
      .map((group) => group.firstElementChild?.textContent),
  ).toEqual(expect.arrayContaining(['Buckets 2', 'Dials 1', 'Actions 3']));
  await press('{Enter}');
  await expect.element(screen.getByText('at /syndicate/9101/bucket/cyber-privacy-and-tech/draft')).toBeVisible();
});

const COUNTS = { all: 0, active: 0, draft: 0, expired: 0, ready: 0, upcoming: 0 };

test('Ctrl Enter edits, Tab narrows, Esc clears and then closes, returning the focus', async () => {
  const { screen, router } = await openPageBelow(
    { listBuckets: async () => NO_BUCKETS, listDials: async () => answer([], COUNTS) },
    ALLOWED,
  );
  const search = screen.getByRole('searchbox', { name: 'Search' });
  await search.click();
  await press('{Control>}k{/Control}');
  await field().fill('cyber');
  await press('{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Buckets 3' })).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByRole('group', { name: /Actions/ })).not.toBeInTheDocument();
  await press('{Escape}');
  await expect.element(field()).toHaveValue('');
  await press('{Escape}');
  await expect.element(field()).not.toBeInTheDocument();
  await expect.element(search).toHaveFocus();
  await press('{Control>}k{/Control}');
  await field().fill('beacon cyber');
  await press('{Control>}{Enter}{/Control}');
  await expect.poll(() => router.state.location.pathname).toBe('/syndicate/9112/bucket/cyber-privacy-and-tech/edit');
});

test('Enter waits for the server’s results; no hits lead to the search of all dials', async () => {
  const rows = [dialRow(7, { name: 'Flood' })];
  const { screen } = await openPageBelow(
    {
      listBuckets: async () => NO_BUCKETS,
      listDials: async ({ query }) => answer(query?.q === 'flood' ? rows : [], { ...COUNTS, all: 1 }),
    },
    ALLOWED,
  );
  await press('{Control>}k{/Control}');
  await field().fill('cybr');
  await expect.element(screen.getByText('Nothing matches “cybr”.')).toBeVisible();
  await expect.element(selected()).toMatchTextContent(/Search all dials/);
  await field().fill('flood');
  await press('{Enter}');
  await expect.element(screen.getByText(`at /dials/${dialRow(7).id}`)).toBeVisible();
});

test('lists only permitted actions, and without the server recent items and actions still work', async () => {
  const at = '2026-11-16T23:37:00.000Z';
  const recent = [
    { path: '/syndicate/9101/bucket/cargo', name: 'Cargo, 9101', at },
    { path: '/users/1', name: 'Ada', at },
  ];
  localStorage.setItem('lineslip.recent:u1', JSON.stringify(recent));
  const offline = () => Promise.reject(new TypeError('Failed to fetch'));
  const { screen } = await openPageBelow({ getBucketMatrix: offline, listDials: offline, listBuckets: offline }, [
    'bucket:view',
    'dials:view',
  ]);
  await press('{Control>}k{/Control}');
  await expect.element(screen.getByRole('group', { name: 'Recent' })).toMatchTextContent(/Cargo/);
  expect(
    screen
      .getByRole('option')
      .elements()
      .map((row) => row.textContent),
  ).not.toContain('Create Dial');
  expect(screen.getByText('Ada').elements()).toEqual([]);
  await field().fill('cargo');
  await expect
    .element(screen.getByText('The server cannot be reached. Recent items and actions still work.'))
    .toBeVisible();
  await press('{Enter}');
  await expect.element(screen.getByText('at /syndicate/9101/bucket/cargo')).toBeVisible();
});

test('? shows the keys of the page, but not while typing', async () => {
  const { screen } = await openPageBelow({}, []);
  const search = screen.getByRole('searchbox', { name: 'Search' });
  await press('/');
  await expect.element(search).toHaveFocus();
  await press('?');
  await expect.element(search).toHaveValue('?');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await screen.getByRole('heading', { name: 'Page below' }).click();
  search.element().blur();
  await press('?');
  const dialog = screen.getByRole('dialog', { name: 'Keys of this page' });
  await expect.element(dialog.getByRole('region', { name: 'This page' })).toMatchTextContent(/Search\/$/);
  await expect.element(dialog.getByRole('region', { name: 'Anywhere' })).toMatchTextContent(/Find anythingCtrlK/);
});
