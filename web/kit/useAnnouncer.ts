import { useCallback, useEffect, useRef } from 'react';

/** A live region that is written to directly, without a re-render. */
export function useAnnouncer() {
  const region = useRef<HTMLDivElement>(null);
  const announce = useCallback((text: string) => {
    if (region.current !== null) region.current.textContent = text;
  }, []);
  return { region, announce };
}

const SETTLED_MS = 500;

/** Announces the text to screen readers once it has settled. */
export function useSettledAnnouncement(words: string) {
  const { region, announce } = useAnnouncer();
  useEffect(() => {
    const timer = setTimeout(() => announce(words), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [words, announce]);
  return region;
}
