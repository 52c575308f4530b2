import type { Bucket } from '#contract/bucket.ts';
import { writeDay } from '#domain/day/day.ts';
import { useApi } from '#web/base/api/client.tsx';
import { addressOf } from '#web/bucket/address.ts';
import { applySaved, refreshBucket } from '#web/bucket/query.ts';
import { useChange } from '#web/base/page/useChange.ts';
import { requireFields, useForm } from '#web/base/page/useForm.ts';
import { Dialog } from '#web/kit/Dialog.tsx';
import { ReasonField } from '#web/kit/ReasonField.tsx';

type CallOffDialogProps = Readonly<{
  bucket: Bucket;
  /** The day that stands. */
  day: string;
  onClose: () => void;
}>;

/** Calls an approved draft off, with a reason. */
export function CallOffDialog({ bucket, day, onClose }: CallOffDialogProps) {
  const api = useApi();
  const params = addressOf(bucket);
  const change = useChange({
    send: ({ reason }: Readonly<{ reason: string }>) =>
      api.callOffGoLive({ params, body: { reason: reason.trim() } }, { ifMatch: bucket.revision }),
    done: 'Called off',
    failed: 'Failed to call it off',
    apply: applySaved,
    onDone: onClose,
    onFailed: (queries) => refreshBucket(queries, params),
  });
  const { field, submit } = useForm({
    initial: { reason: '' },
    check: (form) => requireFields(form, 'reason'),
    change,
    send: change.run,
  });
  return (
    <Dialog
      title={`Call off ${writeDay(day)}?`}
      onClose={onClose}
      submit="Call off"
      keep="Keep the date"
      danger
      change={change}
      fields={['reason']}
      onSubmit={submit}
    >
      <p className="ls-ink-2">
        The draft goes back to Draft. The approvals are kept in the history.
        {bucket.draft?.review?.earlier && ' The request for an earlier day ends, too.'}
      </p>
      <ReasonField {...field('reason')} isFirst />
    </Dialog>
  );
}
