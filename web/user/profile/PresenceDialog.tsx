import { useState } from 'react';
import { useApi } from '#web/api/client.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';
import { useSession } from '#web/session/session.tsx';
import { applyUser, type PersonRead, refreshUser } from '#web/user/query.ts';

type PresenceDialogProps = Readonly<{ user: PersonRead; onClose: () => void }>;

/** Asks, then deactivates a person or lets them in again. A refusal is shown in the dialog. */
export function PresenceDialog({ user, onClose }: PresenceDialogProps) {
  const api = useApi();
  const { person: me } = useSession();
  // The question stays, even when the answer changes the person under the dialog.
  const [leaving] = useState(user.state !== 'deactivated');
  const verb = leaving ? 'deactivate' : 'reactivate';
  const { run, busy, failure } = useChange({
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
      opened
      danger={leaving}
      question={leaving ? `Deactivate ${user.name}?` : `Reactivate ${user.name}?`}
      consequence={
        leaving
          ? 'They lose access and can no longer vote. Their history is kept.'
          : 'They can sign in again, with the permissions they had.'
      }
      refusal={failure?.detail}
      confirmLabel={leaving ? 'Deactivate' : 'Reactivate'}
      cancelLabel={leaving ? 'Keep active' : 'Keep deactivated'}
      confirming={busy}
      onConfirm={() => void run()}
      onCancel={onClose}
    />
  );
}
