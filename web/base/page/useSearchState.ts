import { useCallback, useEffect, useRef, useState } from 'react';
import { useLatest } from '#web/kit/useLatest.ts';
import { useAddressState } from './useAddressState.ts';

const AT_MOST_EVERY_MS = 120;
const MAX_TYPED = 200;

export const tidySearch = (text: string | null): string => (text ?? '').trim().slice(0, MAX_TYPED).trim();

type Answered = Readonly<{ isSuccess: boolean; isPlaceholderData: boolean }>;

/** Whether the results belong to the last typed text. */
export const isSettled = ({ isSuccess, isPlaceholderData }: Answered, q: string, text: string): boolean =>
  isSuccess && !isPlaceholderData && q === tidySearch(text);

type Options<S> = Readonly<{
  /** Both must be stable functions; `read` normalises the search. */
  read: (params: URLSearchParams) => S;
  write: (state: S) => URLSearchParams;
  ahead?: ((next: S) => void) | undefined;
}>;

/**
 * The state of a list with a search, kept in the URL. The first key is written at once and adds a history entry; the
 * following ones are throttled and replace it.
 */
export function useSearchState<S extends Readonly<{ q: string }>>({ read, write, ahead }: Options<S>) {
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<string>(undefined);
  const stop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    waiting.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);
  const { state, change: go } = useAddressState<S>({
    read,
    write,
    ahead,
    // Back and forward bring another search.
    onOtherState: () => {
      stop();
      setTyped(undefined);
    },
  });
  const text = typed ?? state.q;
  const latest = useLatest(text);

  const search = useCallback(
    (next: string) => {
      setTyped(next);
      waiting.current = next;
      if (timer.current !== undefined) return;
      const writeWaiting = () => {
        const typedLast = waiting.current;
        waiting.current = undefined;
        timer.current = typedLast === undefined ? undefined : setTimeout(writeWaiting, AT_MOST_EVERY_MS);
        if (typedLast !== undefined) go({ q: tidySearch(typedLast) } as Partial<S>, (before) => before.q === '');
      };
      writeWaiting();
    },
    [go],
  );
  const change = useCallback(
    (part: Partial<S>) => {
      stop();
      if (part.q !== undefined) setTyped(part.q);
      go({ q: tidySearch(latest.current), ...part });
    },
    [go, latest, stop],
  );
  return { state, text, search, change };
}
