import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type ListState, readListState, tidy, writeListState } from './listState.ts';

const AFTER_MS = 120;

/**
 * The state of the list, kept in the address. Typing is written there a moment after the last key: the first word of a
 * search is a step one can go back from, the further keys are not.
 */
export function useListState() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const state = useMemo(() => readListState(params), [params]);
  const [text, setText] = useState(state.q);
  const asked = useRef(state.q);
  const latest = useRef({ state, text });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    latest.current = { state, text };
  }, [state, text]);

  useEffect(() => () => clearTimeout(timer.current), []);

  // Back and forward bring another search along.
  useEffect(() => {
    if (state.q === asked.current) return;
    clearTimeout(timer.current);
    asked.current = state.q;
    setText(state.q);
  }, [state.q]);

  const go = useCallback(
    (next: ListState, replace: boolean) => {
      clearTimeout(timer.current);
      asked.current = next.q;
      void navigate({ search: writeListState(next).toString() }, { replace, preventScrollReset: true });
    },
    [navigate],
  );

  const search = useCallback(
    (typed: string) => {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const before = latest.current.state;
        const q = tidy(typed);
        if (q !== before.q) go({ ...before, q }, before.q !== '');
      }, AFTER_MS);
    },
    [go],
  );

  const change = useCallback(
    (part: Partial<ListState>) => {
      const before = latest.current;
      const next = { ...before.state, q: tidy(before.text), ...part };
      if (part.q !== undefined) setText(part.q);
      go(next, false);
    },
    [go],
  );

  return { state, text, search, change };
}
