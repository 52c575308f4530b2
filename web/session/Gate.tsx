import { useAuth0 } from '@auth0/auth0-react';
import { useEffect, type ReactNode } from 'react';
import { LoadingIndicator } from '#web/kit/LoadingIndicator.tsx';
import { returnAddress } from './returnAddress.ts';
import { useOtherTabs } from './useOtherTabs.ts';

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
