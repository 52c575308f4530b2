import { ErrorState } from '#web/kit/ErrorState.tsx';
import type { Failure } from './useChange.ts';

/** A change that was refused, in the place where it was asked for. */
export function FailureNote({ failure }: Readonly<{ failure: Failure | undefined }>) {
  if (failure === undefined) return null;
  const { title, detail, reference } = failure;
  return <ErrorState title={title} detail={detail} reference={reference} />;
}
