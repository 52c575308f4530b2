import { useEffect } from 'react';

const EVERY_MS = 60_000;

/**
 * Asks for the token now and then and whenever the page is looked at again. It is fetched only when it runs out, so that
 * a changed permission arrives, and a person who was deactivated leaves, also on a page that asks for nothing else.
 */
export function useTokenWatch(token: () => Promise<string>): void {
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') token().catch(() => undefined);
    };
    const timer = setInterval(ask, EVERY_MS);
    document.addEventListener('visibilitychange', ask);
    window.addEventListener('focus', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
      window.removeEventListener('focus', ask);
    };
  }, [token]);
}
