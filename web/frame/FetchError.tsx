import { Problem } from '#contract/problem.ts';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import type { Failure } from './useChange.ts';

type FailedQuery = Readonly<{ error: Error | null | undefined; isFetching: boolean; refetch: () => unknown }>;
type FetchErrorProps = Readonly<{ title?: string; query: FailedQuery }>;

/** A query that failed, said in its place, with the way to try again. */
export function FetchError({ title = 'An error has occurred', query }: FetchErrorProps) {
  const { error, isFetching, refetch } = query;
  if (!error) return null;
  return (
    <ErrorState
      title={title}
      detail={error.message}
      reference={error instanceof Problem ? error.document.reference : undefined}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

/** An address of nothing (a typo, half a link) is refused as invalid; to a person both are the same. */
export const isMissing = (error: Error): boolean =>
  error instanceof Problem && (error.kind === 'not-found' || error.kind === 'invalid-input');

/** A change that was refused, in the place where it was asked for. */
export function FailureNote({ failure }: Readonly<{ failure: Failure | undefined }>) {
  if (failure === undefined) return null;
  const { title, detail, reference } = failure;
  return <ErrorState title={title} detail={detail} reference={reference} />;
}
