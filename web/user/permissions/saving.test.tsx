import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { permissionsOf } from '#domain/user/role.ts';
import { printPermissions } from '#domain/user/permission.ts';
import { makePerson, showPerson } from '#web/user/testing.tsx';

const box = (entry: string) => page.getByRole('checkbox', { name: entry, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const cell = (text: string) => page.getByRole('cell').filter({ hasText: text });
const sent = (...permissions: string[]) => [{ name: 'setUserPermissions', body: { permissions } }];
const question = page.getByRole('dialog', { name: 'Are you sure you want to leave this page?' });
const VIEWER = ['dials:view', 'bucket:view'];

describe('changing permissions', () => {
  test('a tick is marked, counted, and saved with the revision that was read', async () => {
    const { server } = await showPerson(makePerson({ permissions: VIEWER }));
    await expect.element(button('Save permissions')).toHaveAttribute('aria-disabled', 'true');
    await box('review:create').click();
    await box('dials:view').click();
    // What approving needs is ticked and marked too.
    await expect.poll(() => cell('+ granted').elements().length).toBe(2);
    await expect.element(cell('+ granted').nth(0)).toMatchTextContent('See queue and comments');
    await expect.element(cell('+ granted').nth(1)).toMatchTextContent('Approve or reject');
    await expect.element(cell('− revoked')).toMatchTextContent('Read dials');
    await expect.element(page.getByText('3 unsaved changes')).toBeVisible();
    await button('Save permissions').click();
    await expect.element(page.getByText('Permissions successfully updated')).toBeVisible();
    expect(server.calls).toEqual(sent('bucket:view', 'review:view', 'review:create'));
    await expect.element(box('review:create')).toBeChecked();
    expect(page.getByText('+ granted').query()).toBeNull();
  });

  test('on one’s own page only held permissions can be ticked, and the page says why', async () => {
    const permissions = ['user:view', 'user:edit', 'dials:view'];
    const { server } = await showPerson(makePerson({ id: 'u1', permissions }), { permissions });
    const reason = 'You cannot give yourself more permissions. Ask another administrator.';
    await expect.element(page.getByText(reason)).toBeVisible();
    await expect.element(box('review:create')).toBeDisabled();
    await expect.element(box('review:create')).toHaveAccessibleDescription(`Approve or reject ${reason}`);
    await expect.element(button('Administrator')).toBeDisabled();
    await box('dials:view').click();
    await box('dials:view').click();
    await box('dials:view').click();
    await button('Save permissions').click();
    await expect.element(page.getByText('Permissions successfully updated')).toBeVisible();
    expect(server.calls).toEqual(sent('user:view', 'user:edit'));
  });

  test('only permissions the viewer holds can be ticked, and the page says why', async () => {
    const permissions = ['user:view', 'user:edit', 'dials:view', 'review:view'];
    await showPerson(makePerson({ permissions: VIEWER }), { permissions });
    await expect.element(page.getByText('You can only give permissions that you hold yourself.')).toBeVisible();
    await expect.element(box('review:view')).toBeEnabled();
    await expect.element(box('review:create')).toBeDisabled();
    await expect.element(button('Reviewer')).toBeDisabled();
    // Permissions can be revoked by someone who does not hold them.
    await expect.element(box('bucket:view')).toBeEnabled();
  });

  test('the label of a box toggles it too; reverting a tick is no change', async () => {
    await showPerson(makePerson({ permissions: VIEWER }));
    await page.getByText('See queue and comments', { exact: true }).click();
    await expect.element(box('review:view')).toBeChecked();
    await box('review:view').click();
    expect(page.getByText(/unsaved change/).query()).toBeNull();
    await expect.element(button('Discard')).toBeDisabled();
  });

  test('Discard resets every box', async () => {
    await showPerson(makePerson({ permissions: VIEWER }));
    await button('Administrator').click();
    await expect.element(page.getByText('18 unsaved changes')).toBeVisible();
    await button('Discard').click();
    await expect.element(box('admin:edit')).not.toBeChecked();
    await expect.element(box('dials:view')).toBeChecked();
    expect(page.getByText(/unsaved/).query()).toBeNull();
  });

  test('a role fills the boxes, clears what it does not have, and is sent as permissions', async () => {
    const { server } = await showPerson(makePerson());
    await expect.element(button('Underwriter')).toHaveAttribute('aria-pressed', 'true');
    await button('Reviewer').click();
    await expect.element(button('Reviewer')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(box('dials:delete')).not.toBeChecked();
    await button('Save permissions').click();
    await expect.element(page.getByText('Permissions successfully updated')).toBeVisible();
    expect(server.calls).toEqual(sent(...printPermissions(permissionsOf('Reviewer'))));
  });

  test('an unused permission that is held is shown, and can be revoked', async () => {
    const { server } = await showPerson(makePerson({ permissions: [...VIEWER, 'review:delete'] }));
    await expect.element(box('review:delete')).toBeChecked();
    await box('review:delete').click();
    await expect.element(cell('− revoked')).toMatchTextContent('Not used');
    await expect.element(box('review:delete')).toBeEnabled();
    await button('Save permissions').click();
    await expect.element(box('review:delete')).toBeDisabled();
    expect(server.calls).toEqual(sent('bucket:view', 'dials:view'));
  });
});

describe('refusals', () => {
  test('nobody can revoke their own edit on user: refused before anything is sent', async () => {
    const { server } = await showPerson(makePerson({ id: 'u1', permissions: [...VIEWER, 'user:view', 'user:edit'] }));
    await box('user:edit').click();
    const sentence = 'You cannot take edit on user from yourself. Ask another administrator.';
    await expect.element(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await expect.element(button('Save permissions')).toHaveAttribute('aria-disabled', 'true');
    await button('Save permissions').click({ force: true });
    expect(server.calls).toEqual([]);
    await box('user:edit').click();
    await expect.element(page.getByRole('alert').filter({ hasText: sentence })).not.toBeInTheDocument();
  });

  test('a server refusal stands beside the boxes, which stay as set', async () => {
    const message = 'Nobody would be left who may change people. Give edit on user to someone else first.';
    const setUserPermissions = () => Promise.reject(new Problem('conflict', message));
    await showPerson(makePerson({ permissions: VIEWER }), { answers: { setUserPermissions } });
    await box('review:view').click();
    await button('Save permissions').click();
    await expect.element(page.getByText('Failed to update permissions').first()).toBeVisible();
    await expect.element(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    await expect.element(box('review:view')).toBeChecked();
    await expect.element(page.getByText('1 unsaved change')).toBeVisible();
  });

  test('someone saved in between: shows who and when, the ticks stay, and both sides are kept', async () => {
    const { server } = await showPerson(makePerson({ permissions: VIEWER }));
    await box('review:view').click();
    server.theyChange({ permissions: ['dials:view', 'dials:edit'] });
    await button('Save permissions').click();
    const line = page.getByRole('alert').filter({ hasText: 'Demo Administrator changed this person today at 11:02.' });
    await expect.element(line).toMatchTextContent('Your change is still here.');
    await expect.element(box('review:view')).toBeChecked();
    await line.getByRole('button', { name: 'Read again' }).click();
    await expect.element(line).not.toBeInTheDocument();
    await expect.element(box('dials:edit')).toBeChecked();
    await expect.element(box('bucket:view')).not.toBeChecked();
    await expect.element(cell('+ granted')).toMatchTextContent('See queue and comments');
    await button('Save permissions').click();
    await expect.element(page.getByText('Permissions successfully updated')).toBeVisible();
    expect(server.person.permissions).toEqual(['dials:view', 'dials:edit', 'review:view']);
  });
});

describe('leaving', () => {
  test('with unsaved ticks asks; staying keeps them', async () => {
    const { router } = await showPerson(makePerson({ permissions: VIEWER }));
    await box('review:view').click();
    void router.navigate('/users');
    await expect.element(question).toBeVisible();
    await button('Stay').click();
    await expect.element(box('review:view')).toBeChecked();
    void router.navigate('/users');
    await button('Leave page').click();
    await expect.element(page.getByText('at /users')).toBeVisible();
  });

  test('after a save nothing is asked', async () => {
    const { router } = await showPerson(makePerson({ permissions: VIEWER }));
    await box('review:view').click();
    await button('Save permissions').click();
    await expect.element(page.getByText('Permissions successfully updated')).toBeVisible();
    void router.navigate('/users');
    await expect.element(page.getByText('at /users')).toBeVisible();
  });
});
