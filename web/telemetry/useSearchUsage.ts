import { useEffect, useRef } from 'react';
import { track } from './usage.ts';

const SETTLED_MS = 1000;

/** Tells once that a search was made on a page: how long it was and how much it found, never what it was. */
export function useSearchUsage(page: string, q: string, results: number | undefined): void {
  const told = useRef('');
  useEffect(() => {
    if (q === '') told.current = '';
    if (q === told.current || results === undefined) return;
    const timer = setTimeout(() => {
      told.current = q;
      track({ kind: 'search', page, characters: q.length, results });
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [page, q, results]);
}
