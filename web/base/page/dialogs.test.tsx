import { Button, Menu } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { useNavigate } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { DialogFrame } from '#web/kit/Dialog.tsx';
import { useKeys } from '#web/kit/keys.ts';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import { useDialog } from './dialogs.tsx';
import { laterDialog } from './later.tsx';
import { useConfirm } from './useConfirm.tsx';

type CountProps = Readonly<{ name: string; count: number; onClose: () => void }>;

const CountDialog = ({ name, count, onClose }: CountProps) => (
  <DialogFrame title={name} onClose={onClose}>
    Seen {count} times
  </DialogFrame>
);

const loaded = Promise.withResolvers<ComponentType<CountProps>>();
const LaterDialog = laterDialog(() => loaded.promise);
const send = vi.fn<() => Promise<string>>();
const apply = vi.fn();
const typed = vi.fn();
const seeAgain = () => userEvent.keyboard('a');

function TestPage() {
  const navigate = useNavigate();
  const [count, setCount] = useState(1);
  useKeys('Test', [
    { keys: 'n', does: 'New', run: typed },
    { keys: 'a', does: 'See again', run: () => setCount(count + 1), inDialogs: true },
  ]);
  const open = useDialog<string>((close, name) => <CountDialog name={name} count={count} onClose={close} />);
  const openLater = useDialog((close) => <LaterDialog name="Later" count={count} onClose={close} />);
  const remove = useConfirm({
    title: `Delete it, seen ${count} times?`,
    text: 'It is gone.',
    submit: 'Delete',
    keep: 'Keep',
    change: { send, done: 'Deleted', failed: 'Failed to delete', apply: (_, result) => apply(result) },
  });
  return (
    <main>
      <Button onClick={() => open('First')}>Open first</Button>
      <Button onClick={() => openLater()}>Open later</Button>
      <Button onClick={() => remove()}>Ask</Button>
      <Button onClick={() => void navigate('/elsewhere')}>Leave</Button>
      <Menu>
        <Menu.Target>
          <Button>More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => open('From the menu')}>Open from here</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </main>
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });

beforeEach(() => vi.clearAllMocks());

const openPage = () => renderPage(<TestPage />, { api: fakeApi({}), route: '/', address: '/' });

test('a dialog shows what its page knows now, and gives the focus back', async () => {
  await openPage();
  await button('Open first').click();
  await expect.element(dialog('First').getByText('Seen 1 times')).toBeVisible();
  await seeAgain();
  await expect.element(dialog('First').getByText('Seen 2 times')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog('First')).not.toBeInTheDocument();
  await expect.element(button('Open first')).toHaveFocus();
});

test('one that was opened by an item of a menu gives the focus to the button of the menu', async () => {
  await openPage();
  await button('More').click();
  await page.getByRole('menuitem', { name: 'Open from here' }).click();
  await expect.element(dialog('From the menu')).toBeVisible();
  await button('Close').click();
  await expect.element(button('More')).toHaveFocus();
});

test('keys do not reach the page while a dialog is being loaded, and it closes with its page', async () => {
  const { router } = await openPage();
  await button('Open later').click();
  await userEvent.keyboard('n');
  expect(typed).not.toHaveBeenCalled();
  loaded.resolve(CountDialog);
  await expect.element(dialog('Later')).toBeVisible();
  await router.navigate('/elsewhere');
  await expect.element(page.getByText('at /elsewhere')).toBeVisible();
  await expect.element(dialog('Later')).not.toBeInTheDocument();
});

test('a question stays with the reason of a refusal, and closes once it is done', async () => {
  send.mockRejectedValueOnce(new Problem('conflict', 'Someone uses it.'));
  send.mockResolvedValueOnce('answer');
  await openPage();
  await button('Ask').click();
  await expect.element(button('Keep')).toHaveFocus();
  await button('Delete').click();
  await expect.element(page.getByRole('dialog').getByRole('alert')).toHaveTextContent('Someone uses it.');
  await seeAgain();
  await expect.element(dialog('Delete it, seen 2 times?')).toBeVisible();
  await button('Delete').click();
  await expect.element(page.getByText('Deleted')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(apply).toHaveBeenCalledExactlyOnceWith('answer');
  await expect.element(button('Ask')).toHaveFocus();
});
