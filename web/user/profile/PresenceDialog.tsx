import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PersonRead } from '#web/user/person.ts';
import { useApi } from '#web/api/client.tsx';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { useKeepPerson } from '#web/user/useKeepPerson.ts';
import { userKeys } from '#web/user/query.ts';

type PresenceDialogProps = Readonly<{ user: PersonRead; onClose: () => void }>;

/** Asks, then deactivates a person or lets them in again. A refusal is told where one asked. */
export function PresenceDialog({ user, onClose }: PresenceDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const keep = useKeepPerson();
  // What was asked stays asked, even when the answer changes the person under the dialog.
  const [leaving] = useState(user.state !== 'deactivated');
  const verb = leaving ? 'deactivate' : 'reactivate';
  const change = useMutation({
    mutationFn: () => {
      const call = leaving ? api.deactivateUser : api.reactivateUser;
      return call({ params: { userId: user.id } }, { ifMatch: user.revision });
    },
    onSuccess: (changed) => {
      keep(changed);
      notifySuccess(`Person successfully ${verb}d`);
      onClose();
    },
    onError: () => {
      notifyError(`Failed to ${verb} person`);
      void queryClient.invalidateQueries({ queryKey: userKeys.one(user.id) });
    },
  });
  return (
    <ConfirmDialog
      opened
      danger={leaving}
      question={leaving ? `Deactivate ${user.name}?` : `Reactivate ${user.name}?`}
      consequence={
        leaving
          ? 'They can sign in no more, and their votes are refused at once; what they did stays on record.'
          : 'They can sign in again, with the permissions they had.'
      }
      refusal={change.error?.message}
      confirmLabel={leaving ? 'Deactivate' : 'Reactivate'}
      cancelLabel={leaving ? 'Keep active' : 'Keep deactivated'}
      confirming={change.isPending}
      onConfirm={() => change.mutate()}
      onCancel={onClose}
    />
  );
}
