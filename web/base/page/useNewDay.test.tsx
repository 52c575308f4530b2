import { useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import { useNewDay } from './useNewDay.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: new Date('2026-11-16T23:58:30Z') });
});
afterEach(() => vi.useRealTimers());

function Screen({ read }: Readonly<{ read: () => Promise<string> }>) {
  useNewDay();
  const { data } = useQuery({ queryKey: ['anything'], queryFn: read, staleTime: Infinity });
  return <output>{data}</output>;
}

test('a page left open over midnight reads everything again, once', async () => {
  const read = vi.fn(async () => `as of ${new Date().toISOString().slice(0, 10)}`);
  await renderPage(<Screen read={read} />, { api: fakeApi({}), route: '/', address: '/' });
  await expect.element(page.getByText('as of 2026-11-16')).toBeVisible();
  vi.advanceTimersByTime(60_000);
  expect(read).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  await expect.element(page.getByText('as of 2026-11-17')).toBeVisible();
  vi.advanceTimersByTime(120_000);
  expect(read).toHaveBeenCalledTimes(2);
});
