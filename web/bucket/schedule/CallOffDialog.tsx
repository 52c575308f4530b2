import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { writeDay } from '#domain/day/day.ts';
import { COMMENT_LIMIT } from '#domain/review/round.ts';
import { SCHEDULE_REFUSALS } from '#domain/review/schedule.ts';
import { useApi } from '#web/api/client.tsx';
import { addressOf } from '#web/bucket/address.ts';
import { applySaved, bucketKeys } from '#web/bucket/query.ts';
import { useChange } from '#web/frame/useChange.ts';
import { DIALOG_CLASSES } from '#web/kit/ConfirmDialog.tsx';

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
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { run, busy, failure } = useChange({
    send: () => api.callOffGoLive({ params, body: { reason: reason.trim() } }, { ifMatch: bucket.revision }),
    done: 'Called off',
    failed: 'Failed to call it off',
    apply: applySaved,
    onDone: onClose,
    onFailed: (queries) => queries.invalidateQueries({ queryKey: bucketKeys.one(params) }),
  });
  const isMissing = reason.trim() === '';
  const confirm = () => {
    setTried(true);
    if (!isMissing) void run();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Call off ${writeDay(day)}?`}
      size={460}
      withCloseButton={false}
      classNames={DIALOG_CLASSES}
    >
      <div className="ls-grid ls-gap-12">
        <p className="ls-ink-2">
          The draft goes back to Draft. The approvals are kept in the history.
          {bucket.draft?.review?.earlier && ' The request for an earlier day ends, too.'}
        </p>
        <Textarea
          label="Reason"
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={COMMENT_LIMIT}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={tried && isMissing ? SCHEDULE_REFUSALS.reason : undefined}
          data-autofocus
        />
        {failure?.detail && (
          <p role="alert" className="ls-notice" data-tone="red">
            {failure.detail}
          </p>
        )}
      </div>
      <div className="ls-dialog-foot">
        <Button variant="default" onClick={onClose}>
          Keep the date
        </Button>
        <Button loading={busy} color="red" onClick={confirm}>
          Call off
        </Button>
      </div>
    </Modal>
  );
}
