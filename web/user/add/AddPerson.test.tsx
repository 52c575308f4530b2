import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import type { PeopleDirectory } from '#contract/user.ts';
import { formatMoment } from '#web/kit/format.ts';
import type { fakeApi } from '#web/testing/page.tsx';
import { EMBEDDED, INVITATION, listOf, makePerson, showList, WITH_PASSWORD } from '#web/user/testing.tsx';

type Api = ReturnType<typeof fakeApi>;

const ADDED = makePerson({ id: 'p|new', name: 'Ada Byron', given_name: 'Ada', state: 'invited' });
const dialog = page.getByRole('dialog', { name: 'Add person' });
const field = (name: string) => dialog.getByRole('textbox', { name });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });

async function open(addUser: Api['addUser'], directory: PeopleDirectory = WITH_PASSWORD) {
  const listUsers = vi.fn<Api['listUsers']>(async () => listOf([], { directory }));
  await showList({ listUsers, addUser });
  await page.getByRole('button', { name: 'Add person' }).click();
  await expect.element(field('Given name')).toHaveFocus();
  return listUsers;
}

async function write(email = 'ada@ls.example') {
  await field('Given name').fill('Ada ');
  await field('Family name').fill('Byron');
  await field('E-mail').fill(email);
}

test('with a role, and the one-time link shown once for copying', async () => {
  const addUser = vi.fn<Api['addUser']>(async () => ({ user: ADDED, invitation: INVITATION }));
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const listUsers = await open(addUser);
  await write();
  await page.getByRole('radio', { name: /^Viewer/ }).click();
  await expect.element(dialog.getByText('Reads dials and buckets.')).toBeVisible();
  await button('Choose one by one').click();
  await dialog.getByRole('checkbox', { name: 'review:view' }).click();
  await button('Add person').click();
  const done = page.getByRole('dialog', { name: 'Ada Byron is added' });
  await expect.element(done.getByRole('textbox', { name: 'One-time link' })).toHaveValue(INVITATION.link);
  await expect.element(done.getByText(`Works until ${formatMoment(INVITATION.expires_at)}.`)).toBeVisible();
  expect(addUser.mock.calls[0]?.[0].body).toEqual({
    given_name: 'Ada',
    family_name: 'Byron',
    email: 'ada@ls.example',
    permissions: ['bucket:view', 'dials:view', 'review:view'],
  });
  await expect.element(done.getByRole('textbox', { name: 'One-time link' })).toHaveFocus();
  await done.getByRole('button', { name: 'Copy' }).click();
  await expect.element(done.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(writeText).toHaveBeenCalledWith(INVITATION.link);
  await expect.element(done.getByRole('link', { name: 'View person' })).toHaveAttribute('href', '/users/p%7Cnew');
  const refetched = () => listUsers.mock.calls.filter(([sent]) => sent?.query?.mailbox === undefined).length;
  await expect.poll(refetched).toBe(2);
  await done.getByRole('button', { name: 'Done' }).click();
  await expect.element(done).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Add person' })).toHaveFocus();
  await page.getByRole('button', { name: 'Add person' }).click();
  await expect.element(field('Given name')).toHaveValue('');
});

test('if the browser blocks copying, the page says so and the link stays', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await open(async () => ({ user: ADDED, invitation: INVITATION }));
  await write();
  await button('Add person').click();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect.element(page.getByText(/The browser did not allow copying/)).toBeVisible();
});

test('where links go by mail the dialog names the mailbox, and shows no link', async () => {
  const sent = { ...INVITATION, delivery: 'sent', link: null } as const;
  await open(async () => ({ user: ADDED, invitation: sent }), { ...WITH_PASSWORD, mails_links: true });
  await expect.element(dialog.getByText('They are sent a one-time link to set a password.')).toBeVisible();
  await write();
  await button('Add person').click();
  await expect.element(page.getByText(/^A one-time link to set a password was sent to ada@ls.example/)).toBeVisible();
  expect(page.getByRole('textbox', { name: 'One-time link' }).query()).toBeNull();
  await expect.element(page.getByRole('button', { name: 'Done' })).toHaveFocus();
});

