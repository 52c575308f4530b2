import { useCallback, useEffect, useRef } from 'react';

/** A live region that is written to directly: what is said draws nothing again. */
export function useAnnouncer() {
  const region = useRef<HTMLDivElement>(null);
  const say = useCallback((text: string) => {
    if (region.current !== null) region.current.textContent = text;
  }, []);
  return { region, say };
}

const SETTLED_MS = 500;

/** Said to screen readers once the words have stayed the same for a moment. */
export function useSettledWords(words: string) {
  const { region, say } = useAnnouncer();
  useEffect(() => {
    const timer = setTimeout(() => say(words), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [words, say]);
  return region;
}
