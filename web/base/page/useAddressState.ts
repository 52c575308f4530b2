import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

type Options<S> = Readonly<{
  /** Both must be stable functions. */
  read: (params: URLSearchParams) => S;
  write: (state: S) => URLSearchParams;
  /** Called with a state from elsewhere: back, forward, a link. */
  onOtherState?: (state: S) => void;
  /** Called with the next state before the render, to start fetching its data. */
  ahead?: ((next: S) => void) | undefined;
}>;

/**
 * A page's state, kept in its URL. The screen follows the URL with a delay, so a change made meanwhile builds on the
 * requested state, not on the one still on screen.
 */
export function useAddressState<S extends object>({ read, write, onOtherState, ahead }: Options<S>) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const state = useMemo(() => read(params), [params, read]);
  const requested = useRef(state);
  const underWay = useRef<string[]>([]);

  const tellOfOther = useEffectEvent((other: S) => onOtherState?.(other));

  useEffect(() => {
    const arrived = underWay.current.indexOf(write(state).toString());
    underWay.current = arrived < 0 ? [] : underWay.current.slice(arrived + 1);
    if (arrived >= 0) return;
    requested.current = state;
    tellOfOther(state);
  }, [state, write]);

  /** Changes part of the state; `isStep`, whether it adds a history entry, may depend on the last requested state. */
  const change = useCallback(
    (part: Partial<S>, isStep: (before: S) => boolean = () => true): void => {
      const before = requested.current;
      const search = write({ ...before, ...part }).toString();
      if (search === write(before).toString()) return;
      requested.current = read(new URLSearchParams(search));
      ahead?.(requested.current);
      underWay.current.push(search);
      void navigate({ search }, { replace: !isStep(before), preventScrollReset: true });
    },
    [read, write, navigate, ahead],
  );

  return { state, change };
}
