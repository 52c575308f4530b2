import IconInvite from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs';
import IconConfirm from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import IconReactivate from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import IconDeactivate from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs';
import { type ReactNode, useState } from 'react';
import { type PersonRead, applyUser, refreshUser } from '#web/user/query.ts';
import type { AppPageProps } from '#web/frame/AppPage.tsx';
import { focusIfLost } from '#web/kit/focus.ts';
import { useSession } from '#web/session/session.tsx';
import { useApi } from '#web/api/client.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { ConfirmDialog, FormDialog } from '#web/kit/ConfirmDialog.tsx';
import { InvitationLink } from '#web/user/add/InvitationLink.tsx';

type PersonActions = Readonly<{ menu: NonNullable<AppPageProps['menu']>; dialog: ReactNode }>;

const icon = { size: 16, 'aria-hidden': true } as const;

type Rights = Readonly<{
  /** People are managed here. */
  mayChange: boolean;
  /** Also of people who are known from a tenant. */
  mayConfirm: boolean;
}>;

/** The menu of a person: only with permission. */
export function usePersonActions(user: PersonRead, { mayChange, mayConfirm }: Rights): PersonActions {
  const [asking, setAsking] = useState<'invite' | 'confirm' | 'presence'>();
  const { person } = useSession();
  const isOff = user.state === 'deactivated';
  const close = () => {
    setAsking(undefined);
    // The menu item is gone with its menu: focus the menu's button.
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
        label: 'Confirm identity',
        icon: <IconConfirm {...icon} />,
        onClick: () => setAsking('confirm'),
        hidden: !mayConfirm || isOff || (user.verification !== null && user.unconfirmed_because === null),
        disabled: user.confirm_refusal !== null,
        ...(user.confirm_refusal !== null && { disabledReason: user.confirm_refusal }),
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
        {asking === 'confirm' && <ConfirmIdentityDialog user={user} onClose={close} />}
        {asking === 'presence' && <PresenceDialog user={user} onClose={close} />}
      </>
    ),
  };
}

type InviteDialogProps = Readonly<{ user: PersonRead; onClose: () => void }>;

/** Asks, creates a new one-time link, and shows it once or says where it was sent. */
function InviteDialog({ user, onClose }: InviteDialogProps) {
  const api = useApi();
  const { person: me } = useSession();
  const change = useChange({
    send: () => api.inviteUser({ params: { userId: user.id } }, { ifMatch: user.revision }),
    done: 'Invitation successfully created',
    failed: 'Failed to create invitation',
    apply: (queries, invited) => applyUser(queries, invited.user, me.id),
    onFailed: (queries) => refreshUser(queries, user.id),
  });
  const { result } = change;
  if (result !== undefined)
    return (
      <FormDialog
        onClose={onClose}
        title={result.invitation.link === null ? `Link sent to ${user.name}` : `New link for ${user.name}`}
        size={540}
        closeOnClickOutside={false}
      >
        <InvitationLink name={user.name} invitation={result.invitation} onDone={onClose} />
      </FormDialog>
    );
  return (
    <ConfirmDialog
      question={`Invite ${user.name} again?`}
      consequence={`${user.directory.mails_links ? 'They are sent' : 'You get'} a new one-time link to set a password; one given before stops working.`}
      confirmLabel="Invite again"
      change={change}
      onCancel={onClose}
    />
  );
}

type ConfirmIdentityProps = Readonly<{ user: PersonRead; onClose: () => void }>;

/** Asks for what only a person can know: that the account belongs to the named person. */
function ConfirmIdentityDialog({ user, onClose }: ConfirmIdentityProps) {
  const api = useApi();
  const { person: me } = useSession();
  const change = useChange({
    send: () => api.confirmUser({ params: { userId: user.id } }, { ifMatch: user.revision }),
    done: 'Identity successfully confirmed',
    failed: 'Failed to confirm identity',
    apply: (queries, changed) => applyUser(queries, changed, me.id),
    onDone: onClose,
    onFailed: (queries) => refreshUser(queries, user.id),
  });
  return (
    <ConfirmDialog
      question={`Confirm that this account belongs to ${user.name}?`}
      consequence={`Ask them in person or by phone whether the account of ${user.email} is theirs alone. Votes that they cast from then on count for everybody, and the record names you.`}
      confirmLabel="Confirm identity"
      change={change}
      onCancel={onClose}
    />
  );
}

type PresenceDialogProps = Readonly<{ user: PersonRead; onClose: () => void }>;

/** Asks, then deactivates or reactivates a person. A refusal is shown in the dialog. */
function PresenceDialog({ user, onClose }: PresenceDialogProps) {
  const api = useApi();
  const { person: me } = useSession();
  // Keep the question, even if the response changes the person under the dialog.
  const [leaving] = useState(user.state !== 'deactivated');
  const verb = leaving ? 'deactivate' : 'reactivate';
  const change = useChange({
    send: () => {
      const call = leaving ? api.deactivateUser : api.reactivateUser;
      return call({ params: { userId: user.id } }, { ifMatch: user.revision });
    },
    done: `Person successfully ${verb}d`,
    failed: `Failed to ${verb} person`,
    apply: (queries, changed) => applyUser(queries, changed, me.id),
    onDone: onClose,
    onFailed: (queries) => refreshUser(queries, user.id),
  });
  return (
    <ConfirmDialog
      danger={leaving}
      question={leaving ? `Deactivate ${user.name}?` : `Reactivate ${user.name}?`}
      consequence={
        leaving
          ? 'They lose access and can no longer vote. Their history is kept.'
          : 'They can sign in again, with the permissions they had.'
      }
      confirmLabel={leaving ? 'Deactivate' : 'Reactivate'}
      cancelLabel={leaving ? 'Keep active' : 'Keep deactivated'}
      change={change}
      onCancel={onClose}
    />
  );
}
