import { TextInput } from '@mantine/core';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import { useChange } from './useChange.ts';
import { requireFields, useForm } from './useForm.ts';

type Values = Readonly<{ name: string; code: string }>;

function Form({ send }: Readonly<{ send: (values: Values) => Promise<unknown> }>) {
  const change = useChange({ send, failed: 'Failed to add' });
  const { text, submit, root } = useForm<Values>({
    initial: { name: '', code: '' },
    check: (values) => requireFields(values, 'name', 'code'),
    checkAtOnce: ({ code }) => ({ code: code.includes(' ') ? 'No spaces' : undefined }),
    change,
    prefix: 'list.',
    send: change.run,
  });
  return (
    <form ref={root} onSubmit={submit}>
      <TextInput label="Name" {...text('name')} />
      <TextInput label="Code" {...text('code')} />
      <output>{change.failure?.detail}</output>
      <button type="submit">Add</button>
    </form>
  );
}

const open = (send: (values: Values) => Promise<unknown> = async () => undefined) =>
  renderPage(<Form send={send} />, { api: fakeApi({}), route: '/', address: '/' });
const [name, code] = [page.getByLabelText('Name'), page.getByLabelText('Code')];
const add = page.getByRole('button', { name: 'Add' });
const message = (text: string) => page.getByText(text, { exact: true });

test('what is missing is said from the first attempt on, with the focus, and nothing is sent', async () => {
  const send = vi.fn(async () => undefined);
  await open(send);
  await name.fill('Hull');
  expect(message('Required').elements()).toEqual([]);
  await add.click();
  await expect.element(message('Required')).toBeVisible();
  await expect.element(code).toHaveFocus();
  expect(send).not.toHaveBeenCalled();
  await userEvent.keyboard('H1');
  await expect.element(message('Required')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => send.mock.calls).toEqual([[{ name: 'Hull', code: 'H1' }]]);
});

test('what can be checked at once is said at once, and prevents it too', async () => {
  const send = vi.fn(async () => undefined);
  await open(send);
  await name.fill('Hull');
  await code.fill('H 1');
  await expect.element(message('No spaces')).toBeVisible();
  await add.click();
  await expect.element(code).toHaveFocus();
  expect(send).not.toHaveBeenCalled();
});

test('what the server refuses of a field is said there, with the focus, until that field is changed', async () => {
  const errors = [{ path: 'list.code', message: 'H1 is taken' }];
  await open(async () => {
    throw new Problem('invalid-input', 'Some fields are wrong.', { errors });
  });
  await name.fill('Hull');
  await code.fill('H1');
  await add.click();
  await expect.element(message('H1 is taken')).toBeVisible();
  await expect.element(code).toHaveFocus();
  await name.fill('Hull and cargo');
  await expect.element(message('H1 is taken')).toBeVisible();
  await code.fill('H2');
  await expect.element(message('H1 is taken')).not.toBeInTheDocument();
  await add.click();
  await expect.element(message('H1 is taken')).toBeVisible();
});

test('a refusal of the whole is over with the next change', async () => {
  await open(async () => {
    throw new Problem('conflict', 'The list is full.');
  });
  await name.fill('Hull');
  await code.fill('H1');
  await add.click();
  await expect.element(message('The list is full.')).toBeVisible();
  await name.fill('Cargo');
  await expect.element(message('The list is full.')).not.toBeInTheDocument();
});
