import { Modal } from '@mantine/core';
import { useApi } from '#web/api/client.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';
import { DIALOG_CLASSES } from '#web/kit/Dialog.ts';
import { useSession } from '#web/session/session.tsx';
import { InvitationLink } from '#web/user/add/InvitationLink.tsx';
import { applyUser, type PersonRead, refreshUser } from '#web/user/query.ts';

type InviteDialogProps = Readonly<{ user: PersonRead; onClose: () => void }>;

/** Asks, makes a new one-time link, and shows it once, or says where it was sent. */
export function InviteDialog({ user, onClose }: InviteDialogProps) {
  const api = useApi();
  const { person: me } = useSession();
  const { run, busy, failure, result } = useChange({
    send: () => api.inviteUser({ params: { userId: user.id } }, { ifMatch: user.revision }),
    done: 'Invitation successfully created',
    failed: 'Failed to create invitation',
    apply: (queries, invited) => applyUser(queries, invited.user, me.id),
    onFailed: (queries) => refreshUser(queries, user.id),
  });
  if (result !== undefined)
    return (
      <Modal
        opened
        onClose={onClose}
        title={result.invitation.link === null ? `Link sent to ${user.name}` : `New link for ${user.name}`}
        size={540}
        withCloseButton={false}
        closeOnClickOutside={false}
        classNames={DIALOG_CLASSES}
      >
        <InvitationLink name={user.name} invitation={result.invitation} onDone={onClose} />
      </Modal>
    );
  return (
    <ConfirmDialog
      opened
      question={`Invite ${user.name} again?`}
      consequence={`${user.directory.mails_links ? 'They are sent' : 'You get'} a new one-time link to set a password; one given before stops working.`}
      refusal={failure?.detail}
      confirmLabel="Invite again"
      cancelLabel="Cancel"
      confirming={busy}
      onConfirm={() => void run()}
      onCancel={onClose}
    />
  );
}
