import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { permissionsOf } from '#domain/user/role.ts';
import { printPermissions } from '#domain/user/permission.ts';
import { makePerson, showPerson } from '#web/user/testing.tsx';

const request = { role: 'Underwriter', reason: 'I take over Marine War.', at: '2026-11-17T12:04:00.000Z' } as const;
const newcomer = makePerson({ name: 'Demo Newcomer', permissions: [], access_request: request });
const notice = page.getByRole('region', { name: 'Request for access' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const UNDERWRITER = printPermissions(permissionsOf('Underwriter'));

test('from the bell or the list, what somebody asks for is filled in, and saved like any change', async () => {
  const { server } = await showPerson(newcomer, { search: '?grant=Underwriter' });
  await expect.element(notice).toMatchTextContent(/^Demo Newcomer asks for access as Underwriter, /);
  await expect
    .element(notice)
    .toMatchTextContent(/Write dials, edit buckets, submit drafts\. “I take over Marine War\.”/);
  await expect.element(page.getByText(`${UNDERWRITER.length} unsaved changes`)).toBeVisible();
  await button('Save permissions').click();
  await expect.element(page.getByText('Permissions successfully updated')).toBeVisible();
  expect(server.calls).toEqual([{ name: 'setUserPermissions', body: { permissions: UNDERWRITER } }]);
});

test('elsewhere nothing is filled in until it is asked for', async () => {
  await showPerson(newcomer);
  await expect.element(notice).toBeVisible();
  expect(page.getByText(/unsaved change/).query()).toBeNull();
  await button('Fill in as Underwriter').click();
  await expect.element(page.getByText(`${UNDERWRITER.length} unsaved changes`)).toBeVisible();
});

test('declining needs a reason', async () => {
  const { server } = await showPerson(newcomer);
  await button('Decline').click();
  const dialog = page.getByRole('dialog', { name: 'Decline the request of Demo Newcomer?' });
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect.element(dialog.getByText('Required')).toBeVisible();
  await dialog.getByRole('textbox').fill('Ask in March');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  expect(server.calls).toEqual([{ name: 'declineAccess', body: { reason: 'Ask in March' } }]);
});

test('nobody fills in what they lack themselves', async () => {
  await showPerson(newcomer, { search: '?grant=Underwriter', permissions: ['user:view', 'user:edit'] });
  await expect.element(button('Fill in as Underwriter')).toBeDisabled();
  expect(page.getByText(/unsaved change/).query()).toBeNull();
});

test('a viewer only reads the request', async () => {
  await showPerson(newcomer, { permissions: ['user:view'] });
  await expect.element(notice).toBeVisible();
  expect(button('Decline').query()).toBeNull();
});
