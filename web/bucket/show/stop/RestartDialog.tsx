import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Bucket } from '#contract/bucket.ts';
import { BUCKET_LIMITS } from '#domain/bucket/entry.ts';
import { useApi } from '#web/api/client.tsx';
import { addressOf, type BucketAddress, bucketAddress, bucketName } from '#web/bucket/address.ts';
import { GoLiveField } from '#web/bucket/schedule/GoLiveField.tsx';
import { SignersNotice } from '#web/bucket/show/SignersNotice.tsx';
import { applySaved, bucketKeys } from '#web/bucket/query.ts';
import { useChange } from '#web/frame/useChange.ts';
import { Dialog, type DialogChange } from '#web/kit/Dialog.tsx';
import { ReasonField, useReason } from '#web/kit/ReasonField.tsx';
import { useApprovalsWord } from '#web/session/approvals.ts';

/** As of any submission; that module would load the whole editor. */
export const TOASTS = { done: 'Review submitted', failed: 'Failed to submit Review' } as const;

type RestartDialogProps = Readonly<{ bucket: Bucket; onClose: () => void }>;

/** Submits the restart of a bucket that has no draft: a review that changes nothing but the stop. */
export function RestartDialog({ bucket, onClose }: RestartDialogProps) {
  const api = useApi();
  const navigate = useNavigate();
  const approvals = useApprovalsWord();
  const params = addressOf(bucket);
  const change = useChange({
    send: (submission: RestartInput) =>
      api.submitForReview({ params, body: { ...submission, restart: true } }, { ifMatch: bucket.revision }),
    ...TOASTS,
    apply: applySaved,
    onDone: () => {
      onClose();
      void navigate(bucketAddress(params, 'draft'));
    },
    onFailed: (queries) => queries.invalidateQueries({ queryKey: bucketKeys.one(params) }),
  });
  return (
    <RestartForm
      question={`Restart ${bucketName(bucket)}?`}
      text={`It answers risks again, with the dials of v${bucket.live.number}, once ${approvals} people have approved it.`}
      buckets={[params]}
      change={change}
      onSubmit={(submission) => void change.run(submission)}
      onClose={onClose}
    />
  );
}

export type RestartInput = Readonly<{ description: string; live_on: string | null }>;

type RestartFormProps = Readonly<{
  question: string;
  text: string;
  /** The label of the button. */
  action?: string;
  /** There is nothing to restart. */
  isEmpty?: boolean;
  change: DialogChange;
  /** Chooses what to restart. */
  children?: ReactNode;
  /** What restarts. */
  buckets: readonly BucketAddress[];
  /** What does not restart. */
  left?: ReactNode;
  onSubmit: (submission: RestartInput) => void;
  onClose: () => void;
}>;

/** Why it can answer risks again, and when. */
export function RestartForm(props: RestartFormProps) {
  const { question, text, action = 'Submit for Review', isEmpty = false, change, children, left } = props;
  const { buckets, onSubmit, onClose } = props;
  const { reason: description, check, field } = useReason();
  const [liveOn, setLiveOn] = useState<string | null | undefined>();
  const [tried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (check() && liveOn !== null) onSubmit({ description, live_on: liveOn ?? null });
  };
  return (
    <Dialog
      title={question}
      size={520}
      onClose={onClose}
      submit={action}
      keep="Leave it stopped"
      disabled={isEmpty}
      change={change}
      onSubmit={submit}
    >
      {children}
      {text !== '' && <p className="ls-ink-2">{text}</p>}
      {left}
      <ReasonField
        {...field}
        label="Description"
        description="Why risks can be answered again. Reviewers read it first."
        maxLength={BUCKET_LIMITS.description}
        isFirst
      />
      <GoLiveField id="restart-day" value={liveOn} isMissing={tried && liveOn === null} onChange={setLiveOn} />
      <SignersNotice buckets={buckets} restart />
    </Dialog>
  );
}
