import { Button } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import type { Bucket } from '#contract/bucket.ts';
import type { ReviewComment } from '#contract/review.ts';
import { removeEntry } from '#domain/bucket/edit.ts';
import type { Figure } from '#domain/impact/impact.ts';
import { writeDay } from '#domain/day/day.ts';
import { addressOf, bucketName, classLabel, partnerText } from '#web/bucket/address.ts';
import { useEditor, type RevealTarget } from '#web/bucket/editor.ts';
import type { Failure } from '#web/bucket/useSaving.ts';
import { unsavedText } from '#web/bucket/draftWords.ts';
import { EndingNotice } from '#web/change/EndingNotice.tsx';
import { listDraftEndings } from '#web/change/useEndings.ts';
import { useClosingDay } from '#web/change/useWindowGaps.ts';
import { useImpact } from '#web/impact/ImpactProvider.tsx';
import { keyOf } from '#web/batch/editPlan.ts';
import { dayOfBucket, WHEN_APPROVED } from '#web/review/goLive.ts';
import {
  type SentSubmission,
  SubmissionFields,
  type SubmissionFormState,
  useSubmission,
} from '#web/review/Submission.tsx';
import { DraftFacts } from '#web/change/DraftFacts.tsx';
import { useDraftFacts } from '#web/change/useDraftFacts.ts';
import { tryAddress } from '#web/risk/useTriedRisk.ts';
import { Dialog } from '#web/kit/Dialog.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { laterDay } from '#web/kit/format.ts';
import { agree } from '#web/kit/plural.ts';
import { useAnnouncer } from '#web/kit/useAnnouncer.ts';

type SubmitDialogProps = Readonly<{
  unsaved: number;
  stop: Bucket['stop'];
  /** Outlives the dialog, so that it is still there when it opens again. */
  form: SubmissionFormState;
  /** The draft was rejected, and not changed since. */
  needsReply: boolean;
  unresolved: readonly ReviewComment[];
  failure: Failure | undefined;
  working: boolean;
  onSubmit: (submission: SentSubmission) => void;
  onShow: (place: RevealTarget) => void;
  onClose: () => void;
}>;

export function SubmitDialog(props: SubmitDialogProps) {
  const { unsaved, stop, form, unresolved, failure, working, onSubmit, onShow, onClose } = props;
  const { bucket, entries, lookup, change } = useEditor();
  const dated = { key: keyOf(bucket), name: bucketName(bucket) };
  const liveOn = dayOfBucket(form.form.goLive, dated.key);
  const facts = useDraftFacts(bucket, entries, lookup, laterDay(liveOn));
  const closingDay = useClosingDay(bucket, entries, lookup);
  const { region, announce } = useAnnouncer();
  const impact = useImpact();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const submission = useSubmission({
    ...form,
    buckets: [dated],
    broken: facts.examples?.newly ?? [],
    needsReply: props.needsReply || failure?.field?.('reply') !== undefined,
    stopped: stop === null ? 0 : 1,
    failure,
  });
  // Nothing is submitted before what is wrong can be read.
  const isWaiting =
    facts.gaps === undefined || facts.unusual === undefined || (facts.examples === undefined && !facts.examplesFailed);
  const showImpact = (figure?: Figure) => {
    onClose();
    if (!impact.isOpen) impact.toggle();
    if (figure) impact.show(figure);
  };
  return (
    <Dialog
      title={
        <>
          Submit for Review{' '}
          <span aria-hidden className="ls-small ls-ink-3 ls-normal">
            {classLabel(bucket.cob)}, {partnerText(bucket.partner)}, against live v{bucket.live.number}
          </span>
        </>
      }
      size={700}
      onClose={onClose}
      submit="Submit for Review"
      keep="Continue Editing"
      disabled={isWaiting}
      change={{ busy: working, failure: undefined }}
      note={
        unsaved > 0 && `${agree(unsaved, 'Your unsaved change is', `Your ${unsavedText(unsaved)} are`)} saved first.`
      }
      onSubmit={() => working || submission.submit(onSubmit)}
    >
      <SubmissionFields
        submission={submission}
        about="What changes, and why. Reviewers read it first."
        signed={[{ ...addressOf(bucket), entries }]}
        facts={(tick) => (
          <DraftFacts
            bucket={bucket}
            entries={entries}
            lookup={lookup}
            facts={facts}
            unresolved={unresolved}
            gapAction={
              closingDay !== undefined && (
                <Button
                  variant="default"
                  size="xs"
                  className="ls-fixed"
                  onClick={() => {
                    submission.change({ goLive: { ...WHEN_APPROVED, when: 'day', day: closingDay } });
                    announce('No gap.');
                  }}
                >
                  Go live on {writeDay(closingDay).replace(/ \d{4}$/, '')}
                </Button>
              )
            }
            onFigure={showImpact}
            onImpact={() => showImpact()}
            onExample={({ risk }) => {
              onClose();
              void navigate(tryAddress(`${pathname}${search}`, risk));
            }}
            onComment={(dial_id) => {
              onClose();
              onShow({ dial_id });
            }}
            tick={tick}
          />
        )}
      >
        <EndingNotice
          endings={listDraftEndings(entries, lookup, liveOn)}
          onRemove={({ dial_id, name }) => change(removeEntry(entries, dial_id), `Removed ${name}`)}
        />
      </SubmissionFields>
      <div ref={region} aria-live="polite" className="ls-hidden" />
      {failure && (
        <div className="ls-dialog-refusal">
          <ErrorState title={failure.title} {...(failure.detail && { detail: failure.detail })} />
        </div>
      )}
    </Dialog>
  );
}
