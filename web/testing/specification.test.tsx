import { RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { RootError } from '#web/app/errors/errors.tsx';
import { ThemeProvider } from '#web/app/ThemeProvider.tsx';
import { fakeAdmin, openAdmin } from '#web/admin/testing.tsx';
import * as bucket from '#web/bucket/edit/testing.tsx';
import { PartnersPage } from '#web/bucket/matrix/PartnersPage.tsx';
import { makeBucket, makeDraft, UNDATED } from '#web/bucket/testing.tsx';
import { PLAIN, renderUpdates } from '#web/bucket/edit/update/testing.tsx';
import { VersionNotice } from '#web/bucket/edit/update/VersionNotice.tsx';
import { fakeSelectPages } from '#web/bucket/view/testing.tsx';
import { bucketUse, showDial } from '#web/dial/details/testing.tsx';
import { button, dialOf, field, renderEditor } from '#web/dial/edit/testing.tsx';
import { answer, broken, listApi, openList } from '#web/dial/list/testing.tsx';
import { ACCESS, showHome } from '#web/home/testing.tsx';
import { notifyError, notifySuccess, Toaster } from '#web/kit/Toaster.tsx';
import { type Api, createTestRouter, renderPage, renderUi, renderWhole } from './page.tsx';
import { momentInDays } from './screenDate.ts';

const refuse = () => Promise.reject(new Problem('unavailable', 'The server is busy.'));
const showBuckets = (answers: Partial<Api> = {}) =>
  renderPage(<PartnersPage />, {
    api: fakeSelectPages(answers).api,
    route: '/syndicate',
    address: '/syndicate',
    permissions: ['bucket:view'],
  });
const showUses = (listDialBuckets: Api['listDialBuckets']) =>
  showDial({ listDialBuckets }, { permissions: ['dials:view', 'bucket:view'] });
const showDays = async (days: Readonly<Record<string, number>>) => {
  await renderEditor('', dialOf({}));
  for (const [name, count] of Object.entries(days)) {
    await field(name).fill(momentInDays(count).slice(0, 10));
    await userEvent.tab();
  }
};
const showNowhere = () => {
  const router = createTestRouter([{ path: '/', element: <p>Home</p>, errorElement: <RootError /> }], '/nowhere');
  return renderWhole(
    <ThemeProvider>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
};
const showDraft = () => bucket.openEditor(makeBucket(bucket.LIVE, { draft: makeDraft(bucket.LIVE.slice(0, 2)) }));
const REVIEW = {
  description: 'x',
  submitted_at: momentInDays(-1),
  submitted_by: { id: 'u2', name: 'Demo Cyber Lead' },
  ...UNDATED,
};

/** Every text that the specification quotes, with what a person does to see it. */
const SHOWN: Readonly<Record<string, () => Promise<unknown>>> = {
  Home: () => showHome(),
  'Review pending buckets': () => showHome(),
  'Failed to load buckets for review': () => showHome({ listReviews: refuse }),
  'Nothing to see here. Please request permissions to get started.': () =>
    showHome({ getMyAccess: async () => ACCESS }, []),
  'Search for dial e.g. “Cyber”, “Risk Code”': () => openList(listApi(() => answer([])).api),
  'An error has occurred': () => openList(listApi(broken).api),
  'Are you sure you want to leave this page?': async () => {
    const { router } = await renderEditor('', dialOf({}));
    await field('Name').fill('Renamed');
    void router.navigate('/dials');
  },
  'Do you want to publish this Dial?': async () => {
    await renderEditor('/values', dialOf({ values: { max_line: 1 } }));
    await button('Publish Dial').click();
  },
  'Finding buckets containing this dial...': () => showUses(() => new Promise<never>(() => undefined)),
  'Failed to fetch dial metadata': () => showUses(refuse),
  'This dial is not in any buckets yet, and therefore is not in use.': () =>
    showUses(async () => ({ items: [], next: null })),
  'Appears in the following buckets': () => showUses(async () => ({ items: [bucketUse(9101)], next: null })),
  'Select Class': () => showBuckets(),
  'Select Partner': () => showBuckets(),
  'Error fetching Partners': () => showBuckets({ getBucketMatrix: refuse }),
  'An updated version of this Dial is available': () => renderUpdates(<VersionNotice dialId={PLAIN.dial_id} />),
  'Reset to live version': () => showDraft(),
  'Reset this draft to the current live version?': async () => {
    await showDraft();
    await bucket.button('Reset to live version').click();
  },
  'Discard all unsaved changes?': async () => {
    await bucket.openEditor();
    await bucket.choose('Dial 5', 'Move to top');
    await bucket.button('Discard unsaved changes').click();
  },
  'Do you want to cancel reviews for Cyber Privacy & Tech?': async () => {
    const draft = makeDraft(bucket.LIVE.slice(1), { state: 'pending_review', review: REVIEW });
    await bucket.openEditor(makeBucket(bucket.LIVE, { draft }));
    await bucket.button('Discard Review').click();
  },
  'Add buckets for COB': () => openAdmin({ api: fakeAdmin().api, address: '/admin?tab=appetites' }),
  'Unexpected Application Error!': () => showNowhere(),
  'No route matches URL "/nowhere"': () => showNowhere(),
  Required: async () => {
    await renderEditor('new');
    await button('Create Dial').click();
  },
  'Value must be positive': async () => {
    await renderEditor('/values', dialOf({}));
    await field('Max line').fill('0');
    await userEvent.tab();
  },
  'Date must be today or later': () => showDays({ 'Active From': -9 }),
  'Date must be earlier than Active Until': () => showDays({ 'Active From': 9, 'Active Until': 5 }),
  'Date must be later than Active From': () => showDays({ 'Active From': 9, 'Active Until': 5 }),
  'Invalid interval notation. Multiple notations must be separated by a space.': async () => {
    await renderEditor('/dimensions', dialOf({ dimensions: { revenue_ranges: '[0,10]' } }));
    await field('Revenue').fill('[1,2');
    await userEvent.tab();
  },
};

/** Toasts, and the test of the act that shows each. */
const TOASTS = {
  'Failed to add Class of Business': 'web/admin/add/AddBuckets.test.tsx',
  'Class of Business successfully added': 'web/admin/add/AddBuckets.test.tsx',
  'Failed to cancel Reviews': 'web/bucket/edit/page.test.tsx',
  'Reviews cancelled': 'web/bucket/edit/page.test.tsx',
  'Failed to create Draft': 'web/bucket/edit/saving.test.tsx',
  'Draft successfully created': 'web/bucket/edit/saving.test.tsx',
  'Failed to submit Review': 'web/bucket/edit/saving.test.tsx',
  'Review submitted': 'web/bucket/edit/saving.test.tsx',
  'Failed to update Draft': 'web/bucket/edit/saving.test.tsx',
  'Draft successfully updated': 'web/bucket/edit/saving.test.tsx',
  'Failed to create dial': 'web/dial/edit/flow.test.tsx',
  'Draft dial successfully created': 'web/dial/edit/flow.test.tsx',
  'Failed to publish dial': 'web/dial/edit/flow.test.tsx',
  'Draft dial successfully published': 'web/dial/edit/flow.test.tsx',
  'Failed to update dial': 'web/dial/edit/flow.test.tsx',
  'Draft dial successfully updated': 'web/dial/edit/flow.test.tsx',
  'Failed to delete dial': 'web/dial/details/useDialActions.test.tsx',
  'Dial successfully deleted': 'web/dial/details/useDialActions.test.tsx',
  'Failed to duplicate dial': 'web/dial/details/useDialActions.test.tsx',
  'Dial successfully duplicated': 'web/dial/details/useDialActions.test.tsx',
} as const;

/** Parts of a sentence, and texts that no page shows: the tests of them. */
const ELSEWHERE = {
  'Back to ': 'web/kit/PageHeader.test.tsx',
  'Invalid state': 'web/base/api/describeError.test.ts',
  'Popup closed': 'web/base/api/describeError.test.ts',
  'Login failed': 'web/base/api/describeError.test.ts',
  'Get access token failed': 'web/base/api/describeError.test.ts',
  'User is unauthenticated': 'web/base/session/useSession.test.tsx',
} as const;

/** The text of an element, or of its placeholder, without that of the elements within. */
const ownTextOf = (element: Element): string =>
  element instanceof HTMLInputElement
    ? element.placeholder
    : [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent)
        .join('');

const isShown = (text: string): boolean =>
  [...document.querySelectorAll('body *')].some((element) => ownTextOf(element) === text && element.checkVisibility());

test.each(Object.entries(SHOWN))('“%s” stands in one element', async (text, open) => {
  await open();
  await expect.poll(() => isShown(text)).toBe(true);
});

test('every toast stands in one element', async () => {
  await renderUi(<Toaster />);
  for (const text of Object.keys(TOASTS)) (text.startsWith('Failed') ? notifyError : notifySuccess)(text);
  await expect.poll(() => Object.keys(TOASTS).filter((text) => !isShown(text))).toEqual([]);
});

const FILES = import.meta.glob<string>('/web/**/*.test.{ts,tsx}', { query: '?raw', import: 'default' });

test.each(Object.entries({ ...TOASTS, ...ELSEWHERE }))('“%s” is expected in %s', async (text, file) => {
  expect(await FILES[`/${file}`]?.()).toContain(text);
});
