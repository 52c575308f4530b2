import { useAuth0 } from '@auth0/auth0-react';
import { useEffect, type ReactNode } from 'react';
import { LoadingIndicator } from '#web/kit/LoadingIndicator.tsx';
import { returnAddress } from './returnAddress.ts';

/** Only a signed-in person sees the app; everyone else is sent straight to the sign-in. */
export function Gate({ children }: { children: ReactNode }) {
  const { isLoading, isAuthenticated, error, loginWithRedirect, user } = useAuth0();
  const mustSignIn = !isLoading && !isAuthenticated && error === undefined;
  useOtherTabs(user?.sub);

  useEffect(() => {
    if (mustSignIn) void loginWithRedirect({ appState: { returnTo: returnAddress(window.location) } });
  }, [mustSignIn, loginWithRedirect]);

  if (error) throw error;
  if (!isAuthenticated) return <LoadingIndicator size="large" />;
  return children;
}

const KEY = /^@@auth0spajs@@::.*::@@user@@$/;

/** Local storage is shared by all tabs: when another one signs out, or signs in as someone else, this one starts over. */
function useOtherTabs(sub: string | undefined): void {
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
