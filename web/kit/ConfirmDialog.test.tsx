import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { renderUi } from '#web/testing/page.tsx';

const onConfirm = vi.fn();
const onCancel = vi.fn();

describe('confirmation', () => {
  beforeEach(async () => {
    vi.clearAllMocks();
    await renderUi(
      <ConfirmDialog
        question="Do you want to publish this Dial?"
        consequence="Version 7 can no longer change."
        confirmLabel="Publish Dial"
        cancelLabel="Continue Editing"
        onConfirm={onConfirm}
        onCancel={onCancel}
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
