import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { allows } from '#domain/user/permission.ts';
import { useApi } from '#web/api/client.tsx';
import { LinkProvider, type LinkComponent } from '#web/kit/link.tsx';
import { NavBar } from '#web/kit/NavBar.tsx';
import { ShellFrame } from '#web/kit/ShellFrame.tsx';
import { BackHistoryProvider } from '#web/frame/BackHistoryProvider.tsx';
import { AREAS } from './navItems.ts';
import { PageNavLink } from '#web/frame/PageLink.tsx';
import { useAreaKeys } from './useAreaKeys.ts';
import { useDocumentTitle } from '#web/frame/BackHistoryProvider.tsx';
import { NotificationBell } from '#web/notification/NotificationBell.tsx';
import { SignInLinks } from '#web/user/links/SignInLinks.tsx';
import { usePendingReviews } from '#web/review/query.ts';
import { useMay, useSession } from '#web/session/session.tsx';
import { useSettings } from './settings.tsx';
import { useFlag } from '#web/telemetry/FlagsProvider.tsx';
import { useUsage } from '#web/telemetry/useUsage.ts';

/** What stands around every page. */
export function Shell() {
  const { person, permissions, signOut } = useSession();
  const [collapsed, setCollapsed] = useLocalStorage({ key: 'lineslip_navigation_collapsed', defaultValue: false });
  const areas = useMemo(
    () => AREAS.filter(({ needs }) => !needs || (permissions !== undefined && allows(permissions, needs))),
    [permissions],
  );
  const { waiting } = usePendingReviews();
  const may = useMay();
  const isTold = may({ scope: 'bucket', action: 'view' }) || may({ scope: 'review', action: 'view' });
  useAreaKeys(areas, useFlag('keyboard-navigation'));
  useUsage(useSettings().analytics);
  useRecordedSignIn();
  useDocumentTitle();

  if (permissions === undefined) return null;
  return (
    <BackHistoryProvider>
      <LinkProvider link={PageNavLink as LinkComponent}>
        <ShellFrame
          collapsed={collapsed}
          onCollapsedChange={setCollapsed}
          nav={(state) => (
            <NavBar
              {...state}
              items={areas.map((area) => (area.to === '/' ? { ...area, count: waiting.length } : area))}
              person={person}
              onSignOut={signOut}
              foot={isTold && <NotificationBell collapsed={state.collapsed} />}
            />
          )}
        >
          <Outlet />
        </ShellFrame>
      </LinkProvider>
      <SignInLinks />
      <ScrollRestoration />
    </BackHistoryProvider>
  );
}

/** The server learns who signed in from the identity token, once per visit. */
function useRecordedSignIn(): void {
  const api = useApi();
  const { person, idToken } = useSession();
  useQuery({
    queryKey: ['me', person.id],
    queryFn: async () => api.recordSignIn({ body: { idToken: (await idToken()) ?? '' } }),
    staleTime: Infinity,
  });
}