test('a link that could not be sent shows what to do, and the person is added', async () => {
  const failed = { ...INVITATION, delivery: 'failed', link: null } as const;
  await open(async () => ({ user: ADDED, invitation: failed }), { ...WITH_PASSWORD, mails_links: true });
  await write();
  await button('Add person').click();
  const done = page.getByRole('dialog', { name: 'Ada Byron is added' });
  await expect
    .element(done.getByRole('alert'))
    .toMatchTextContent(/could not be sent to ada@ls.example.* Open Ada Byron and choose Invite again/);
  await expect.element(done.getByRole('link', { name: 'View person' })).toBeVisible();
});

test('in the demo directory there is no link: the person can sign in now', async () => {
  await open(async () => ({ user: ADDED, invitation: null }), EMBEDDED);
  await write();
  await button('Add person').click();
  await expect.element(page.getByText(/^Ada can sign in now/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Done' })).toHaveFocus();
  expect(page.getByRole('textbox', { name: 'One-time link' }).query()).toBeNull();
});

test('missing values are shown at their field, and nothing is sent', async () => {
  const addUser = vi.fn<Api['addUser']>();
  await open(addUser);
  await field('Given name').fill('Ada');
  await button('Add person').click();
  await expect.element(field('Family name')).toHaveFocus();
  await expect.element(field('Family name')).toHaveAccessibleDescription('Required');
  await expect.element(field('E-mail')).toHaveAccessibleDescription('Required');
  await expect.element(field('Given name')).not.toHaveAttribute('aria-invalid', 'true');
  expect(addUser).not.toHaveBeenCalled();
});

test('server errors stand at their field; others below', async () => {
  const message = 'Please write an e-mail address, like name@example.com';
  const addUser = vi
    .fn<Api['addUser']>()
    .mockRejectedValueOnce(new Problem('invalid-input', 'Not valid.', { errors: [{ path: 'email', message }] }))
    .mockRejectedValueOnce(
      new Problem('conflict', 'Taken.', { errors: [{ path: 'email', message: 'Ada has this e-mail already' }] }),
    )
    .mockRejectedValueOnce(new Problem('unavailable', 'The database cannot be reached.'));
  await open(addUser);
  await write('ada');
  await button('Add person').click();
  await expect.element(field('E-mail')).toHaveAccessibleDescription(message);
  await expect.element(field('E-mail')).toHaveFocus();
  await expect.element(page.getByText('Failed to add person')).toBeVisible();
  await field('E-mail').fill('ada@ls.example');
  await expect.element(field('E-mail')).not.toHaveAttribute('aria-invalid', 'true');
  await button('Add person').click();
  await expect.element(field('E-mail')).toHaveAccessibleDescription('Ada has this e-mail already');
  await button('Add person').click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The database cannot be reached.');
  await expect.element(field('Given name')).toHaveValue('Ada ');
});

test('[R61] an address that reaches the mailbox of somebody is named while it is typed, and can be added all the same', async () => {
  const addUser = vi.fn<Api['addUser']>(async () => ({
    user: { ...ADDED, same_mailbox: [{ id: 'p|1', name: 'Ada Admin' }] },
    invitation: INVITATION,
  }));
  const listUsers = await open(addUser);
  listUsers.mockImplementation(async ({ query }) =>
    listOf(query?.mailbox === 'ada+two@ls.example' ? [makePerson({ id: 'p|1', name: 'Ada Admin' })] : [], {
      directory: WITH_PASSWORD,
    }),
  );
  await write('ada+two@ls.example');
  await field('Given name').click();
  await expect
    .element(dialog.getByText(/^This address reaches the same mailbox as Ada Admin\. They count as one person/))
    .toBeVisible();
  await button('Add person').click();
  const done = page.getByRole('dialog', { name: 'Ada Byron is added' });
  await expect.element(done.getByText('Same mailbox as Ada Admin: they count as one person.')).toBeVisible();
  expect(addUser).toHaveBeenCalledTimes(1);
});
