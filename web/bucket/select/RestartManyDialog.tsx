import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { coversBucket } from '#domain/bucket/stop.ts';
import { MAX_SET_BUCKETS } from '#domain/review/set.ts';
import { useApi } from '#web/api/client.tsx';
import { addressOf, BUCKETS_ADDRESS } from '#web/bucket/address.ts';
import { refreshBuckets, stopsQuery } from '#web/bucket/query.ts';
import { RestartForm, type RestartInput, TOASTS } from '#web/bucket/show/stop/RestartDialog.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { plural } from '#web/kit/plural.ts';
import { type PageScope, useStopScope } from './useStopScope.tsx';

type RestartManyDialogProps = PageScope & Readonly<{ onClose: () => void }>;

/** Submits the restart of the stopped buckets of a class, of a partner, or of all, as one set of reviews. */
export function RestartManyDialog({ onClose, ...page }: RestartManyDialogProps) {
  const api = useApi();
  const navigate = useNavigate();
  const { scope, cells, name, field } = useStopScope(page);
  const { data } = useQuery(stopsQuery(api));
  const listed = (data?.items ?? []).filter(
    (bucket) => !bucket.in_review && scope !== undefined && coversBucket(scope, addressOf(bucket)),
  );
  const all = scope === undefined ? 0 : cells.filter((cell) => cell.stopped && coversBucket(scope, cell)).length;
  const rest = all - listed.length;
  const { run, busy, failure } = useChange({
    send: (submission: RestartInput) => {
      const buckets = listed.map((bucket) => ({ ...addressOf(bucket), revision: bucket.revision, edits: [] }));
      return api.saveDrafts({ body: { buckets, submit: { ...submission, restart: true } } });
    },
    ...TOASTS,
    apply: refreshBuckets,
    onDone: ({ set }) => {
      onClose();
      void navigate(set === null ? `${BUCKETS_ADDRESS}?tab=pending_review` : `/review-sets/${set}`);
    },
    onFailed: refreshBuckets,
  });
  return (
    <RestartForm
      question={`Restart ${name}?`}
      text={
        scope === undefined
          ? ''
          : `${plural(listed.length, 'bucket')} to restart, reviewed together.${rest > 0 ? ` ${plural(rest, 'other')} in review, or beyond ${MAX_SET_BUCKETS} at once.` : ''}`
      }
      isEmpty={listed.length === 0}
      busy={busy}
      failure={failure?.detail}
      onSubmit={(submission) => void run(submission)}
      onClose={onClose}
    >
      {field}
    </RestartForm>
  );
}
