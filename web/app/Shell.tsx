import { useLocalStorage } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import { Outlet, ScrollRestoration, useNavigate } from 'react-router';
import IconAdmin from '@tabler/icons-react/dist/esm/icons/IconShieldHalf.mjs';
import IconBuckets from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs';
import IconDials from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import type { PendingReview } from '#contract/review.ts';
import { allows, type Requirement } from '#domain/user/permission.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useCustomQuery } from '#web/base/api/query.ts';
import { LinkProvider, type LinkComponent } from '#web/kit/link.tsx';
import { NavBar } from '#web/kit/NavBar.tsx';
import { ShellFrame } from '#web/kit/ShellFrame.tsx';
import { BackHistoryProvider, useDocumentTitle } from '#web/base/page/BackHistoryProvider.tsx';
import { useFocusNet } from '#web/base/page/useFocusNet.ts';
import { laterDialog } from '#web/base/page/later.tsx';
import { PageNavLink } from '#web/base/page/PageLink.tsx';
import { pendingReviewAddress } from '#web/review/address.ts';
import { ANYWHERE, type Key, useKeys, useSingleKeysAllowed } from '#web/kit/keys.ts';
import { notify } from '#web/kit/Toaster.tsx';
import { useNewDay } from '#web/base/page/useNewDay.ts';
import { Palette } from '#web/palette/Palette.tsx';
import { NotificationBell } from '#web/notification/NotificationBell.tsx';
import { SignInLinks } from '#web/user/SignInLinks.tsx';
import { usePendingReviews } from '#web/review/query.ts';
import { browserZone } from '#web/kit/format.ts';
import { useMay, useSession } from '#web/base/session/session.tsx';
import { useSettings } from '#web/base/session/settings.tsx';
import { useFlag } from '#web/base/telemetry/FlagsProvider.tsx';
import { useUsage } from '#web/base/telemetry/useUsage.ts';
import type { NavEntry } from '#web/kit/NavItem.tsx';

type Area = NavEntry & Readonly<{ needs?: Requirement; letter: string }>;

/** The areas of the product. `letter` follows g on the keyboard. */
export const AREAS: readonly Area[] = [
  {
    to: '/',
    also: ['/review-sets', '/appetite-proposals', '/reports', '/api/docs'],
    label: 'Home',
    icon: IconHome,
    end: true,
    letter: 'h',
  },
  {
    to: '/dials',
    also: ['/dial'],
    label: 'Dials',
    icon: IconDials,
    letter: 'd',
    needs: { scope: 'dials', action: 'view' },
  },
  {
    to: '/syndicate',
    also: ['/classes'],
    label: 'Buckets',
    icon: IconBuckets,
    letter: 'b',
    needs: { scope: 'bucket', action: 'view' },
  },
  { to: '/users', label: 'Users', icon: IconUsers, letter: 'u', needs: { scope: 'user', action: 'view' } },
  { to: '/admin', label: 'Admin', icon: IconAdmin, letter: 'a', needs: { scope: 'admin', action: 'view' } },
];

const KeysDialog = laterDialog(() => import('#web/kit/KeysDialog.tsx').then((module) => module.KeysDialog));
const CalendarDialog = laterDialog(() =>
  import('#web/user/CalendarDialog.tsx').then((module) => module.CalendarDialog),
);
const MailDialog = laterDialog(() => import('#web/user/MailDialog.tsx').then((module) => module.MailDialog));
const HelpDialog = laterDialog(() => import('./HelpDialog.tsx').then((module) => module.HelpDialog));

