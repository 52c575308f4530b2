import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { readSelectState, type SelectState, writeSelectState } from './selectState.ts';

const addressOf = (state: SelectState): string => writeSelectState(state).toString();

/** The state of a select page, kept in the address. `text` is what stands in the search field, letter by letter. */
export function useSelectState() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const state = useMemo(() => readSelectState(params), [params]);
  const [text, setText] = useState(state.q);
  // The screen follows the address a moment later: what is done meanwhile goes on from what was asked for last.
  const wanted = useRef(state);
  const underWay = useRef<string[]>([]);

  useEffect(() => {
    const arrived = underWay.current.indexOf(addressOf(state));
    underWay.current = arrived < 0 ? [] : underWay.current.slice(arrived + 1);
    if (arrived >= 0) return;
    // Back and forward bring another state along.
    wanted.current = state;
    setText(state.q);
  }, [state]);

  const go = (part: Partial<SelectState>, replace: boolean) => {
    const search = writeSelectState({ ...wanted.current, ...part });
    if (search.toString() === addressOf(wanted.current)) return;
    wanted.current = readSelectState(search);
    underWay.current.push(search.toString());
    void navigate({ search: search.toString() }, { replace, preventScrollReset: true });
  };
  /** The first word of a search is a step one can go back from, the further keys are not. */
  const search = (typed: string) => {
    setText(typed);
    go({ q: typed }, wanted.current.q !== '');
  };
  const change = (part: Partial<SelectState>) => {
    if (part.q !== undefined) setText(part.q);
    go(part, false);
  };
  return { state, text, search, change };
}
