import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Dial } from '#contract/dial.ts';
import { useApi } from '#web/api/client.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';
import { dialQuery, refreshDial, refreshDials } from './query.ts';

type DiscardDialogProps = Readonly<{
  /** Any version of the dial: only its revision matters. */
  dial: Dial;
  onClose: () => void;
  /** Called before the page is left. */
  onDiscarded?: () => void;
}>;

/** Asks, discards the open draft, and opens the published dial. A refusal is shown in the dialog. */
export function DiscardDialog({ dial, onClose, onDiscarded }: DiscardDialogProps) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const discard = useChange({
    send: () => api.discardDraft({ params: { dialId: dial.id } }, { ifMatch: dial.revision }),
    done: 'Draft discarded',
    failed: 'Failed to discard draft',
    apply: (_, published) => queries.setQueryData(dialQuery(api, dial.id).queryKey, published),
    onDone: async () => {
      onDiscarded?.();
      onClose();
      // Replace the history entry: the discarded draft is gone.
      await navigate(`/dials/${dial.id}`, { replace: true });
      await refreshDials(queries);
    },
    onFailed: () => refreshDial(queries, dial.id),
  });
  return (
    <ConfirmDialog
      danger
      question="Discard this draft?"
      consequence={consequenceOf(dial)}
      confirmLabel="Discard draft"
      cancelLabel="Keep draft"
      change={discard}
      onCancel={onClose}
    />
  );
}

function consequenceOf({ versions }: Dial): string {
  const number = (state: 'draft' | 'published') => versions.find((version) => version.state === state)?.version;
  return `Version ${number('draft')} is discarded; version ${number('published')} stays in force.`;
}
