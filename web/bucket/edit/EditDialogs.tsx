import { usePrefetchQuery } from '@tanstack/react-query';
import type { Bucket } from '#contract/bucket.ts';
import type { ReviewComment } from '#contract/review.ts';
import { useApi } from '#web/base/api/client.tsx';
import { apiQuery } from '#web/base/api/query.ts';
import { ConfirmDialog, DialogFrame } from '#web/kit/Dialog.tsx';
import { BucketConflictDialog } from './BucketConflictDialog.tsx';
import { isInReview } from '#web/bucket/draftWords.ts';
import { type Editing, listOf } from '#web/bucket/useEditing.ts';
import type { useRemoteChanges } from '#web/bucket/useRemoteChanges.ts';
import type { Saving } from '#web/bucket/useSaving.ts';
import { type SentSubmission, useSubmissionForm } from '#web/review/Submission.tsx';
import { addressOf, bucketAddress } from '#web/bucket/address.ts';
import { Button } from '@mantine/core';
import { useLink } from '#web/kit/link.tsx';
import { agree } from '#web/kit/plural.ts';
import { SubmitDialog } from './SubmitDialog.tsx';

/** The action to confirm. */
export type EditQuestion = 'discard' | 'reset' | 'submit';

type EditDialogsProps = Readonly<{
  asking: EditQuestion | undefined;
  /** The number of the version that the draft was just restored from. */
  restored: number | undefined;
  onAsked: () => void;
  editing: Editing;
  saving: Saving;
  remote: ReturnType<typeof useRemoteChanges>;
  unresolved: readonly ReviewComment[];
  onSubmit: (submission: SentSubmission) => Promise<void>;
  /** The stop of the bucket, and whether the page was opened to end it. */
  stop: Bucket['stop'];
  restarts: boolean;
}>;

/** All confirmations, and the dialogs for conflicts with someone else's save. */
export function EditDialogs(props: EditDialogsProps) {
  const { asking, restored, restarts, stop, onAsked, editing, saving, remote, unresolved, onSubmit } = props;
  const { editor, unsaved } = editing;
  const { bucket, base, entries } = editor;
  // A resubmitted draft starts with the description of its last review.
  const description = restored === undefined ? (bucket.draft?.description ?? '') : `Restore v${restored}`;
  const form = useSubmissionForm({ description, restart: restarts });
  const { conflict, failure, working } = saving;
  // Computed before the submit dialog opens, which lists unusual values.
  usePrefetchQuery({ ...apiQuery(useApi(), 'getHighestValues', { params: addressOf(bucket) }), retry: false });

  // The error is on the page: close the dialog.
  const inTheWay = conflict !== undefined || (failure?.errors.length ?? 0) > 0;
  const remoteChange = conflict && remote.describe(conflict).replace(/\.$/, '');
  return (
    <>
      {asking === 'discard' && (
        <ConfirmDialog
          title="Discard all unsaved changes?"
          text={`The list goes back to what was last saved. Undo brings ${agree(unsaved, 'your change', `your ${unsaved} changes`)} back until you leave this page.`}
          submit="Discard changes"
          keep="Keep editing"
          danger
          onConfirm={() => {
            saving.discard();
            onAsked();
          }}
          onClose={onAsked}
        />
      )}
      {asking === 'reset' && (
        <ConfirmDialog
          title="Reset this draft to the current live version?"
          text={resetText(bucket.live.number, bucket.draft !== null, unsaved)}
          submit="Reset to live version"
          keep="Keep draft"
          danger
          change={{ busy: working === 'reset', failure: undefined }}
          onConfirm={() => void saving.reset().then(onAsked)}
          onClose={onAsked}
        />
      )}
      {asking === 'submit' && !inTheWay && (
        <SubmitDialog
          unsaved={unsaved}
          stop={stop}
          form={form}
          needsReply={bucket.header === 'draft_rejected' && unsaved === 0}
          unresolved={unresolved}
          failure={failure}
          working={working !== undefined}
          onSubmit={(submission) => void onSubmit(submission)}
          onShow={editing.reveal}
          onClose={() => {
            saving.dismissFailure();
            onAsked();
          }}
        />
      )}
      {conflict && remoteChange !== undefined && isInReview(conflict) && (
        <InReviewDialog
          title={remoteChange}
          unsaved={unsaved}
          draft={bucketAddress(addressOf(bucket), 'draft')}
          onClose={saving.dismissConflict}
        />
      )}
      {conflict && remoteChange !== undefined && !isInReview(conflict) && (
        <BucketConflictDialog
          title={remoteChange}
          base={base}
          mine={entries}
          theirs={listOf(conflict)}
          confirmLabel="Merge and Save Draft"
          onMerge={(choices) => void saving.mergeAndSave(conflict, choices)}
          onClose={saving.dismissConflict}
        />
      )}
    </>
  );
}

function resetText(live: number, draft: boolean, unsaved: number): string {
  const dropped = draft ? 'What this draft changes is dropped' : 'What you changed is dropped';
  const yours = draft && unsaved > 0 ? ', your unsaved changes with it' : '';
  return `The list goes back to live v${live}. ${dropped}${yours}.`;
}

type InReviewDialogProps = Readonly<{ title: string; unsaved: number; draft: string; onClose: () => void }>;

/** Someone submitted the draft in between: nothing can be saved now, and nothing is lost. */
function InReviewDialog({ title, unsaved, draft, onClose }: InReviewDialogProps) {
  const Link = useLink();
  const yourChanges = agree(unsaved, 'Your change is', `Your ${unsaved} changes are`);
  return (
    <DialogFrame title={title} onClose={onClose} hasButtons>
      <div className="ls-ink-2">
        While it is in review it cannot be edited. {yourChanges} still here, and kept in this browser until the draft
        can be saved again.
      </div>
      <div className="ls-dialog-foot">
        <Button variant="default" component={Link} to={draft} end>
          View draft
        </Button>
        <Button onClick={onClose} data-autofocus>
          Keep editing
        </Button>
      </div>
    </DialogFrame>
  );
}
