import { useCallback, useRef } from 'react';

/** A live region that is written to directly: what is said draws nothing again. */
export function useAnnouncer() {
  const region = useRef<HTMLDivElement>(null);
  const say = useCallback((text: string) => {
    if (region.current !== null) region.current.textContent = text;
  }, []);
  return { region, say };
}
