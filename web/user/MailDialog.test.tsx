import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import { MailDialog } from './MailDialog.tsx';

type Api = ReturnType<typeof fakeApi>;
const STORED = { sends: true, at_once: true, digest: true, time_zone: 'Europe/London' };
const dialog = page.getByRole('dialog', { name: 'E-mail' });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });

async function show(answers: Partial<Api> = {}) {
  const changeMyMail = vi.fn<Api['changeMyMail']>(async ({ body }) => ({ ...STORED, ...body }));
  const onClose = vi.fn<() => void>();
  const api = fakeApi({ getMyMail: async () => STORED, changeMyMail, ...answers });
  await renderPage(<MailDialog onClose={onClose} />, { api, route: '/', address: '/', permissions: [] });
  return { changeMyMail, onClose };
}

test('what a person gets by e-mail is chosen, and saved once', async () => {
  const { changeMyMail, onClose } = await show();
  await dialog.getByRole('checkbox', { name: /Each morning/ }).click();
  await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Singap');
  await page.getByRole('option', { name: 'Asia/Singapore' }).click();
  await button('Save').click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(changeMyMail.mock.calls.map(([input]) => input)).toEqual([
    { body: { at_once: true, digest: false, time_zone: 'Asia/Singapore' } },
  ]);
});

test('a failure is shown, and loses nothing', async () => {
  const { onClose } = await show({
    changeMyMail: () => Promise.reject(new Problem('unavailable', 'The database cannot be reached.')),
  });
  await dialog.getByRole('checkbox', { name: /At once/ }).click();
  await button('Save').click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The database cannot be reached.');
  await expect.element(dialog.getByRole('checkbox', { name: /At once/ })).not.toBeChecked();
  expect(onClose).not.toHaveBeenCalled();
});
