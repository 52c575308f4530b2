import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ConfirmDialog, Dialog, type DialogChange } from './Dialog.tsx';
import { renderUi } from '#web/testing/page.tsx';

const onConfirm = vi.fn();
const onCancel = vi.fn();

describe('confirmation', () => {
  beforeEach(async () => {
    vi.clearAllMocks();
    await renderUi(
      <ConfirmDialog
        title="Do you want to publish this Dial?"
        text="Version 7 can no longer change."
        submit="Publish Dial"
        keep="Continue Editing"
        onConfirm={onConfirm}
        onClose={onCancel}
      />,
    );
  });

  test('the question names the dialog, and the consequence describes it', async () => {
    const dialog = page.getByRole('dialog', { name: 'Do you want to publish this Dial?' });
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog).toHaveAccessibleDescription(/Version 7 can no longer change\./);
  });

  test('the safe choice has the initial focus, so Enter is safe', async () => {
    await expect.element(page.getByRole('button', { name: 'Continue Editing' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onCancel).toHaveBeenCalledOnce();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  test('Esc is the safe choice', async () => {
    await expect.element(page.getByRole('button', { name: 'Continue Editing' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(onCancel).toHaveBeenCalledOnce();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  test('only the confirming verb confirms', async () => {
    await page.getByRole('button', { name: 'Publish Dial' }).click();
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(onCancel).not.toHaveBeenCalled();
  });
});

describe('form in a dialog', () => {
  const onSubmit = vi.fn();
  const signIn = vi.fn();

  function Form({ change }: Readonly<{ change?: DialogChange }>) {
    const [name, setName] = useState('');
    const [tried, setTried] = useState(false);
    const submit = () => {
      setTried(true);
      if (name !== '') onSubmit(name);
    };
    return (
      <Dialog
        title="New list"
        submit="Add"
        onClose={onCancel}
        fields={['name']}
        onSubmit={submit}
        {...(change && { change })}
      >
        <TextInput label="Note" data-autofocus />
        <TextInput
          label="Name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried && name === '' ? 'Required' : change?.failure?.field?.('name')}
        />
      </Dialog>
    );
  }
  const name = page.getByLabelText('Name');

  beforeEach(() => vi.clearAllMocks());

  test('starts in its first field, and is not closed by a click beside it', async () => {
    await renderUi(<Form />);
    await expect.element(page.getByLabelText('Note')).toHaveFocus();
    document.querySelector<HTMLElement>('.mantine-Modal-inner')?.click();
    expect(onCancel).not.toHaveBeenCalled();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(onCancel).toHaveBeenCalledOnce();
  });

  test('at 400 percent the buttons do not cover the field that has the focus', async () => {
    await page.viewport(320, 256);
    await renderUi(<Form />);
    await expect.element(page.getByLabelText('Note')).toHaveFocus();
    name.element().focus();
    const { x, y, width, height } = name.element().getBoundingClientRect();
    const at = (part: number) => document.elementFromPoint(x + width / 2, y + height * part);
    expect([at(0.1), at(0.9)]).toEqual([name.element(), name.element()]);
    await page.viewport(1280, 800);
  });

  test('a field that is wrong gets the focus; Enter submits it once it is right', async () => {
    await renderUi(<Form />);
    await page.getByRole('button', { name: 'Add' }).click();
    await expect.element(page.getByText('Required')).toBeVisible();
    await expect.element(name).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.keyboard('Cargo{Enter}');
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith('Cargo');
  });

  test('is not submitted to the form around the component that opens it', async () => {
    const outer = vi.fn();
    await renderUi(
      <form onSubmit={outer}>
        <Form />
      </form>,
      { real: true },
    );
    await name.fill('Cargo');
    await page.getByRole('button', { name: 'Add' }).click();
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(outer).not.toHaveBeenCalled();
  });

  test('a refusal is shown above the buttons, with the way to sign in again', async () => {
    await renderUi(<Form change={{ busy: false, failure: { detail: 'The list is full.', signIn } }} />);
    await expect.element(page.getByText(/^The list is full\./)).toBeVisible();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    expect(signIn).toHaveBeenCalledOnce();
  });

  test('a refusal of a field is shown at the field alone, which gets the focus', async () => {
    const field = (path: string) => (path === 'name' ? 'Taken' : undefined);
    await renderUi(<Form change={{ busy: false, failure: { detail: 'The name is taken.', field } }} />);
    await expect.element(page.getByText('Taken')).toBeVisible();
    await expect.element(name).toHaveFocus();
    await expect.element(page.getByText('The name is taken.')).not.toBeInTheDocument();
  });

  test('Escape closes the dialog on top only', async () => {
    function Both() {
      const [isAsking, setIsAsking] = useState(true);
      return (
        <>
          <Form />
          {isAsking && (
            <ConfirmDialog
              title="Close it?"
              text=""
              submit="Close"
              onConfirm={onConfirm}
              onClose={() => setIsAsking(false)}
            />
          )}
        </>
      );
    }
    await renderUi(<Both />);
    await expect.element(page.getByRole('button', { name: 'Close' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: 'Close it?' })).not.toBeInTheDocument();
    expect(onCancel).not.toHaveBeenCalled();
    await expect
      .poll(async () => {
        await userEvent.keyboard('{Escape}');
        return onCancel.mock.calls.length;
      })
      .toBeGreaterThan(0);
  });
});
