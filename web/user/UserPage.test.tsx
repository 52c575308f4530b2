import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { REFUSALS } from '#domain/review/round.ts';
import type { fakeApi } from '#web/testing/page.tsx';
import { HOSTED, makePerson, makeRow, showPerson } from './testing.tsx';

type Api = ReturnType<typeof fakeApi>;

const box = (entry: string) => page.getByRole('checkbox', { name: entry, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const card = (name: string) => page.getByRole('region', { name });
const items = (region: string) =>
  card(region)
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent);

describe('details of a person', () => {
  test('shows the header, current boxes, each scope in words, no bits and no tokens; unused permissions are hidden', async () => {
    await showPerson(makePerson());
    await expect.element(page.getByRole('heading', { level: 1, name: 'Demo Underwriter' })).toBeVisible();
    await expect.element(page.getByRole('banner').getByText('underwriter@ls.example')).toBeVisible();
    await expect.element(box('dials:delete')).toBeChecked();
    await expect.element(box('review:create')).not.toBeChecked();
    await expect.element(page.getByRole('rowheader', { name: 'Dials All' })).toBeVisible();
    await expect.element(page.getByRole('rowheader', { name: 'Buckets View, Edit' })).toBeVisible();
    await expect.element(page.getByRole('columnheader', { name: 'View', exact: true })).toBeVisible();
    expect(document.body.textContent).not.toMatch(/token|of 15/);
    await expect.element(box('bucket:create')).toBeDisabled();
    await expect.element(box('bucket:create')).toHaveAccessibleDescription('Not used');
    await expect.element(box('dials:view')).toHaveAccessibleDescription('Read dials');
  });

  test('facts: sign-in, open drafts and pending reviews', async () => {
    await showPerson(makePerson());
    await expect.element(page.getByText('Demo directory')).toBeVisible();
    await expect.element(page.getByText('3 dials, 1 bucket')).toBeVisible();
    const facts = page.getByRole('definition').elements();
    expect(facts.map((fact) => fact.textContent)).toContain('2');
  });

  test('standard claims stand apart from custom ones; without a sign-in there are none', async () => {
    const { screen } = await showPerson(makePerson());
    const profile = card('Profile');
    await expect.element(profile.getByRole('heading', { name: 'Standard claims' })).toBeVisible();
    await expect.element(profile.getByText('Cyber, Marine')).toBeVisible();
    const lists = profile.getByRole('heading', { level: 3 }).elements();
    expect(lists.map((heading) => heading.nextElementSibling?.textContent)).toEqual([
      'emailunderwriter@ls.exampleemail_verifiedyessubdemo|person-1',
      'https://ls.example/desksCyber, Marine',
    ]);
    await screen.unmount();
    await showPerson(makePerson({ claims: null }));
    await expect.element(card('Profile').getByText('No sign-in yet')).toBeVisible();
  });

  test('activity in words; a refusal shows the attempt and the message; more on request', async () => {
    const first = [
      makeRow(5),
      makeRow(4, {
        action: 'bucket_change_refused',
        refused: true,
        about: 'Marine War, 9147 Estuary',
        object: { type: 'bucket', id: '9147/marine-war' },
        detail: { attempt: 'bucket_voted', because: 'conflict', message: REFUSALS.author },
      }),
      makeRow(3, { action: 'signed_in', object: { type: 'person', id: 'demo|person-1' }, about: 'Demo Underwriter' }),
    ];
    const listUserActivity = vi.fn<Api['listUserActivity']>(async ({ query }) =>
      query?.cursor === undefined
        ? { items: first, next: 'older' }
        : {
            items: [
              makeRow(2, {
                action: 'dial_published',
                object: { type: 'dial', id: 'd1' },
                about: 'Cyber excess, v7',
              }),
            ],
            next: null,
          },
    );
    await showPerson(makePerson(), {
      answers: { listUserActivity },
      permissions: ['user:view', 'user:edit', 'dials:view'],
    });
    const activity = card('Recent activity');
    await expect.element(activity.getByText('Refused: vote on own draft')).toBeVisible();
    await expect.element(activity.getByText(REFUSALS.author)).toBeVisible();
    expect(activity.getByText('Demo Underwriter').query()).toBeNull();
    await activity.getByRole('button', { name: 'Show more' }).click();
    await expect.element(activity.getByRole('link', { name: 'Cyber excess, v7' })).toHaveAttribute('href', '/dials/d1');
    // Without permission to view buckets there is no link.
    expect(activity.getByRole('link', { name: /Cyber Privacy/ }).query()).toBeNull();
  });

  test('activity that fails to load shows its own error', async () => {
    const listUserActivity = vi
      .fn<Api['listUserActivity']>()
      .mockRejectedValueOnce(new Problem('unexpected', 'No.'))
      .mockResolvedValue({ items: [], next: null });
    await showPerson(makePerson(), { answers: { listUserActivity } });
    await expect.element(page.getByText('Failed to load activity')).toBeVisible();
    await expect.element(box('dials:view')).toBeEnabled();
    await button('Retry').click();
    await expect.element(card('Recent activity').getByText('Nothing yet')).toBeVisible();
  });

  test('an unknown person: a calm page still titled User', async () => {
    await showPerson(makePerson(), { answers: { getUser: () => Promise.reject(new Problem('not-found', 'No.')) } });
    await expect.element(page.getByRole('heading', { name: 'Person not found' })).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1, name: 'User', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'View all users' }).click();
    await expect.element(page.getByText('at /users')).toBeVisible();
  });

  test('a failure is shown with Retry', async () => {
    const getUser = vi
      .fn<Api['getUser']>()
      .mockRejectedValueOnce(new Problem('unexpected', 'The database is resting.'))
      .mockResolvedValue(makePerson());
    await showPerson(makePerson(), { answers: { getUser } });
    await button('Retry').click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Demo Underwriter' })).toBeVisible();
  });
});

