import { useEffect } from 'react';
import { useBackHistory } from './BackHistoryProvider.tsx';

/** The tab and other pages' back buttons go by the name of what is shown. */
export function useSubject(name: string | undefined): void {
  const { rename } = useBackHistory();
  // On every turn, as another address of the same page takes the name away again.
  useEffect(() => {
    if (name === undefined) return;
    // The shell writes the page's own name in the same turn, after this effect; ours is the last word.
    let current = true;
    queueMicrotask(() => {
      if (!current) return;
      rename(name);
      document.title = `${name} · Lineslip`;
    });
    return () => {
      current = false;
    };
  });
}
