import { expect, test } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { backoff, createQueryClient, shouldRetry } from './queryClient.ts';

test('a failure is retried three times, a refusal is not', () => {
  const offline = new TypeError('Failed to fetch');
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, offline))).toEqual([true, true, true, false]);
  expect(shouldRetry(0, new Problem('unavailable', 'later'))).toBe(true);
  expect(shouldRetry(0, new Problem('too-many-requests', 'later'))).toBe(true);
  expect(shouldRetry(0, new Problem('not-allowed', 'no'))).toBe(false);
  expect(shouldRetry(0, new Problem('stale', 'no'))).toBe(false);
});

test('the backoff doubles and is capped at 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map((attempt) => backoff(attempt))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
});

test('the backoff is at least what a busy server asks for', () => {
  const busy = new Problem('unavailable', 'The server is busy.', { retryAfterSeconds: 4 });
  expect([0, 1, 2, 3].map((attempt) => backoff(attempt, busy))).toEqual([4000, 4000, 4000, 8000]);
  expect(backoff(0, new Problem('unavailable', 'Closed today.', { retryAfterSeconds: 86_400 }))).toBe(30_000);
  expect(backoff(0, new TypeError('Failed to fetch'))).toBe(1000);
});

test('unused data is cached for 5 minutes', () => {
  expect(createQueryClient().getDefaultOptions().queries?.gcTime).toBe(300_000);
});
