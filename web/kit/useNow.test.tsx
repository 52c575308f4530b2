import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { formatMoment } from './format.ts';
import { useNow, useToday } from './useNow.ts';

function Clock() {
  const today = useToday();
  const now = useNow();
  return `${today}, ${formatMoment('2026-11-16T10:58:00', now)}`;
}

async function showAt(now: string) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: new Date(now) });
  onTestFinished(() => void vi.useRealTimers());
  await render(<Clock />);
  await expect.element(page.getByText('2026-11-16, Today 10:58')).toBeVisible();
  await expect.poll(() => vi.getTimerCount()).toBe(1);
}

test('a page left open over midnight shows the new day', async () => {
  await showAt('2026-11-16T23:58:30');
  vi.advanceTimersByTime(2 * 60_000);
  await expect.element(page.getByText('2026-11-17, 16 Nov 2026 10:58')).toBeVisible();
});

test('so does one on a computer that slept', async () => {
  await showAt('2026-11-16T12:00:00');
  vi.setSystemTime(new Date('2026-11-18T12:00:00'));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText('2026-11-18, 16 Nov 2026 10:58')).toBeVisible();
});
