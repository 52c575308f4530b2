import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Dial } from '#contract/dial.ts';
import { useApi } from '#web/api/client.tsx';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { dialKeys, dialQuery } from './query.ts';

type DiscardDialogProps = Readonly<{
  /** Any version of the dial: what counts is its revision. */
  dial: Dial;
  onClose: () => void;
  /** Told before the page is left. */
  onDiscarded?: () => void;
}>;

/** Asks, discards the open draft, and goes to the dial as published. A refusal is told where one asked. */
export function DiscardDialog({ dial, onClose, onDiscarded }: DiscardDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const discard = useMutation({
    mutationFn: () => api.discardDraft({ params: { dialId: dial.id } }, { ifMatch: dial.revision }),
    onSuccess: async (published) => {
      notifySuccess('Draft discarded');
      onDiscarded?.();
      onClose();
      queryClient.setQueryData(dialQuery(api, dial.id).queryKey, published);
      // What is left behind is a draft that is no more: going back must not lead to it.
      await navigate(`/dials/${dial.id}`, { replace: true });
      await queryClient.invalidateQueries({ queryKey: dialKeys.all });
    },
    onError: () => {
      notifyError('Failed to discard draft');
      void queryClient.invalidateQueries({ queryKey: dialKeys.one(dial.id) });
    },
  });
  return (
    <ConfirmDialog
      opened
      danger
      question="Discard this draft?"
      consequence={consequenceOf(dial)}
      refusal={discard.error?.message}
      confirmLabel="Discard draft"
      cancelLabel="Keep draft"
      confirming={discard.isPending}
      onConfirm={() => discard.mutate()}
      onCancel={onClose}
    />
  );
}

function consequenceOf({ versions }: Dial): string {
  const number = (state: 'draft' | 'published') => versions.find((version) => version.state === state)?.version;
  return `Version ${number('draft')} goes; version ${number('published')} stays in force.`;
}
