import { useEffect } from 'react';

const ATTRIBUTE = 'data-mantine-color-scheme';

/** Paper is white, whatever the screen is: while something is printed the light colours hold. */
export function usePaperColours(): void {
  useEffect(() => {
    const root = document.documentElement;
    let before: string | null = null;
    const onBefore = () => {
      before = root.getAttribute(ATTRIBUTE);
      root.setAttribute(ATTRIBUTE, 'light');
    };
    const onAfter = () => {
      if (before !== null) root.setAttribute(ATTRIBUTE, before);
    };
    window.addEventListener('beforeprint', onBefore);
    window.addEventListener('afterprint', onAfter);
    return () => {
      window.removeEventListener('beforeprint', onBefore);
      window.removeEventListener('afterprint', onAfter);
    };
  }, []);
}
