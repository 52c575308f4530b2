import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { HOSTED, INVITATION, makePerson, showPerson, WITH_PASSWORD } from '#web/user/testing.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const choose = async (name: string) => {
  await button('More actions').click();
  await page.getByRole('menuitem', { name }).click();
};

test('deactivating asks first, with the safe choice focused, and then the page is read-only', async () => {
  const { server } = await showPerson(makePerson());
  await choose('Deactivate');
  const ask = page.getByRole('dialog', { name: 'Deactivate Demo Underwriter?' });
  await expect.element(ask).toMatchTextContent('They lose access and can no longer vote');
  await expect.element(ask.getByRole('button', { name: 'Keep active' })).toHaveFocus();
  await ask.getByRole('button', { name: 'Deactivate' }).click();
  await expect.element(page.getByText('Person successfully deactivated')).toBeVisible();
  await expect.element(page.getByRole('banner').getByText('Deactivated')).toBeVisible();
  expect(button('Save permissions').query()).toBeNull();
  expect(server.calls).toEqual([{ name: 'deactivateUser' }]);
});

test('ticks of a person deactivated meanwhile are neither shown nor asked about, and return later', async () => {
  const { router } = await showPerson(makePerson());
  await page.getByRole('checkbox', { name: 'review:create' }).click();
  await choose('Deactivate');
  await button('Deactivate').click();
  await expect.element(page.getByRole('checkbox', { name: 'review:create' })).not.toBeChecked();
  expect(page.getByText(/unsaved/).query()).toBeNull();
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  await choose('Reactivate');
  await button('Reactivate').click();
  await expect.element(page.getByText('1 unsaved change')).toBeVisible();
  await button('Discard').click();
  void router.navigate('/users');
  await expect.element(page.getByText('at /users')).toBeVisible();
});

test('a refusal is shown in the dialog', async () => {
  const message = 'Nobody would be left who may change people. Give edit on user to someone else first.';
  await showPerson(makePerson(), {
    answers: { deactivateUser: () => Promise.reject(new Problem('conflict', message)) },
  });
  await choose('Deactivate');
  await button('Deactivate').click();
  await expect.element(page.getByRole('dialog').getByRole('alert')).toHaveTextContent(message);
  await expect.element(page.getByText('Failed to deactivate person')).toBeVisible();
});

test('the focus returns to the menu', async () => {
  await showPerson(makePerson());
  await choose('Deactivate');
  await button('Keep active').click();
  await expect.element(button('More actions')).toHaveFocus();
});

const UNVERIFIED = { verification: null, unverified_because: 'Their sign-in link was shown to Ada Admin.' } as const;

test('an unverified person is marked with the reason, and can be verified by someone with permission', async () => {
  const { server } = await showPerson(makePerson({ directory: WITH_PASSWORD, ...UNVERIFIED }));
  await expect.element(page.getByRole('banner').getByText(/^Not verified/)).toBeVisible();
  const facts = page.getByLabelText('Facts');
  await expect.element(facts).toMatchTextContent('Not verified. Their sign-in link was shown to Ada Admin.');
  await choose('Confirm identity');
  await expect
    .element(page.getByRole('dialog'))
    .toMatchTextContent('Confirm that this account belongs to Demo Underwriter?');
  await button('Confirm identity').click();
  await expect.element(page.getByText('Identity successfully confirmed')).toBeVisible();
  await expect.element(facts).toMatchTextContent('Confirmed by Me');
  expect(page.getByRole('banner').getByText('Not verified').query()).toBeNull();
  expect(server.calls).toEqual([{ name: 'confirmUser' }]);
});

test('[R61] a verified person whom only their inviter knows can be confirmed, also in a hosted tenant, and the page names who introduced them', async () => {
  const unconfirmed_because =
    'Ada Admin added or invited them. Until somebody else confirms who they are, they all count as one person.';
  const introduced_by = [{ id: 'p|1', name: 'Ada Admin' }];
  const { server } = await showPerson(makePerson({ directory: HOSTED, unconfirmed_because, introduced_by }));
  await expect.element(page.getByText(/^Not confirmed/)).toMatchTextContent(unconfirmed_because);
  const facts = page.getByLabelText('Facts');
  await expect.element(facts).toMatchTextContent(unconfirmed_because);
  await expect.element(facts.getByRole('link', { name: 'Ada Admin' })).toHaveAttribute('href', '/users/p%7C1');
  await choose('Confirm identity');
  await button('Confirm identity').click();
  await expect.element(facts).toMatchTextContent('Confirmed by Me');
  expect(page.getByText(/^Not confirmed/).query()).toBeNull();
  expect(server.calls).toEqual([{ name: 'confirmUser' }]);
});

test('the inviter cannot verify the person, and reads why', async () => {
  const confirm_refusal = 'You added or invited this person. Someone else must confirm them.';
  await showPerson(makePerson({ directory: WITH_PASSWORD, ...UNVERIFIED, confirm_refusal }));
  await button('More actions').click();
  const item = page.getByRole('menuitem', { name: /^Confirm identity/ });
  await expect.element(item).toBeDisabled();
  await expect.element(item).toMatchTextContent('Someone else must confirm them');
});

test('nobody can deactivate themselves', async () => {
  await showPerson(makePerson({ id: 'u1' }));
  await button('More actions').click();
  const item = page.getByRole('menuitem', { name: /^Deactivate/ });
  await expect.element(item).toBeDisabled();
  await expect.element(item).toMatchTextContent('this is you');
});

test('inviting again creates a new link, once; without passwords it is not offered', async () => {
  const { screen, server } = await showPerson(makePerson({ directory: WITH_PASSWORD, state: 'invited' }));
  await choose('Invite again');
  const ask = page.getByRole('dialog', { name: 'Invite Demo Underwriter again?' });
  await expect.element(ask).toMatchTextContent('one given before stops working');
  await ask.getByRole('button', { name: 'Invite again' }).click();
  await expect.element(page.getByRole('textbox', { name: 'One-time link' })).toHaveValue(INVITATION.link);
  await button('Done').click();
  expect(page.getByRole('dialog').query()).toBeNull();
  await expect.element(page.getByText('Link works until')).toBeVisible();
  expect(server.calls).toEqual([{ name: 'inviteUser' }]);
  await screen.unmount();
  await showPerson(makePerson());
  await button('More actions').click();
  await expect.element(page.getByRole('menuitem', { name: 'Deactivate' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Invite again' }).query()).toBeNull();
});

test('where links go by mail, inviting again shows where the link was sent; a failure is shown and can be retried', async () => {
  const directory = { ...WITH_PASSWORD, mails_links: true };
  const person = makePerson({ directory, state: 'invited' });
  let tries = 0;
  await showPerson(person, {
    answers: {
      inviteUser: async () => {
        tries += 1;
        if (tries === 1) throw new Problem('unavailable', 'The link could not be sent to ada@ls.example.');
        return { user: person, invitation: { ...INVITATION, delivery: 'sent', link: null } };
      },
    },
  });
  await choose('Invite again');
  const ask = page.getByRole('dialog', { name: 'Invite Demo Underwriter again?' });
  await expect.element(ask).toMatchTextContent('They are sent a new one-time link');
  await ask.getByRole('button', { name: 'Invite again' }).click();
  await expect.element(ask.getByRole('alert')).toHaveTextContent('The link could not be sent to ada@ls.example.');
  await ask.getByRole('button', { name: 'Invite again' }).click();
  const sent = page.getByRole('dialog', { name: 'Link sent to Demo Underwriter' });
  await expect.element(sent).toMatchTextContent('was sent to ada@ls.example');
});
