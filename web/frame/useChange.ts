import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { Problem } from '#contract/problem.ts';
import { describeError } from '#web/api/describeError.ts';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { useLatest } from '#web/kit/useLatest.ts';

/** Why a change was not made, to be shown where it was asked for: a toast is gone after four seconds. */
export type Failure = Readonly<{
  title: string;
  detail: string;
  /** What to quote when asking for help. */
  reference: string | undefined;
  /** Someone else changed it in between. */
  stale: boolean;
  /** What the server says of a field, or of a part of it. */
  field: (path: string) => string | undefined;
  error: unknown;
}>;

export type Change<Input, Result> = Readonly<{
  send: (input: Input) => Promise<Result>;
  /** The toasts. */
  done?: string | ((result: Result) => string);
  failed: string;
  /** Puts the answer into the cache and marks what it makes stale: a function of the noun's query.ts. */
  apply?: (queries: QueryClient, result: Result) => unknown;
  onDone?: (result: Result, input: Input) => unknown;
  /** After a refusal: to read again, so that the next try starts from what is there now. */
  onFailed?: (queries: QueryClient, failure: Failure, input: Input) => unknown;
}>;

/** One change at a time, with its toasts. What was typed is the caller's, and stays. */
export function useChange<Input = void, Result = unknown>(change: Change<Input, Result>) {
  const queries = useQueryClient();
  const latest = useLatest(change);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [result, setResult] = useState<Result>();
  // Two quick clicks are one change: state would only be seen after the next drawing.
  const running = useRef(false);

  /** Gives the answer, or undefined where it was refused. */
  const run = useCallback(
    async (input: Input): Promise<Result | undefined> => {
      if (running.current) return undefined;
      const { send, done, failed, apply, onDone, onFailed } = latest.current;
      running.current = true;
      setBusy(true);
      try {
        const given = await send(input);
        setFailure(undefined);
        setResult(given);
        apply?.(queries, given);
        if (done !== undefined) notifySuccess(typeof done === 'string' ? done : done(given));
        await onDone?.(given, input);
        return given;
      } catch (error) {
        const refused = failureOf(failed, error);
        setFailure(refused);
        notifyError(failed);
        onFailed?.(queries, refused, input);
        return undefined;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [latest, queries],
  );
  const forget = useCallback(() => setFailure(undefined), []);
  return { run, busy, failure, result, forget };
}

export function failureOf(title: string, error: unknown): Failure {
  const document = error instanceof Problem ? error.document : undefined;
  return {
    title,
    detail: describeError(error),
    reference: document?.reference,
    stale: isStale(error),
    field: (path) => document?.errors?.find((entry) => `${entry.path}.`.startsWith(`${path}.`))?.message,
    error,
  };
}

export const isStale = (error: unknown): boolean => error instanceof Problem && error.kind === 'stale';
