import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Bucket } from '#contract/bucket.ts';
import { BUCKET_LIMITS } from '#domain/bucket/entry.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { useApi } from '#web/api/client.tsx';
import { addressOf, bucketAddress, bucketName } from '#web/bucket/address.ts';
import { TOASTS } from '#web/bucket/draft/useSaving.ts';
import { GoLiveField } from '#web/bucket/edit/GoLiveField.tsx';
import { applySaved, bucketKeys } from '#web/bucket/query.ts';
import { useChange } from '#web/frame/useChange.ts';
import { DIALOG_CLASSES } from '#web/kit/ConfirmDialog.tsx';

type RestartDialogProps = Readonly<{ opened: boolean; bucket: Bucket; onClose: () => void }>;

/** Submits the restart of a bucket that has no draft: a review that changes nothing but the stop. */
export function RestartDialog({ opened, bucket, onClose }: RestartDialogProps) {
  const api = useApi();
  const navigate = useNavigate();
  const params = addressOf(bucket);
  const [description, setDescription] = useState('');
  const [liveOn, setLiveOn] = useState<string | null | undefined>();
  const [tried, setTried] = useState(false);
  const isMissing = { description: description.trim() === '', day: liveOn === null };
  const { run, busy, failure } = useChange({
    send: () => {
      const body = { description: description.trim(), restart: true, live_on: liveOn ?? null };
      return api.submitForReview({ params, body }, { ifMatch: bucket.revision });
    },
    done: TOASTS.submit[0],
    failed: TOASTS.submit[1],
    apply: applySaved,
    onDone: () => {
      onClose();
      void navigate(bucketAddress(params, 'draft'));
    },
    onFailed: (queries) => queries.invalidateQueries({ queryKey: bucketKeys.one(params) }),
  });
  const submit = () => {
    setTried(true);
    if (!isMissing.description && !isMissing.day) void run();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Restart ${bucketName(bucket)}?`}
      size={520}
      withCloseButton={false}
      classNames={DIALOG_CLASSES}
    >
      <div className="ls-grid ls-gap-12">
        <p className="ls-ink-2">
          It answers risks again, with the dials of v{bucket.live.number}, once two people have approved it.
        </p>
        <Textarea
          label="Description"
          description="Why it can answer risks again. Reviewers read it first."
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={BUCKET_LIMITS.description}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          error={tried && isMissing.description ? BUCKET_REFUSALS.description : undefined}
          data-autofocus
        />
        <GoLiveField id="restart-day" value={liveOn} isMissing={tried && isMissing.day} onChange={setLiveOn} />
        {failure?.detail && (
          <p role="alert" className="ls-notice" data-tone="red">
            {failure.detail}
          </p>
        )}
      </div>
      <div className="ls-dialog-foot">
        <Button variant="default" onClick={onClose}>
          Leave it stopped
        </Button>
        <Button loading={busy} onClick={submit}>
          Submit for Review
        </Button>
      </div>
    </Modal>
  );
}
