import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet, RouterProvider, useLocation, type RouteObject } from 'react-router';
import { render } from 'vitest-browser-react';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { parsePermissions } from '#domain/user/permission.ts';
import { ApiProvider } from '#web/api/client.tsx';
import { BackHistoryProvider } from '#web/frame/BackHistoryProvider.tsx';
import { SessionContext, type Session } from '#web/session/session.tsx';
import '#web/kit/styles.ts';
import { Toaster } from '#web/kit/Toaster.tsx';
import { cssVariablesResolver } from '#web/kit/theme/resolver.ts';
import { theme } from '#web/kit/theme/theme.ts';

type Api = Client<ApiContract>;

/** Answers the calls a test names; any other call fails the way a broken server would. */
export function fakeApi(answers: Partial<Api>): Api {
  return new Proxy(answers as Api, {
    get: (calls, name: string) =>
      name in calls
        ? calls[name as keyof Api]
        : () => Promise.reject(new Error(`The test gives no answer to ${name}.`)),
  });
}

export type PageOptions = Readonly<{
  api: Api;
  /** Where the page stands, as in web/app/routes.tsx. */
  route: string;
  address: string;
  /** The pages inside the page, if it has an outlet. */
  children?: RouteObject[];
  permissions?: readonly string[];
}>;

/** Shows the address in place of every page that is not under test, as "at /dials?tag=Cyber". */
function Elsewhere() {
  const { pathname, search } = useLocation();
  return <output>{`at ${pathname}${search}`}</output>;
}

/** A page with everything it stands on, on a fake of the API. Gives the router, for the address. */
export async function renderPage(element: ReactNode, options: PageOptions) {
  const { api, route, address, children: inside = [], permissions = ['dials:view'] } = options;
  const token = () => Promise.resolve('');
  const session: Session = {
    person: {
      id: 'u1',
      name: 'Demo Underwriter',
      email: 'u@example.com',
      given_name: 'Demo',
      family_name: 'Underwriter',
    },
    permissions: parsePermissions(permissions),
    token,
    idToken: () => Promise.resolve(undefined),
    signOut: () => undefined,
  };
  const root = (
    <BackHistoryProvider>
      <Outlet />
    </BackHistoryProvider>
  );
  const children = [
    { path: route, element, children: inside },
    { path: '*', element: <Elsewhere /> },
  ];
  const router = createMemoryRouter([{ element: root, children }], { initialEntries: [address] });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const screen = await render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
      <QueryClientProvider client={queryClient}>
        <SessionContext value={session}>
          <ApiProvider token={token} client={api}>
            <RouterProvider router={router} />
          </ApiProvider>
        </SessionContext>
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { screen, router, queryClient };
}
