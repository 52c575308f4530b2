import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { use, useCallback, useRef, useState } from 'react';
import { Problem } from '#contract/problem.ts';
import { describeError, needsSignIn } from '#web/base/api/describeError.ts';
import { notifySuccess, useErrorToast } from '#web/kit/Toaster.tsx';
import { useLatest } from '#web/kit/useLatest.ts';
import { SessionContext } from '#web/base/session/session.tsx';

/** Why a change failed, to be shown in place: a toast disappears after four seconds. */
export type Failure = Readonly<{
  title: string;
  detail: string;
  /** Someone else changed it in between. */
  stale: boolean;
  /** The server's error about a field, or a part of it. */
  field: (path: string) => string | undefined;
  /** Set if only signing in again helps. */
  signIn?: (() => void) | undefined;
  error: unknown;
}>;

export type Change<Input, Result> = Readonly<{
  send: (input: Input) => Promise<Result>;
  /** The toasts. */
  done?: string | ((result: Result, input: Input) => string | undefined);
  failed: string | ((input: Input) => string);
  /** Writes the response to the cache and invalidates what it makes stale: a function of the noun's query.ts. */
  apply?: (queries: QueryClient, result: Result) => unknown;
  onDone?: (result: Result, input: Input) => unknown;
  /** Resolves to true if it handles the refusal in its own way, without a toast. */
  handle?: (failure: Failure) => Promise<boolean>;
  /** After a refusal: refetches, so that the next attempt builds on the current state. */
  onFailed?: (queries: QueryClient, failure: Failure, input: Input) => unknown;
}>;

/** One change at a time, with its toasts. The caller owns the input, which stays. */
export function useChange<Input = void, Result = unknown>(change: Change<Input, Result>) {
  const queries = useQueryClient();
  const latest = useLatest(change);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [result, setResult] = useState<Result>();
  // Use a ref so that two quick clicks are one change: state only updates with the next render.
  const running = useRef(false);
  const errorToast = useErrorToast();
  const session = use(SessionContext);

  /** Resolves to the response, or undefined if it was refused. */
  const run = useCallback(
    async (input: Input): Promise<Result | undefined> => {
      if (running.current) return undefined;
      const { send, done, failed, apply, onDone, handle, onFailed } = latest.current;
      running.current = true;
      setBusy(true);
      try {
        const response = await send(input);
        setFailure(undefined);
        errorToast.clear();
        setResult(response);
        apply?.(queries, response);
        const text = typeof done === 'function' ? done(response, input) : done;
        if (text !== undefined) notifySuccess(text);
        await onDone?.(response, input);
        return response;
      } catch (error) {
        const signIn = needsSignIn(error) ? session?.signIn : undefined;
        const refused = { ...failureOf(typeof failed === 'function' ? failed(input) : failed, error), signIn };
        if ((await handle?.(refused)) === true) return undefined;
        setFailure(refused);
        errorToast.show(refused.title);
        onFailed?.(queries, refused, input);
        return undefined;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [errorToast, latest, queries, session],
  );
  const forget = useCallback(() => setFailure(undefined), []);
  return { run, busy, failure, result, forget };
}

export function failureOf(title: string, error: unknown): Failure {
  const document = error instanceof Problem ? error.document : undefined;
  return {
    title,
    detail: describeError(error),
    stale: isStale(error),
    field: (path) => document?.errors?.find((entry) => `${entry.path}.`.startsWith(`${path}.`))?.message,
    error,
  };
}

export const isStale = (error: unknown): boolean => error instanceof Problem && error.kind === 'stale';
