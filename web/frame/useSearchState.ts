import { useCallback, useEffect, useRef, useState } from 'react';
import { useLatest } from '#web/kit/useLatest.ts';
import { useAddressState } from './useAddressState.ts';

const SETTLED_MS = 120;
const MAX_TYPED = 200;

export const tidySearch = (text: string | null): string => (text ?? '').trim().slice(0, MAX_TYPED).trim();

type Answered = Readonly<{ isSuccess: boolean; isPlaceholderData: boolean }>;

/** Whether what is shown is the answer to what was typed last. */
export const isSettled = ({ isSuccess, isPlaceholderData }: Answered, q: string, text: string): boolean =>
  isSuccess && !isPlaceholderData && q === tidySearch(text);

type Options<S> = Readonly<{
  /** Both must be the same functions at every render; `read` tidies what is searched for. */
  read: (params: URLSearchParams) => S;
  write: (state: S) => URLSearchParams;
}>;

/**
 * The state of a list with a search, kept in the address. Typing is written there a moment after the last key: the first
 * word of a search is a step one can go back from, the further keys are not.
 */
export function useSearchState<S extends Readonly<{ q: string }>>({ read, write }: Options<S>) {
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { state, change: go } = useAddressState<S>({
    read,
    write,
    // Back and forward bring another search along.
    onOtherState: () => {
      clearTimeout(timer.current);
      setTyped(undefined);
    },
  });
  const text = typed ?? state.q;
  const latest = useLatest(text);

  const search = useCallback(
    (next: string) => {
      setTyped(next);
      clearTimeout(timer.current);
      const write = () => go({ q: tidySearch(next) } as Partial<S>, (before) => before.q === '');
      timer.current = setTimeout(write, SETTLED_MS);
    },
    [go],
  );
  const change = useCallback(
    (part: Partial<S>) => {
      clearTimeout(timer.current);
      if (part.q !== undefined) setTyped(part.q);
      go({ q: tidySearch(latest.current), ...part });
    },
    [go, latest],
  );
  return { state, text, search, change };
}