describe('read-only pages', () => {
  const expectNothingOffered = async () => {
    await expect.element(box('dials:view')).toBeChecked();
    await expect.element(box('dials:view')).toBeDisabled();
    expect(button('Save permissions').query()).toBeNull();
    expect(button('Discard').query()).toBeNull();
    expect(button('More actions').query()).toBeNull();
    expect(button('Viewer').query()).toBeNull();
  };

  test('without edit on user no actions are offered', async () => {
    await showPerson(makePerson(), { permissions: ['user:view'] });
    await expectNothingOffered();
  });

  test('a hosted directory is read-only, and says where to change it', async () => {
    await showPerson(makePerson({ directory: HOSTED }));
    await expectNothingOffered();
    await expect.element(page.getByRole('link', { name: 'https://tenant.example/people' })).toBeVisible();
  });

  test('a deactivated person can only be reactivated', async () => {
    const { server } = await showPerson(makePerson({ state: 'deactivated' }));
    await expect.element(box('dials:view')).toBeDisabled();
    expect(button('Save permissions').query()).toBeNull();
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Reactivate' }).click();
    await button('Reactivate').click();
    await expect.element(box('dials:view')).toBeEnabled();
    expect(server.calls).toEqual([{ name: 'reactivateUser' }]);
  });
});

describe('in plain words', () => {
  test('a ticked permission is marked new, a cleared one struck through', async () => {
    await showPerson(makePerson());
    await box('review:create').click();
    await box('dials:delete').click();
    await expect.element(card('In plain words').getByText('+ new')).toBeVisible();
    expect(items('In plain words')).toEqual([
      'Reads dials and buckets',
      'Writes and publishes dials',
      'Edits buckets and submits them',
      'Approves or rejects drafts of others+ new',
      'No longer: Deletes unused dials',
      'Not: Changes people and permissions',
      'Not: Changes classes and appetites',
    ]);
    await expect
      .element(
        page.getByText(
          'Nobody votes on a draft they worked on, or that brings in a dial they wrote, whatever is ticked here.',
        ),
      )
      .toBeVisible();
  });
});
