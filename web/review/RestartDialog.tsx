import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Bucket } from '#contract/bucket.ts';
import { useApi } from '#web/base/api/client.tsx';
import { addressOf, type BucketAddress, bucketAddress, bucketName } from '#web/bucket/address.ts';
import { type SentSubmission, SubmissionFields, useSubmission, useSubmissionForm } from './Submission.tsx';
import { applySaved, refreshBucket } from '#web/bucket/query.ts';
import { useChange } from '#web/base/page/useChange.ts';
import { Dialog, type DialogChange } from '#web/kit/Dialog.tsx';
import { useApprovalsWord } from '#web/base/session/approvals.ts';

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
    send: (submission: SentSubmission) =>
      api.submitForReview({ params, body: submission }, { ifMatch: bucket.revision }),
    ...TOASTS,
    apply: applySaved,
    onDone: () => {
      onClose();
      void navigate(bucketAddress(params, 'draft'));
    },
    onFailed: (queries) => refreshBucket(queries, params),
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
  onSubmit: (submission: SentSubmission) => void;
  onClose: () => void;
}>;

/** Why it can answer risks again, and when. */
export function RestartForm(props: RestartFormProps) {
  const { question, text, action = 'Submit for Review', isEmpty = false, change, children, left } = props;
  const { buckets, onSubmit, onClose } = props;
  const form = useSubmissionForm();
  const submission = useSubmission({
    ...form,
    // All on one day.
    buckets: [],
    isRestart: true,
    failure: change.failure,
  });
  return (
    <Dialog
      title={question}
      size={520}
      onClose={onClose}
      submit={action}
      keep="Leave it stopped"
      disabled={isEmpty}
      change={change}
      onSubmit={() => submission.submit(onSubmit)}
    >
      {children}
      {text !== '' && <p className="ls-ink-2">{text}</p>}
      {left}
      <SubmissionFields
        submission={submission}
        about="Why risks can be answered again. Reviewers read it first."
        signed={buckets}
      />
    </Dialog>
  );
}
