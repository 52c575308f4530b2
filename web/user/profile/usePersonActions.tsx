import IconInvite from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs';
import IconConfirm from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import IconReactivate from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs';
import IconDeactivate from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs';
import type { QueryClient } from '@tanstack/react-query';
import { type PersonRead, applyUser, refreshUser } from '#web/user/query.ts';
import type { AppPageProps } from '#web/base/page/AppPage.tsx';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { useConfirm } from '#web/base/page/useConfirm.tsx';
import { useSession } from '#web/base/session/session.tsx';
import { useApi } from '#web/base/api/client.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { ConfirmDialog, DialogFrame } from '#web/kit/Dialog.tsx';
import { InvitationLink } from '#web/user/add/InvitationLink.tsx';

const icon = { size: 16, 'aria-hidden': true } as const;

type Rights = Readonly<{
  /** People are managed here. */
  mayChange: boolean;
  /** Also of people who are known from a tenant. */
  mayConfirm: boolean;
}>;

/** Returns the menu of a person: only with permission. */
export function usePersonActions(
  user: PersonRead,
  { mayChange, mayConfirm }: Rights,
): NonNullable<AppPageProps['menu']> {
  const api = useApi();
  const { person: me } = useSession();
  const call = [{ params: { userId: user.id } }, { ifMatch: user.revision }] as const;
  const isOff = user.state === 'deactivated';
  const common = {
    apply: (queries: QueryClient, changed: PersonRead) => applyUser(queries, changed, me.id),
    onFailed: (queries: QueryClient) => refreshUser(queries, user.id),
  };
  const invite = useDialog((close) => <InviteDialog user={user} onClose={close} />);
  // What only a person can know: that the account belongs to the named person.
  const confirmIdentity = useConfirm({
    title: `Confirm that this account belongs to ${user.name}?`,
    text: `Ask them in person or by phone whether the account of ${user.email} is theirs alone. Votes that they cast from then on count for everybody, and the record names you.`,
    submit: 'Confirm identity',
    change: {
      send: () => api.confirmUser(...call),
      done: 'Identity successfully confirmed',
      failed: 'Failed to confirm identity',
      ...common,
    },
  });
  const deactivate = useConfirm({
    title: `Deactivate ${user.name}?`,
    text: 'They lose access and can no longer vote. Their history is kept.',
    submit: 'Deactivate',
    keep: 'Keep active',
    danger: true,
    change: {
      send: () => api.deactivateUser(...call),
      done: 'Person successfully deactivated',
      failed: 'Failed to deactivate person',
      ...common,
    },
  });
  const reactivate = useConfirm({
    title: `Reactivate ${user.name}?`,
    text: 'They can sign in again, with the permissions they had.',
    submit: 'Reactivate',
    keep: 'Keep deactivated',
    change: {
      send: () => api.reactivateUser(...call),
      done: 'Person successfully reactivated',
      failed: 'Failed to reactivate person',
      ...common,
    },
  });
  return [
    {
      label: 'Invite again',
      icon: <IconInvite {...icon} />,
      onClick: invite,
      hidden: !mayChange || isOff || user.directory.sign_in !== 'password',
    },
    {
      label: 'Confirm identity',
      icon: <IconConfirm {...icon} />,
      onClick: confirmIdentity,
      hidden: !mayConfirm || isOff || (user.verification !== null && user.unconfirmed_because === null),
      disabled: user.confirm_refusal !== null,
      ...(user.confirm_refusal !== null && { disabledReason: user.confirm_refusal }),
    },
    {
      label: 'Reactivate',
      icon: <IconReactivate {...icon} />,
      onClick: reactivate,
      hidden: !mayChange || !isOff,
    },
    {
      label: 'Deactivate',
      icon: <IconDeactivate {...icon} />,
      danger: true,
      onClick: deactivate,
      hidden: !mayChange || isOff,
      disabled: me.id === user.id,
      disabledReason: 'this is you',
    },
  ];
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
      <DialogFrame
        onClose={onClose}
        title={result.invitation.link === null ? `Link sent to ${user.name}` : `New link for ${user.name}`}
        size={540}
        hasButtons
        closesOutside={false}
      >
        <InvitationLink name={user.name} invitation={result.invitation} onDone={onClose} />
      </DialogFrame>
    );
  return (
    <ConfirmDialog
      title={`Invite ${user.name} again?`}
      text={`${user.directory.mails_links ? 'They are sent' : 'You get'} a new one-time link to set a password; one given before stops working.`}
      submit="Invite again"
      change={change}
      onConfirm={() => void change.run()}
      onClose={onClose}
    />
  );
}
