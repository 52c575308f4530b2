import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { type fakeApi, ME } from '#web/testing/page.tsx';
import { HOSTED, listOf, makeUser, showList } from './testing.tsx';

type Api = ReturnType<typeof fakeApi>;

const PEOPLE = [
  makeUser(1, { name: 'Demo Reviewer', permissions: ['dials:view', 'bucket:view', 'review:view', 'review:create'] }),
  makeUser(2, { name: 'Demo Own', permissions: ['dials:view', 'dials:edit'], last_seen_at: null, state: 'invited' }),
  makeUser(3, { name: 'Demo Newcomer', permissions: [] }),
  makeUser(4, ME),
];
const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const cells = (name: string) =>
  row(name)
    .getByRole('cell')
    .elements()
    .map((cell) => (cell as HTMLElement).innerText);
const search = page.getByRole('searchbox', { name: 'Search people' });

describe('the list of people', () => {
  test('a row shows name, permissions per scope, role, and last sign-in', async () => {
    await showList({ listUsers: async () => listOf(PEOPLE, { counts: { present: 3, deactivated: 4 } }) });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Demo Reviewer' }))
      .toHaveAttribute('href', '/users/demo%7Cperson-1');
    expect(cells('Demo Reviewer').slice(0, 6)).toEqual(['View', 'View', 'View, Create', 'None', 'None', 'Reviewer']);
    expect(cells('Demo Own')).toEqual(['View, Edit', 'None', 'None', 'None', 'None', 'Own set', 'Never']);
    expect(cells('Demo Newcomer').at(5)).toBe('None');
    expect(cells('Demo Underwriter').at(-1)).toBe('Now');
    await expect.element(row('Demo Own').getByText('Invited')).toBeVisible();
    expect(row('Demo Reviewer').getByText('Invited').query()).toBeNull();
    await expect.element(page.getByRole('tab', { name: 'People 3' })).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('tab', { name: 'Deactivated 4' })).toBeVisible();
  });

  const request = { role: 'Underwriter', reason: 'Marine War', at: '2026-11-17T12:04:00.000Z' } as const;
  const askers = async () => listOf([makeUser(3, { name: 'Demo Newcomer', access_request: request })]);

  test('a request for access leads to the page that grants it', async () => {
    await showList({ listUsers: askers });
    await expect.element(row('Demo Newcomer').getByText('Asks for access as Underwriter')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Grant Demo Newcomer access' }))
      .toHaveAttribute('href', '/users/demo%7Cperson-3?grant=Underwriter');
  });

  test('those who may not grant access only read the request', async () => {
    await showList({ listUsers: askers }, { permissions: ['user:view'] });
    await expect.element(page.getByText('Asks for access as Underwriter')).toBeVisible();
    expect(page.getByRole('link', { name: 'Grant Demo Newcomer access' }).query()).toBeNull();
  });

  test('an unverified person is marked in the row, with the reason as text', async () => {
    const because = 'Their sign-in link was shown to Ada Admin.';
    await showList({
      listUsers: async () => listOf([makeUser(1), makeUser(2, { verification: null, unverified_because: because })]),
    });
    await expect
      .element(page.getByRole('row', { name: /Person 2/ }))
      .toMatchTextContent('Not verified: Their sign-in link was shown to Ada Admin. Their votes are not counted.');
    expect(
      page
        .getByRole('row', { name: /Person 1/ })
        .getByText('Not verified')
        .query(),
    ).toBeNull();
  });

  test('the search is in the URL, focused by the slash key, and sent to the server', async () => {
    const listUsers = vi.fn<Api['listUsers']>(async ({ query }) =>
      listOf(query?.q === undefined ? PEOPLE : PEOPLE.slice(0, 1)),
    );
    const { router } = await showList({ listUsers });
    await expect.element(page.getByRole('link', { name: 'Demo Own' })).toBeVisible();
    await userEvent.keyboard('/');
    await expect.element(search).toHaveFocus();
    await search.fill(' review ');
    await expect.element(page.getByRole('link', { name: 'Demo Own' })).not.toBeInTheDocument();
    expect(router.state.location.search).toBe('?q=review');
    expect(listUsers.mock.lastCall?.[0]).toEqual({ query: { state: 'present', q: 'review' } });
  });

  test('tab and search are read from the URL', async () => {
    const listUsers = vi.fn<Api['listUsers']>(async () =>
      listOf([makeUser(9, { name: 'Demo Gone', state: 'deactivated' })]),
    );
    await showList({ listUsers }, { address: '/users?tab=deactivated&q=gone' });
    await expect.element(row('Demo Gone').getByText('Deactivated')).toBeVisible();
    await expect.element(search).toHaveValue('gone');
    expect(listUsers.mock.lastCall?.[0]).toEqual({ query: { state: 'deactivated', q: 'gone' } });
  });

  test('no match: repeats the search, and offers a wider one', async () => {
    const listUsers: Api['listUsers'] = async ({ query }) =>
      query?.q === undefined ? listOf(PEOPLE) : listOf([], { counts: { present: 0, deactivated: 2 } });
    const { router } = await showList({ listUsers }, { address: '/users?q=xyz' });
    await expect.element(page.getByRole('status').filter({ hasText: 'No one matches “xyz”.' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Show 2 deactivated' })).toBeVisible();
    await page.getByRole('button', { name: 'everyone' }).click();
    await expect.element(page.getByRole('link', { name: 'Demo Own' })).toBeVisible();
    expect(router.state.location.search).toBe('');
  });

  test('further people load on demand', async () => {
    const listUsers = vi.fn<Api['listUsers']>(async ({ query }) =>
      query?.cursor === undefined ? listOf(PEOPLE, { next: 'c1' }) : listOf([makeUser(4, { name: 'Demo Fourth' })]),
    );
    await showList({ listUsers });
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.element(page.getByRole('link', { name: 'Demo Fourth' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Demo Own' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Show more' }).query()).toBeNull();
    expect(listUsers.mock.lastCall?.[0].query?.cursor).toBe('c1');
  });

  test('a failure is shown in place with Retry', async () => {
    const listUsers = vi
      .fn<Api['listUsers']>()
      .mockRejectedValueOnce(new Problem('unexpected', 'The database is resting.', { reference: '7f3a' }))
      .mockResolvedValue(listOf(PEOPLE));
    await showList({ listUsers });
    const alert = page.getByRole('alert').filter({ hasText: 'The database is resting. Reference 7f3a.' });
    await expect.element(alert).toBeVisible();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByRole('link', { name: 'Demo Own' })).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
  });

  test('without edit nothing is offered', async () => {
    await showList({ listUsers: async () => listOf(PEOPLE) }, { permissions: ['user:view'] });
    await expect.element(page.getByRole('link', { name: 'Demo Own' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Add person' }).query()).toBeNull();
  });

  test('a hosted directory says where people are managed', async () => {
    await showList({ listUsers: async () => listOf(PEOPLE, { directory: HOSTED }) });
    await expect
      .element(page.getByRole('link', { name: 'https://tenant.example/people' }))
      .toHaveAttribute('href', 'https://tenant.example/people');
    expect(page.getByRole('button', { name: 'Add person' }).query()).toBeNull();
  });
});

test('[R61] accounts of one mailbox name each other, and whom nobody else confirmed is marked with the reason', async () => {
  const because =
    'Ada Admin added or invited them. Until somebody else confirms who they are, they all count as one person.';
  const [first, second] = [makeUser(1), makeUser(2)];
  await showList({
    listUsers: async () =>
      listOf([
        { ...first, same_mailbox: [{ id: second.id, name: second.name }] },
        { ...second, same_mailbox: [{ id: first.id, name: first.name }], unconfirmed_because: because },
      ]),
  });
  const note = (name: string) => page.getByText(`Same mailbox as ${name}: they count as one person.`);
  await expect.element(note('Person 2')).toBeVisible();
  await expect.element(note('Person 1')).toBeVisible();
  await expect.element(page.getByText(/^Not confirmed/)).toMatchTextContent(because);
});
