import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { notify, notifyError, notifySuccess, Toaster, toastOptions } from './Toaster.tsx';
import { renderUi } from '#web/testing/page.tsx';

describe('toasts', () => {
  test('failures and plain notes stay 4000 ms, successes 2000 ms', () => {
    expect(toastOptions.error?.duration).toBe(4000);
    expect(toastOptions.blank?.duration).toBe(4000);
    expect(toastOptions.success?.duration).toBe(2000);
  });

  test('keeps at most 20, the newest ones', async () => {
    await renderUi(<Toaster />);
    for (let number = 1; number <= 25; number += 1) notifyError(`Failure ${number}.`);
    await expect.element(page.getByText('Failure 25.')).toBeInTheDocument();
    expect(page.getByText(/^Failure \d+\.$/).elements()).toHaveLength(20);
    expect(page.getByText('Failure 5.', { exact: true }).elements()).toHaveLength(0);
  });

  test('a failure is an alert; a success and a note are a status', async () => {
    await renderUi(<Toaster />);
    notifyError('Failed to submit Review');
    notifySuccess('Draft successfully updated');
    notify('Copied');
    await expect.element(page.getByRole('alert').getByText('Failed to submit Review')).toBeVisible();
    const status = page.getByRole('status');
    await expect.element(status.getByText('Draft successfully updated')).toBeVisible();
    await expect.element(status.getByText('Copied')).toBeVisible();
  });

  test('the live regions are mounted before the first toast', async () => {
    await renderUi(<Toaster />);
    await expect.element(page.getByRole('alert')).toBeInTheDocument();
    await expect.element(page.getByRole('status')).toBeInTheDocument();
  });

  test('toasts are at the bottom centre', async () => {
    await renderUi(<Toaster />);
    notifyError('Failed to submit Review');
    await expect.element(page.getByText('Failed to submit Review')).toBeVisible();
    const box = page.getByRole('alert').element().getBoundingClientRect();
    expect(Math.abs(box.left + box.width / 2 - document.documentElement.clientWidth / 2)).toBeLessThan(1);
    expect(window.innerHeight - box.bottom).toBe(24);
  });
});
