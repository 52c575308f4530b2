import { useAuth0 } from '@auth0/auth0-react';
import { useEffect, type ReactNode } from 'react';
import { LoadingIndicator } from '#web/kit/LoadingIndicator.tsx';
import { keepReturnAddress } from './returnAddress.ts';

/** Only a signed-in person sees the app; everyone else is redirected to the sign-in. */
export function Gate({ children }: { children: ReactNode }) {
  const { isLoading, isAuthenticated, error, loginWithRedirect, logout, user } = useAuth0();
  const mustSignIn = !isLoading && !isAuthenticated && error === undefined;
  useOtherTabs(user?.sub, logout);

  useEffect(() => {
    if (mustSignIn) void loginWithRedirect({ appState: { returnTo: keepReturnAddress() } });
  }, [mustSignIn, loginWithRedirect]);

  if (error) throw error;
  if (!isAuthenticated) return <LoadingIndicator size="large" />;
  return children;
}

const KEY = /^@@auth0spajs@@::.*::@@user@@$/;

/**
 * Local storage is shared by all tabs. If another tab signs out, so does this one, at the service too: it might get
 * there first, and be signed in again by the session that is about to end. If another tab signs in as someone else,
 * this one starts over.
 */
function useOtherTabs(sub: string | undefined, logout: ReturnType<typeof useAuth0>['logout']): void {
  useEffect(() => {
    if (sub === undefined) return;
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key !== null && !KEY.test(key)) return;
      if (newValue === null) {
        keepReturnAddress();
        void logout({ logoutParams: { returnTo: window.location.origin } });
      } else if (subjectOf(newValue) !== sub) window.location.reload();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [sub, logout]);
}

function subjectOf(entry: string): unknown {
  try {
    const cached = JSON.parse(entry) as { decodedToken?: { claims?: { sub?: unknown } } };
    return cached.decodedToken?.claims?.sub;
  } catch {
    return undefined;
  }
}