/** The frame around every page. */
export function Shell() {
  const { person, permissions, signOut } = useSession();
  const [collapsed, setCollapsed] = useLocalStorage({ key: 'lineslip_navigation_collapsed', defaultValue: false });
  const areas = useMemo(
    () => AREAS.filter(({ needs }) => !needs || (permissions !== undefined && allows(permissions, needs))),
    [permissions],
  );
  const { waiting, waitingCount } = usePendingReviews();
  const may = useMay();
  const getsNotifications = may({ scope: 'bucket', action: 'view' }) || may({ scope: 'review', action: 'view' });
  const hasCalendar = may({ scope: 'bucket', action: 'view' }) || may({ scope: 'dials', action: 'view' });
  const [layer, setLayer] = useState<'palette' | 'keys' | 'help' | 'calendar' | 'mail' | undefined>(() =>
    new URLSearchParams(location.search).has('mail') ? 'mail' : undefined,
  );
  const close = useCallback(() => setLayer(undefined), []);
  const showKeys = useCallback(() => setLayer('keys'), []);
  const showHelp = useCallback(() => setLayer('help'), []);
  const showCalendar = useCallback(() => setLayer('calendar'), []);
  const showMail = useCallback(() => setLayer('mail'), []);
  const find = useCallback(() => setLayer('palette'), []);
  // A flag switches them off for everyone, each person for this browser.
  const areSingleKeysOffered = useFlag('keyboard-navigation');
  const [usesSingleKeys, setUsesSingleKeys] = useLocalStorage({ key: 'lineslip_single_keys', defaultValue: true });
  const hasSingleKeys = areSingleKeysOffered && usesSingleKeys;
  useShellKeys({ areas, waiting, hasSingleKeys, onFind: find, onShowKeys: showKeys });
  const { analytics, sendsMail } = useSettings();
  useUsage(analytics);
  useRecordedSignIn();
  useDocumentTitle();
  useFocusNet();
  useNewDay();

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
              items={areas.map((area) => (area.to === '/' ? { ...area, count: waitingCount } : area))}
              person={person}
              onCalendar={hasCalendar ? showCalendar : undefined}
              onMail={sendsMail ? showMail : undefined}
              singleKeys={areSingleKeysOffered ? { isOn: usesSingleKeys, onChange: setUsesSingleKeys } : undefined}
              onHelp={showHelp}
              onSignOut={signOut}
              onSearch={find}
              foot={getsNotifications && <NotificationBell collapsed={state.collapsed} />}
            />
          )}
        >
          <Outlet />
        </ShellFrame>
      </LinkProvider>
      <SignInLinks />
      <Palette opened={layer === 'palette'} areas={areas} onClose={close} onShowKeys={showKeys} />
      {layer === 'keys' && <KeysDialog onClose={close} />}
      {layer === 'calendar' && <CalendarDialog onClose={close} />}
      {layer === 'mail' && sendsMail && <MailDialog onClose={close} />}
      {layer === 'help' && <HelpDialog areas={areas} onClose={close} />}
      <ScrollRestoration />
    </BackHistoryProvider>
  );
}

/** Sends the identity token to the server, once per visit. */
function useRecordedSignIn(): void {
  const api = useApi();
  const { person, idToken } = useSession();
  useCustomQuery({
    queryKey: ['sign-in', 'report', person.id],
    queryFn: async () => api.recordSignIn({ body: { idToken: (await idToken()) ?? '', time_zone: browserZone() } }),
    staleTime: Infinity,
  });
}

type ShellKeys = Readonly<{
  areas: readonly Area[];
  waiting: readonly PendingReview[];
  hasSingleKeys: boolean;
  onFind: () => void;
  onShowKeys: () => void;
}>;

/** The global shortcuts. */
function useShellKeys({ areas, waiting, hasSingleKeys, onFind, onShowKeys }: ShellKeys): void {
  const navigate = useNavigate();
  const may = useMay();
  const reviewNext = () => {
    const [next] = waiting;
    if (next === undefined) notify('No bucket awaits your review');
    else void navigate(pendingReviewAddress(next));
  };
  const letters: readonly Key[] = [
    ...areas.map(({ letter, label, to }) => ({ keys: `g ${letter}`, does: label, run: () => void navigate(to) })),
    ...(may({ scope: 'review', action: 'create' }) ? [{ keys: 'g r', does: 'Review next', run: reviewNext }] : []),
    ...(may({ scope: 'dials', action: 'create' })
      ? [{ keys: 'n', does: 'Create Dial', run: () => void navigate('/dial') }]
      : []),
    { keys: '?', does: 'Show keys', run: onShowKeys },
  ];
  useSingleKeysAllowed(hasSingleKeys);
  useKeys(ANYWHERE, [{ keys: 'mod+K', does: 'Find anything', run: onFind, inFields: true }, ...letters]);
}
