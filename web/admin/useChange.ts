import { useCallback, useState } from 'react';
import { Problem } from '#contract/problem.ts';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';

/** Why a change was not made, to be shown where it was asked for. */
export type Failure = Readonly<{
  title: string;
  detail: string;
  reference: string | undefined;
  /** What the server says of a field, or of a part of it. */
  field: (path: string) => string | undefined;
}>;

const UNREACHED = 'The server could not be reached. Please try again in a moment.';

type Words = Readonly<{ done: string; failed: string }>;
type Steps<T> = Readonly<{
  send: () => Promise<T>;
  onDone: (given: T) => void;
  /** Someone else changed it in between: read again, so that the next try starts from there. */
  onStale?: () => void;
}>;

/** One change at a time, with its toasts. What was typed is the caller's, and stays. */
export function useChange({ done, failed }: Words) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const run = useCallback(
    async <T>({ send, onDone, onStale }: Steps<T>): Promise<boolean> => {
      setBusy(true);
      try {
        const given = await send();
        setFailure(undefined);
        notifySuccess(done);
        onDone(given);
        return true;
      } catch (error) {
        setFailure(failureOf(failed, error));
        notifyError(failed);
        if (error instanceof Problem && error.kind === 'stale') onStale?.();
        return false;
      } finally {
        setBusy(false);
      }
    },
    [done, failed],
  );
  const forget = useCallback(() => setFailure(undefined), []);
  return { busy, failure, run, forget };
}

function failureOf(title: string, error: unknown): Failure {
  const document = error instanceof Problem ? error.document : undefined;
  return {
    title,
    detail: error instanceof Problem ? error.message : UNREACHED,
    reference: document?.reference,
    field: (path) => document?.errors?.find((entry) => `${entry.path}.`.startsWith(`${path}.`))?.message,
  };
}
