import { use } from 'react';
import { Problem } from '#contract/problem.ts';
import { describeError, needsSignIn } from '#web/base/api/describeError.ts';
import { SessionContext } from '#web/base/session/session.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import type { Failure } from './useChange.ts';

export type FailedQuery = Readonly<{
  error: Error | null | undefined;
  isFetching: boolean;
  refetch: () => unknown;
  /** When it last failed, as queries of TanStack say. */
  errorUpdatedAt?: number | undefined;
}>;
type FetchErrorProps = Readonly<{ title?: string | undefined; query: FailedQuery }>;

/** The error of a failed query, in place, with Retry, or Sign in if only that helps. */
export function FetchError({ title = 'An error has occurred', query }: FetchErrorProps) {
  const { error, isFetching, refetch, errorUpdatedAt } = query;
  const signIn = useSignIn(error);
  if (!error) return null;
  return (
    <ErrorState
      title={title}
      detail={describeError(error)}
      onRetry={() => void refetch()}
      retrying={isFetching}
      failedAt={errorUpdatedAt}
      {...signIn}
    />
  );
}

/** Replaces Retry. */
function useSignIn(error: unknown) {
  const session = use(SessionContext);
  return session && needsSignIn(error) ? { onRetry: session.signIn, retryLabel: 'Sign in again' } : undefined;
}

/** An invalid address (a typo, half a link) is refused as invalid; to a person it is the same as not found. */
export const isMissing = (error: Error): boolean =>
  error instanceof Problem && (error.kind === 'not-found' || error.kind === 'invalid-input');

/** A refused change, shown in place. */
export function FailureNote({ failure }: Readonly<{ failure: Failure | undefined }>) {
  if (failure === undefined) return null;
  const { title, detail, signIn } = failure;
  return <ErrorState title={title} detail={detail} {...(signIn && { onRetry: signIn, retryLabel: 'Sign in again' })} />;
}
