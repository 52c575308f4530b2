import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { readUsersState, tidy, type UsersState, writeUsersState } from './usersState.ts';

const AFTER_MS = 120;

/**
 * The state of the list, kept in the address. Typing is written there a moment after the last key: the first word of a
 * search is a step one can go back from, the further keys are not.
 */
export function useUsersState() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const state = useMemo(() => readUsersState(params), [params]);
  const [text, setText] = useState(state.q);
  const asked = useRef(state.q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  // Back and forward bring another search along.
  useEffect(() => {
    if (state.q === asked.current) return;
    clearTimeout(timer.current);
    asked.current = state.q;
    setText(state.q);
  }, [state.q]);

  const go = (next: UsersState, replace: boolean) => {
    clearTimeout(timer.current);
    asked.current = next.q;
    void navigate({ search: writeUsersState(next) }, { replace, preventScrollReset: true });
  };
  const search = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const q = tidy(typed);
      if (q !== state.q) go({ ...state, q }, state.q !== '');
    }, AFTER_MS);
  };
  const change = (part: Partial<UsersState>) => {
    if (part.q !== undefined) setText(part.q);
    go({ ...state, q: tidy(text), ...part }, false);
  };
  return { state, text, search, change };
}
