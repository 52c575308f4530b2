import IconInvite from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs';
import IconReactivate from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import IconDeactivate from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs';
import { type ReactNode, useState } from 'react';
import type { PersonRead } from '#web/user/query.ts';
import type { AppPageProps } from '#web/frame/AppPage.tsx';
import { focusIfLost } from '#web/kit/focus.ts';
import { useSession } from '#web/session/session.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { PresenceDialog } from './PresenceDialog.tsx';

type PersonActions = Readonly<{ menu: NonNullable<AppPageProps['menu']>; dialog: ReactNode }>;

const icon = { size: 16, 'aria-hidden': true } as const;

/** The kebab of a person: only where people are changed here, by someone who may. */
export function usePersonActions(user: PersonRead, mayChange: boolean): PersonActions {
  const [asking, setAsking] = useState<'invite' | 'presence'>();
  const { person } = useSession();
  const isOff = user.state === 'deactivated';
  const close = () => {
    setAsking(undefined);
    // The item that had the focus is gone with its menu: the menu's button takes it.
    requestAnimationFrame(() => focusIfLost(document.querySelector<HTMLElement>('header [aria-haspopup="menu"]')));
  };
  return {
    menu: [
      {
        label: 'Invite again',
        icon: <IconInvite {...icon} />,
        onClick: () => setAsking('invite'),
        hidden: !mayChange || isOff || user.directory.sign_in !== 'password',
      },
      {
        label: 'Reactivate',
        icon: <IconReactivate {...icon} />,
        onClick: () => setAsking('presence'),
        hidden: !mayChange || !isOff,
      },
      {
        label: 'Deactivate',
        icon: <IconDeactivate {...icon} />,
        danger: true,
        onClick: () => setAsking('presence'),
        hidden: !mayChange || isOff,
        disabled: person.id === user.id,
        disabledReason: 'this is you',
      },
    ],
    dialog: (
      <>
        {asking === 'invite' && <InviteDialog user={user} onClose={close} />}
        {asking === 'presence' && <PresenceDialog user={user} onClose={close} />}
      </>
    ),
  };
}
