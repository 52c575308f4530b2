import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Dial } from '#contract/dial.ts';
import { useApi } from '#web/base/api/client.tsx';
import { apiKey } from '#web/base/api/nouns.ts';
import { ConfirmChange } from '#web/base/page/useConfirm.tsx';
import { publishedDial, refreshDial, refreshDials } from './query.ts';

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
  return (
    <ConfirmChange
      title="Discard this draft?"
      text={consequenceOf(dial)}
      submit="Discard draft"
      keep="Keep draft"
      danger
      onClose={onClose}
      change={{
        send: () => api.discardDraft({ params: { dialId: dial.id } }, { ifMatch: dial.revision }),
        done: 'Draft discarded',
        failed: 'Failed to discard draft',
        apply: (_, published) => queries.setQueryData(apiKey('getDial', publishedDial(dial.id)), published),
        onDone: async () => {
          onDiscarded?.();
          // Replace the history entry: the discarded draft is gone.
          await navigate(`/dials/${dial.id}`, { replace: true });
          await refreshDials(queries);
        },
        onFailed: () => refreshDial(queries, dial.id),
      }}
    />
  );
}

function consequenceOf({ versions }: Dial): string {
  const number = (state: 'draft' | 'published') => versions.find((version) => version.state === state)?.version;
  return `Version ${number('draft')} is discarded; version ${number('published')} stays in force.`;
}
