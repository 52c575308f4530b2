import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchUsageToken } from './usage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('usage events carry the current token when sent, also after a renewal', async () => {
  let current = 'first';
  const { headers, stop } = await watchUsageToken(
    async () => current,
    () => true,
  );
  expect(headers).toEqual({ Authorization: 'Bearer first' });
  current = 'second';
  await vi.advanceTimersByTimeAsync(20_000);
  expect(headers).toEqual({ Authorization: 'Bearer second' });
  stop();
});

test('usage events wait while there is no token, and continue when there is one again', async () => {
  let isOnline = true;
  const { isUsable, stop } = await watchUsageToken(
    async () => {
      if (!isOnline) throw new Error('offline');
      return 'token';
    },
    () => true,
  );
  expect(isUsable()).toBe(true);
  isOnline = false;
  await vi.advanceTimersByTimeAsync(61_000);
  expect(isUsable()).toBe(false);
  isOnline = true;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(isUsable()).toBe(true);
  stop();
});

test('after the sign-out nothing is sent, and no token is requested', async () => {
  const token = vi.fn(async () => 'token');
  const { isUsable, stop } = await watchUsageToken(token, () => true);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isUsable()).toBe(false);
  expect(token).toHaveBeenCalledTimes(1);
});

test('a hidden page sends nothing, and requests no token', async () => {
  const token = vi.fn(async () => 'token');
  let isVisible = true;
  const { isUsable, stop } = await watchUsageToken(token, () => isVisible);
  isVisible = false;
  expect(isUsable()).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(token).toHaveBeenCalledTimes(1);
  stop();
});
