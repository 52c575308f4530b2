import { useEffect, useRef } from 'react';
import { track } from './usage.ts';

const SETTLED_MS = 1000;

/** Tracks each search on a page once: its length and result count, never its words. */
export function useSearchUsage(page: string, q: string, results: number | undefined): void {
  const lastTracked = useRef('');
  useEffect(() => {
    if (q === '') lastTracked.current = '';
    if (q === lastTracked.current || results === undefined) return;
    const timer = setTimeout(() => {
      lastTracked.current = q;
      track({ kind: 'search', page, characters: q.length, results });
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [page, q, results]);
}
