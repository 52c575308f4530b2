import { type ReactNode, useEffect } from 'react';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, MemoryRouter, Outlet, RouterProvider, useLocation, type RouteObject } from 'react-router';
import { onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Client } from '#contract/client.ts';
import { type ApiContract, contract } from '#contract/contract.ts';
import type { Route } from '#contract/route.ts';
import { parsePermissions } from '#domain/user/permission.ts';
import { ApiProvider } from '#web/base/api/client.tsx';
import { createQueryClient } from '#web/base/api/queryClient.ts';
import { Dialogs } from '#web/base/page/dialogs.tsx';
import { BackHistoryProvider } from '#web/base/page/BackHistoryProvider.tsx';
import { PageNavLink } from '#web/base/page/PageLink.tsx';
import { type LinkComponent, LinkProvider } from '#web/kit/link.tsx';
import type { Settings } from '#contract/settings.ts';
import { REQUIRED_APPROVALS } from '#domain/review/round.ts';
import { contractViolation } from './contractViolation.ts';
import { SessionContext, type Session } from '#web/base/session/session.tsx';
import { SettingsContext } from '#web/base/session/settings.tsx';
import '#web/kit/styles.ts';
import { Toaster } from '#web/kit/Toaster.tsx';
import { cssVariablesResolver } from '#web/kit/resolver.ts';
import { theme } from '#web/kit/theme.ts';

const SETTINGS: Settings = {
  mode: 'nonprod',
  auth: { domain: 'localhost', clientId: 'lineslip-web', audience: 'lineslip' },
  flags: { baseUrl: '/api', key: null, localOverride: false },
  analytics: { host: '/analytics', token: 'none' },
  requiredApprovals: REQUIRED_APPROVALS.default,
  sendsMail: false,
  isBeingSetUp: false,
  hasDecisions: false,
};

export type Api = Client<ApiContract>;
type AnyCall = (...input: unknown[]) => Promise<unknown>;

/** The signed-in person. */
export const ME = { id: 'u1', name: 'Demo Underwriter' };

/**
 * Answers the calls a test names, validated against the contract: a response that violates it fails the test. Any other
 * call fails like a broken server.
 */
export function fakeApi(answers: Partial<Api>): Api {
  return new Proxy(answers as Api, {
    get: (calls, name: keyof Api) => {
      const call = calls[name] as AnyCall | undefined;
      if (call === undefined) return () => Promise.reject(new Error(`The test gives no answer to ${name}.`));
      return async (...input: unknown[]) => fitting(name, await call(...input));
    },
  });
}

function fitting(name: keyof Api, answer: unknown): unknown {
  const { answer: schema, streams, mediaType }: Route = contract[name];
  if (streams || mediaType) return answer;
  const { success, data, error } = schema.safeParse(answer);
  if (success) return data;
  const violation = new Error(`The answer that the test gives to ${name} does not fit the contract: ${error.message}`);
  contractViolation.report(violation);
  throw violation;
}

/** Records the requests, and refuses the next one of a name on demand. */
export function recordCalls() {
  const sent: { name: keyof Api; input: unknown; ifMatch: string | undefined }[] = [];
  const refuse: Partial<Record<keyof Api, Error>> = {};
  const record = (name: keyof Api, input: unknown, ifMatch?: string): void => {
    sent.push({ name, input, ifMatch });
    const refusal = refuse[name];
    delete refuse[name];
    if (refusal) throw refusal;
  };
  return { sent, refuse, record };
}

/** Our theme. Transitions and portals are off unless `real`. */
function Theme({ real = false, children }: Readonly<{ real?: boolean; children: ReactNode }>) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env={real ? 'default' : 'test'}>
      {children}
    </MantineProvider>
  );
}

/** Renders it, and resolves once it is mounted and all its effects have run. */
export async function renderWhole(ui: ReactNode) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const screen = await render(<Drawn tell={resolve}>{ui}</Drawn>);
  await promise;
  return screen;
}

/** Its own effect runs last. */
function Drawn({ tell, children }: Readonly<{ tell: () => void; children: ReactNode }>) {
  useEffect(tell, [tell]);
  return children;
}

/** A part of the kit: the theme and a router, nothing else. */
export function renderUi(
  ui: ReactNode,
  { path = '/', real = false }: Readonly<{ path?: string; real?: boolean }> = {},
) {
  return renderWhole(
    <Theme real={real}>
      <MemoryRouter initialEntries={[path]}>{ui}</MemoryRouter>
    </Theme>,
  );
}

/** As a link gives it: alone, or with its state. */
export type Address = string | Readonly<{ pathname: string; search: string; state: unknown }>;

export type PageOptions = Readonly<{
  api: Api;
  /** The page's route, as in web/app/routes.tsx. */
  route: string;
  address: Address;
  /** The nested pages, if it has an outlet. */
  children?: RouteObject[];
  permissions?: readonly string[];
  /** Called when the page needs a token with the current permissions. */
  onRenew?: () => void;
  settings?: Partial<Settings>;
}>;

/** Shows the URL in place of every page that is not under test, as "at /dials?tag=Cyber". */
function Elsewhere() {
  const { pathname, search } = useLocation();
  return <output>{`at ${pathname}${search}`}</output>;
}

/** Toasts stay until the next test: a slow machine must not miss one. */
const LASTING = { duration: Infinity };

/** A router that is disposed with the test: it listens to the window. */
export function createTestRouter(routes: RouteObject[], address: Address) {
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  onTestFinished(() => router.dispose());
  return router;
}

/** A page with all its providers, over a fake API. Returns the router, for the URL. */
export async function renderPage(element: ReactNode, options: PageOptions) {
  const { api, route, address, children: inside = [], permissions = ['dials:view'], onRenew, settings } = options;
  const token = () => Promise.resolve('');
  const session: Session = {
    person: { ...ME, email: 'u@example.com', given_name: 'Demo', family_name: 'Underwriter' },
    permissions: parsePermissions(permissions),
    token,
    renew: async () => {
      onRenew?.();
      return '';
    },
    idToken: () => Promise.resolve(undefined),
    signOut: () => undefined,
    signIn: () => undefined,
  };
  const root = (
    <BackHistoryProvider>
      <LinkProvider link={PageNavLink as LinkComponent}>
        <Outlet />
        <Dialogs />
      </LinkProvider>
    </BackHistoryProvider>
  );
  const children = [
    { path: route, element, children: inside },
    { path: '*', element: <Elsewhere /> },
  ];
  const router = createTestRouter([{ element: root, children }], address);
  const queryClient = createQueryClient();
  const { queries = {} } = queryClient.getDefaultOptions();
  // No retries, and no stale time: changes behind the page's back are refetched at once.
  queryClient.setDefaultOptions({ queries: { ...queries, retry: false, staleTime: 0 } });
  const screen = await renderWhole(
    <Theme>
      <QueryClientProvider client={queryClient}>
        <SettingsContext value={{ ...SETTINGS, ...settings }}>
          <SessionContext value={session}>
            <ApiProvider token={token} client={api}>
              <RouterProvider router={router} />
            </ApiProvider>
          </SessionContext>
        </SettingsContext>
        <Toaster options={LASTING} />
      </QueryClientProvider>
    </Theme>,
  );
  return { screen, router, queryClient };
}
