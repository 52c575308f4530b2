import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useEffect } from 'react';
import { Outlet, ScrollRestoration, useNavigate } from 'react-router';
import { allows, type Requirement } from '#domain/user/permission.ts';
import { useApi } from '#web/api/client.tsx';
import { LinkProvider, type LinkComponent } from '#web/kit/link.tsx';
import { NavBar } from '#web/kit/NavBar.tsx';
import { ShellFrame } from '#web/kit/ShellFrame.tsx';
import { BackHistoryProvider, useDocumentTitle } from '#web/frame/BackHistoryProvider.tsx';
import { useFocusNet } from '#web/frame/useFocusNet.ts';
import { PageNavLink } from '#web/frame/PageLink.tsx';
import { NotificationBell } from '#web/notification/NotificationBell.tsx';
import { SignInLinks } from '#web/user/links/SignInLinks.tsx';
import { usePendingReviews } from '#web/review/query.ts';
import { useMay, useSession } from '#web/session/session.tsx';
import { useSettings } from './settings.tsx';
import { useFlag } from '#web/telemetry/FlagsProvider.tsx';
import { useUsage } from '#web/telemetry/useUsage.ts';
import IconAdmin from '@tabler/icons-react/dist/esm/icons/IconShieldHalf.mjs';
import IconBuckets from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs';
import IconDials from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import type { NavEntry } from '#web/kit/NavItem.tsx';

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
  useFocusNet();

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

const WITHIN_MS = 1200;
type Target = Readonly<{ letter: string; to: string }>;

/** `g`, then an area's letter, goes there. `/` goes to the page's search. Not while typing. */
function useAreaKeys(areas: readonly Target[], enabled: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!enabled) return;
    let startedAt = -Infinity;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '/') {
        const search = document.querySelector<HTMLElement>('main input[type="search"]');
        if (search) event.preventDefault();
        search?.focus();
        return;
      }
      const area = event.timeStamp - startedAt < WITHIN_MS && areas.find(({ letter }) => letter === event.key);
      startedAt = event.key === 'g' ? event.timeStamp : -Infinity;
      if (area) void navigate(area.to);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [areas, enabled, navigate]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]') !== null
  );
}

type Area = NavEntry & Readonly<{ needs?: Requirement; letter: string }>;

/** The areas of the product. `letter` follows g on the keyboard. */
const AREAS: readonly Area[] = [
  { to: '/', label: 'Home', icon: IconHome, end: true, letter: 'h' },
  {
    to: '/dials',
    also: '/dial',
    label: 'Dials',
    icon: IconDials,
    letter: 'd',
    needs: { scope: 'dials', action: 'view' },
  },
  { to: '/syndicate', label: 'Buckets', icon: IconBuckets, letter: 'b', needs: { scope: 'bucket', action: 'view' } },
  { to: '/users', label: 'Users', icon: IconUsers, letter: 'u', needs: { scope: 'user', action: 'view' } },
  { to: '/admin', label: 'Admin', icon: IconAdmin, letter: 'a', needs: { scope: 'admin', action: 'view' } },
];
