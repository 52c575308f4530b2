import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PersonRead } from '#web/user/person.ts';
import { useApi } from '#web/api/client.tsx';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { InvitationLink } from '#web/user/add/InvitationLink.tsx';
import classes from '#web/user/add/InvitationLink.module.css';
import { useKeepPerson } from '#web/user/useKeepPerson.ts';
import { userKeys } from '#web/user/query.ts';

type InviteDialogProps = Readonly<{ user: PersonRead; onClose: () => void }>;

/** Asks, makes a new one-time link, and shows it once, or says where it was sent. */
export function InviteDialog({ user, onClose }: InviteDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const keep = useKeepPerson();
  const invite = useMutation({
    mutationFn: () => api.inviteUser({ params: { userId: user.id } }, { ifMatch: user.revision }),
    onSuccess: ({ user: invited }) => {
      keep(invited);
      notifySuccess('Invitation successfully created');
    },
    onError: () => {
      notifyError('Failed to create invitation');
      void queryClient.invalidateQueries({ queryKey: userKeys.one(user.id) });
    },
  });
  if (invite.data !== undefined)
    return (
      <Modal
        opened
        onClose={onClose}
        title={invite.data.invitation.link === null ? `Link sent to ${user.name}` : `New link for ${user.name}`}
        size={540}
        withCloseButton={false}
        closeOnClickOutside={false}
        classNames={{ header: `${classes.head}`, body: `${classes.body}` }}
      >
        <InvitationLink name={user.name} invitation={invite.data.invitation} onDone={onClose} />
      </Modal>
    );
  return (
    <ConfirmDialog
      opened
      question={`Invite ${user.name} again?`}
      consequence={`${user.directory.mails_links ? 'They are sent' : 'You get'} a new one-time link to set a password; one given before stops working.`}
      refusal={invite.error?.message}
      confirmLabel="Invite again"
      cancelLabel="Cancel"
      confirming={invite.isPending}
      onConfirm={() => invite.mutate()}
      onCancel={onClose}
    />
  );
}
