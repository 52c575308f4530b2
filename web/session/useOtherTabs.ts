import { useEffect } from 'react';

const KEY = /^@@auth0spajs@@::.*::@@user@@$/;

/** Local storage is shared by all tabs: when another one signs out, or signs in as someone else, this one starts over. */
export function useOtherTabs(sub: string | undefined): void {
  useEffect(() => {
    if (sub === undefined) return;
    const onStorage = ({ key, newValue }: StorageEvent) => {
      const cleared = key === null;
      if (cleared || (KEY.test(key) && subjectOf(newValue) !== sub)) window.location.reload();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [sub]);
}

function subjectOf(entry: string | null): unknown {
  try {
    const cached = JSON.parse(entry ?? '{}') as { decodedToken?: { claims?: { sub?: unknown } } };
    return cached.decodedToken?.claims?.sub;
  } catch {
    return undefined;
  }
}
