import { useEffect } from 'react';
import '#web/kit/paper/print.css';

const ATTRIBUTE = 'data-mantine-color-scheme';
const HEAD = '--ls-running-head';

/** Prints the part of the page with `data-paper`, in light colours, with this text at the top of every sheet. */
export function usePaper(head: string): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty(HEAD, JSON.stringify(head));
    return () => void style.removeProperty(HEAD);
  }, [head]);
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
