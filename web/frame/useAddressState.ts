import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

type Options<S> = Readonly<{
  /** Both must be the same functions at every render. */
  read: (params: URLSearchParams) => S;
  write: (state: S) => URLSearchParams;
  /** Told of a state that did not come from here: back, forward, a link. */
  onOtherState?: (state: S) => void;
  /** Told of the next state before anything is drawn: what it needs is asked for while the screen follows. */
  ahead?: ((next: S) => void) | undefined;
}>;

/**
 * What a page shows, kept in its address. The screen follows the address a moment later, so a change that comes
 * meanwhile goes on from what was asked for last, not from what is still on screen.
 */
export function useAddressState<S extends object>({ read, write, onOtherState, ahead }: Options<S>) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const state = useMemo(() => read(params), [params, read]);
  const wanted = useRef(state);
  const underWay = useRef<string[]>([]);

  const tellOfOther = useEffectEvent((other: S) => onOtherState?.(other));

  useEffect(() => {
    const arrived = underWay.current.indexOf(write(state).toString());
    underWay.current = arrived < 0 ? [] : underWay.current.slice(arrived + 1);
    if (arrived >= 0) return;
    wanted.current = state;
    tellOfOther(state);
  }, [state, write]);

  /** Changes part of the state; `isStep`, a step one can go back from, may depend on what was asked for last. */
  const change = useCallback(
    (part: Partial<S>, isStep: (before: S) => boolean = () => true): void => {
      const before = wanted.current;
      const search = write({ ...before, ...part }).toString();
      if (search === write(before).toString()) return;
      wanted.current = read(new URLSearchParams(search));
      ahead?.(wanted.current);
      underWay.current.push(search);
      void navigate({ search }, { replace: !isStep(before), preventScrollReset: true });
    },
    [read, write, navigate, ahead],
  );

  return { state, change };
}
