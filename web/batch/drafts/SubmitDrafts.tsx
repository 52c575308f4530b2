import { addChanges } from '#domain/bucket/change-kind.ts';
import { bucketName } from '#web/bucket/address.ts';
import { keyOf, requestOf } from '#web/batch/editPlan.ts';
import { PlanEndings } from '#web/batch/plan/PlanEndings.tsx';
import { dayOfBucket } from '#web/review/goLive.ts';
import { SetFacts } from '#web/change/SetFacts.tsx';
import { useSetFacts } from '#web/change/useSetFacts.ts';
import { SubmissionFields, useSubmission } from '#web/review/Submission.tsx';
import { Dialog } from '#web/kit/Dialog.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { useSettings } from '#web/base/session/settings.tsx';
import type { DraftsState } from './useDrafts.ts';

type SubmitDraftsProps = Readonly<{ drafts: DraftsState; onClose: () => void }>;

/** One description for the selected drafts; reviewers see them as one set. */
export function SubmitDrafts({ drafts, onClose }: SubmitDraftsProps) {
  const { chosen, failure, busy, form, needsReply } = drafts;
  const { goLive } = form.form;
  const { requiredApprovals } = useSettings();
  const facts = useSetFacts(
    chosen.map((draft) => ({
      name: bucketName(draft),
      partner: draft.partner.number,
      cob: draft.cob,
      revision: draft.revision,
      edits: draft.edits,
      liveOn: dayOfBucket(goLive, keyOf(draft)),
    })),
  );
  const submission = useSubmission({
    ...form,
    buckets: chosen.map((draft) => ({ key: keyOf(draft), name: bucketName(draft) })),
    broken: (facts.notes ?? []).flatMap((note) => note.facts.broken),
    needsReply,
    stopped: chosen.filter(({ row }) => row.stopped).length,
    failure,
  });
  // Nothing is submitted before what is wrong can be read.
  const isWaiting = facts.notes === undefined && facts.error === null;
  const isOne = chosen.length === 1;
  return (
    <Dialog
      title={isOne ? 'Submit for Review' : `Submit ${chosen.length} drafts together`}
      size={700}
      onClose={onClose}
      submit={isOne ? 'Submit for Review' : `Submit ${chosen.length} together`}
      disabled={drafts.stopReason ?? isWaiting}
      change={{ busy, failure: undefined }}
      onSubmit={() => submission.submit(drafts.save)}
    >
      <SubmissionFields
        submission={submission}
        about={`What changes, and why. ${isOne ? '' : `One for all ${chosen.length} reviews. `}${requiredApprovals} people have to approve.`}
        signed={chosen.map(requestOf)}
        facts={(tick) => (
          <SetFacts
            facts={facts}
            counts={addChanges(chosen.flatMap(({ row }) => row.draft?.changes ?? []))}
            restarts={submission.restart ? submission.stopped : 0}
            tick={tick}
          />
        )}
      >
        <PlanEndings state={drafts} goLive={goLive} />
      </SubmissionFields>
      {failure && (
        <div className="ls-dialog-refusal">
          <ErrorState
            title={failure.title}
            detail={failure.detail}
            {...(drafts.others > 0 && {
              retryLabel: `Submit the other ${drafts.others}`,
              retrying: busy,
              onRetry: () => submission.submit(drafts.saveOthers),
            })}
          />
        </div>
      )}
    </Dialog>
  );
}
