import { use } from 'react';
import { Problem } from '#contract/problem.ts';
import { describeError, needsSignIn } from '#web/api/describeError.ts';
import { SessionContext } from '#web/session/session.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import type { Failure } from './useChange.ts';

export type FailedQuery = Readonly<{ error: Error | null | undefined; isFetching: boolean; refetch: () => unknown }>;
type FetchErrorProps = Readonly<{ title?: string; query: FailedQuery }>;

/** A query that failed, said in its place, with the way to try again, or to sign in where that alone helps. */
export function FetchError({ title = 'An error has occurred', query }: FetchErrorProps) {
  const { error, isFetching, refetch } = query;
  const signIn = useSignIn(error);
  if (!error) return null;
  return (
    <ErrorState
      title={title}
      detail={describeError(error)}
      reference={error instanceof Problem ? error.document.reference : undefined}
      onRetry={() => void refetch()}
      retrying={isFetching}
      {...signIn}
    />
  );
}

/** In place of Retry. */
function useSignIn(error: unknown) {
  const session = use(SessionContext);
  return session && needsSignIn(error) ? { onRetry: session.signIn, retryLabel: 'Sign in again' } : undefined;
}

/** An address of nothing (a typo, half a link) is refused as invalid; to a person both are the same. */
export const isMissing = (error: Error): boolean =>
  error instanceof Problem && (error.kind === 'not-found' || error.kind === 'invalid-input');

/** A change that was refused, in the place where it was asked for. */
export function FailureNote({ failure }: Readonly<{ failure: Failure | undefined }>) {
  const signIn = useSignIn(failure?.error);
  if (failure === undefined) return null;
  const { title, detail, reference } = failure;
  return <ErrorState title={title} detail={detail} reference={reference} {...signIn} />;
}
