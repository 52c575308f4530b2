import { Auth0Provider, type AppState } from '@auth0/auth0-react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider, createBrowserRouter, matchRoutes, type Path } from 'react-router';
import type { Settings } from '#contract/settings.ts';
import { createQueryClient } from '#web/base/api/queryClient.ts';
import { Toaster } from '#web/kit/Toaster.tsx';
import { SignInErrors } from '#web/app/errors/errors.tsx';
import { ConnectionLine } from '#web/base/page/ConnectionLine.tsx';
import { PrefetchContext } from '#web/base/page/usePrefetch.ts';
import { Gate } from '#web/base/session/Gate.tsx';
import { forgetReturnAddress } from '#web/base/session/returnAddress.ts';
import { SessionProvider } from '#web/base/session/session.tsx';
import { SettingsContext } from '#web/base/session/settings.tsx';
import { ThemeProvider } from './ThemeProvider.tsx';
import { FlagsProvider } from '#web/base/telemetry/FlagsProvider.tsx';
import { setReloadTarget } from '#web/base/page/loadPage.ts';
import { pageHandle } from '#web/base/page/page.ts';
import { routes } from './routes.tsx';

/** The router is created after the sign-in, so that it starts on the requested page. */
function SignedIn() {
  const [router] = useState(createRouter);
  return (
    <PrefetchContext value={prefetchPage}>
      <RouterProvider router={router} />
    </PrefetchContext>
  );
}

function backToWhereTheyWere(state?: AppState): void {
  forgetReturnAddress();
  window.history.replaceState({}, '', state?.returnTo ?? '/');
}

export function App({ settings }: { settings: Settings }) {
  const [queryClient] = useState(createQueryClient);
  const { domain, clientId, audience } = settings.auth;
  return (
    <SettingsContext value={settings}>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <Auth0Provider
            domain={domain}
            clientId={clientId}
            authorizationParams={{
              audience,
              scope: 'openid profile email',
              redirect_uri: `${window.location.origin}/auth/callback`,
            }}
            cacheLocation="localstorage"
            useRefreshTokens
            onRedirectCallback={backToWhereTheyWere}
          >
            <SignInErrors>
              <Gate>
                <SessionProvider>
                  <FlagsProvider settings={settings.flags}>
                    <SignedIn />
                  </FlagsProvider>
                </SessionProvider>
              </Gate>
            </SignInErrors>
          </Auth0Provider>
          <ConnectionLine />
          <Toaster />
        </QueryClientProvider>
      </ThemeProvider>
    </SettingsContext>
  );
}

function createRouter() {
  const router = createBrowserRouter(routes);
  setReloadTarget(() => {
    const going = router.state.navigation.location;
    return going ? going.pathname + going.search + going.hash : window.location.href;
  });
  return router;
}

/** A prefetch ignores failures: the click handles them. */
function prefetchPage(to: Path): void {
  const matches = matchRoutes(routes, to) ?? [];
  const fetches = matches.flatMap(({ route }) => pageHandle(route.handle)?.prefetch() ?? []);
  void Promise.allSettled(fetches);
}
