import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

export type EditTab = 'ordering' | 'values';

const AFTER_MS = 200;
const MAX_TYPED = 200;

/** Tab and search, kept in the URL. The field re-renders first, the list is deferred. */
export function useEditView() {
  const [params, setParams] = useSearchParams();
  const tab: EditTab = params.get('tab') === 'values' ? 'values' : 'ordering';
  const queryText = params.get('q') ?? '';
  const [text, setText] = useState(queryText);
  const search = useDeferredValue(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const written = useRef(queryText);

  // The URL is written with a delay: use its latest state.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const write = useCallback(
    (name: 'tab' | 'q', value: string) => {
      const next = new URLSearchParams(latest.current);
      if (value === '') next.delete(name);
      else next.set(name, value);
      latest.current = next;
      setParams(next, { replace: true, preventScrollReset: true });
    },
    [setParams],
  );

  useEffect(() => () => clearTimeout(timer.current), []);
  // A navigation within the page brings another search.
  useEffect(() => {
    if (queryText === written.current) return;
    written.current = queryText;
    setText(queryText);
  }, [queryText]);

  const type = useCallback(
    (typed: string) => {
      setText(typed.slice(0, MAX_TYPED));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        written.current = typed.slice(0, MAX_TYPED).trim();
        write('q', written.current);
      }, AFTER_MS);
    },
    [write],
  );
  const show = useCallback((next: EditTab) => write('tab', next === 'values' ? 'values' : ''), [write]);
  return { tab, show, text, type, search };
}
