import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Dial } from '#contract/dial.ts';
import { useApi } from '#web/api/client.tsx';
import { dialKeys } from '#web/dial/query.ts';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';

/** Asks, deletes, and stays open with the server's reason when it refuses: it names the buckets in the way. */
export function DeleteDialog({ dial, onClose }: Readonly<{ dial: Dial; onClose: () => void }>) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.deleteDial({ params: { dialId: dial.id } }, { ifMatch: dial.revision }),
    onSuccess: async () => {
      notifySuccess('Dial successfully deleted');
      await navigate('/dials', { replace: true });
      queryClient.removeQueries({ queryKey: dialKeys.one(dial.id) });
      await queryClient.invalidateQueries({ queryKey: dialKeys.all });
    },
    onError: () => {
      notifyError('Failed to delete dial');
      void queryClient.invalidateQueries({ queryKey: dialKeys.one(dial.id) });
    },
  });
  return (
    <ConfirmDialog
      opened
      danger
      question="Do you want to delete this Dial?"
      consequence={`${dial.data.name} leaves the list and can no longer be put into a bucket. Its history is kept.`}
      refusal={remove.error?.message}
      confirmLabel="Delete Dial"
      cancelLabel="Keep Dial"
      confirming={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    />
  );
}
