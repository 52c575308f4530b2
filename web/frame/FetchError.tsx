import { Problem } from '#contract/problem.ts';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import type { Failure } from './useChange.ts';

type Asked = Readonly<{ error: Error | null; isFetching: boolean; refetch: () => unknown }>;

/** A query that failed, said in its place, with the way to try again. */
export function FetchError({ title, query }: Readonly<{ title: string; query: Asked }>) {
  const { error, isFetching, refetch } = query;
  if (error === null) return null;
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

/** A change that was refused, in the place where it was asked for. */
export function FailureNote({ failure }: Readonly<{ failure: Failure | undefined }>) {
  if (failure === undefined) return null;
  const { title, detail, reference } = failure;
  return <ErrorState title={title} detail={detail} reference={reference} />;
}
