import { QueryClient } from '@tanstack/react-query';
import { Problem } from '#contract/problem.ts';

const RETRIES = 3;
const BACKOFF_CAP_MS = 30_000;
const CACHE_LIFETIME_MS = 5 * 60_000;
const FRESH_MS = 15_000;

/** A refusal is not retried, except for too many requests. */
export function shouldRetry(failures: number, error: Error): boolean {
  const refused = error instanceof Problem && error.document.status < 500 && error.kind !== 'too-many-requests';
  return failures < RETRIES && !refused;
}

/** Not sooner than the server asks. */
export function backoff(attempt: number, error?: unknown): number {
  const askedMs = error instanceof Problem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.min(Math.max(1000 * 2 ** attempt, askedMs), BACKOFF_CAP_MS);
}

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay: backoff, gcTime: CACHE_LIFETIME_MS, staleTime: FRESH_MS },
      // Without a connection a change fails at once, instead of waiting to be sent later without the person.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
