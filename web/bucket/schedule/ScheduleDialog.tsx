import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { daysBetween, writeDay } from '#domain/day/day.ts';
import { COMMENT_LIMIT } from '#domain/review/round.ts';
import { SCHEDULE_REFUSALS } from '#domain/review/schedule.ts';
import { useApi } from '#web/api/client.tsx';
import { addressOf } from '#web/bucket/address.ts';
import { applySaved, bucketKeys } from '#web/bucket/query.ts';
import { useChange } from '#web/frame/useChange.ts';
import { DIALOG_CLASSES } from '#web/kit/ConfirmDialog.tsx';
import { DayField } from '#web/kit/DayField.tsx';
import { addDays, laterDay } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';

export type ScheduleChange = 'put-off' | 'call-off';

type ScheduleDialogProps = Readonly<{
  bucket: Bucket;
  /** The day that stands. */
  day: string;
  change: ScheduleChange;
  onClose: () => void;
}>;

/** Puts an approved draft off to a later day, or calls it off, with a reason. */
export function ScheduleDialog({ bucket, day, change, onClose }: ScheduleDialogProps) {
  const api = useApi();
  const params = addressOf(bucket);
  const ifMatch = bucket.revision;
  const isPutOff = change === 'put-off';
  const [later, setLater] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { run, busy, failure } = useChange({
    send: () =>
      isPutOff
        ? api.putOffGoLive({ params, body: { day: later ?? '', reason: reason.trim() } }, { ifMatch })
        : api.callOffGoLive({ params, body: { reason: reason.trim() } }, { ifMatch }),
    done: isPutOff ? 'Put off' : 'Called off',
    failed: isPutOff ? 'Failed to put it off' : 'Failed to call it off',
    apply: applySaved,
    onDone: onClose,
    onFailed: (queries) => queries.invalidateQueries({ queryKey: bucketKeys.one(params) }),
  });
  const missing = { day: isPutOff && later === null, reason: reason.trim() === '' };
  const confirm = () => {
    setTried(true);
    if (!missing.day && !missing.reason) void run();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={isPutOff ? `Put off ${writeDay(day)}?` : `Call off ${writeDay(day)}?`}
      size={460}
      withCloseButton={false}
      classNames={DIALOG_CLASSES}
    >
      <div className="ls-grid ls-gap-12">
        {isPutOff ? (
          <>
            <DayField
              label="Goes live"
              placeholder="Choose a later day"
              value={later}
              min={addDays(laterDay(day), 1)}
              canClear={false}
              error={tried && missing.day ? SCHEDULE_REFUSALS.reason : undefined}
              onChange={setLater}
            />
            <p className="ls-ink-2">
              {later !== null && `${plural(daysBetween(day, later), 'day')} later. `}
              Takes effect at once, and is recorded. For an earlier day, call off and submit for that day: two people
              approve again.
            </p>
          </>
        ) : (
          <p className="ls-ink-2">The draft goes back to Draft. The approvals are kept in the history.</p>
        )}
        <Textarea
          label="Reason"
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={COMMENT_LIMIT}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={tried && missing.reason ? SCHEDULE_REFUSALS.reason : undefined}
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
        <Button loading={busy} onClick={confirm} {...(!isPutOff && { color: 'red' })}>
          {isPutOff ? 'Put off' : 'Call off'}
        </Button>
      </div>
    </Modal>
  );
}
