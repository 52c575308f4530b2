import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Bucket } from '#contract/bucket.ts';
import type { ReviewComment } from '#contract/review.ts';
import { CompareProvider, useCompare } from '#web/bucket/edit/compare/CompareProvider.tsx';
import { ImpactProvider } from '#web/impact/ImpactProvider.tsx';
import { describeLeaving } from '#web/base/page/RestoreNotice.tsx';
import { LeaveDialog } from '#web/base/page/LeaveDialog.tsx';
import { useBackHistory } from '#web/base/page/BackHistoryProvider.tsx';
import { useLeaveGuard } from '#web/base/page/useLeaveGuard.ts';
import { type EditQuestion, EditDialogs } from './EditDialogs.tsx';
import { EditNotices } from './EditNotices.tsx';
import { EditorContext, type RevealTarget } from '#web/bucket/editor.ts';
import { EditPage } from './EditPage.tsx';
import { type RejectionDetails, Rejection } from './Rejection.tsx';
import { isInReview, unsavedText } from '#web/bucket/draftWords.ts';
import { countUnsaved, useEditing } from '#web/bucket/useEditing.ts';
import { useEditView } from './useEditView.ts';
import { useUnsavedWork } from '#web/bucket/useUnsavedWork.ts';
import { useRemoteChanges } from '#web/bucket/useRemoteChanges.ts';
import { useSaving } from '#web/bucket/useSaving.ts';
import type { SentSubmission } from '#web/review/Submission.tsx';
import {
  addressOf,
  type BucketAddress,
  bucketAddress,
  bucketPath,
  classLabel,
  bucketName,
} from '#web/bucket/address.ts';
import { Button } from '@mantine/core';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { formatAt } from '#web/kit/format.ts';
import { StopStrip } from '#web/review/StopStrip.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { THIS_PAGE, useKeys } from '#web/kit/keys.ts';
import { useLink } from '#web/kit/link.tsx';
import { writeDay } from '#domain/day/day.ts';
import { BucketStatusChip } from '#web/bucket/BucketStatusChip.tsx';
import { DiscardReviewButton } from '#web/bucket/DiscardReview.tsx';
import { agree } from '#web/kit/plural.ts';

type BucketEditorProps = Readonly<{
  address: BucketAddress;
  /** The server's newest bucket. */
  latest: Bucket;
  rejection: RejectionDetails | null;
  /** Comments of any round. */
  unresolved: readonly ReviewComment[];
}>;

/** The edit page of one bucket: the working copy, its dialogs and notices. */
export function BucketEditor({ address, latest, rejection, unresolved }: BucketEditorProps) {
  const view = useEditView();
  const editing = useReveal(useEditing(latest, view.search), view);
  const { editor, unsaved, current, prefetchVersions } = editing;
  const saving = useSaving(editing);
  const remote = useRemoteChanges(address, latest, editing, saving);
  const { revision } = editor.bucket;
  const { base, entries, pending } = editor;
  const storedWork = useUnsavedWork({ address, revision, base, entries, pending, dirty: unsaved > 0 });
  const [params, setParams] = useSearchParams();
  const restarts = params.get('restart') === 'yes' && latest.abilities.restart;
  const restored = useRestored();
  const [asking, setAsking] = useState<EditQuestion | undefined>(
    restarts || restored !== undefined ? 'submit' : undefined,
  );
  const [submitted, setSubmitted] = useState(false);
  const navigate = useNavigate();
  const here = bucketAddress(address);

  const { offer } = storedWork;
  useEffect(() => {
    if (offer !== undefined) prefetchVersions([...offer.work.base, ...offer.work.entries]);
  }, [offer, prefetchVersions]);
  const { rename } = useBackHistory();
  const label = classLabel(address.cob);
  useEffect(() => rename(`${label}, edit`, label), [rename, label]);

  const isDirty = useCallback(() => current().unsaved > 0, [current]);
  const isHere = useCallback((pathname: string) => pathname === `${here}/edit`, [here]);
  const blocker = useLeaveGuard({ isDirty, isHere });

  const save = () => {
    if (isDirty() && !isInReview(latest)) void saving.save();
  };
  const submit = async (submission: SentSubmission) => {
    if (!saving.check()) return setAsking(undefined);
    if (!(await saving.submit(submission))) return;
    setSubmitted(true);
    void navigate(`${here}/draft`);
  };
  useEditKeys({ save, undo: editor.undo, redo: editor.redo });

  if (isInReview(latest) && unsaved === 0 && !submitted && saving.working === undefined)
    return <InReview bucket={latest} storedCount={offer === undefined ? 0 : countUnsaved(offer.work)} />;
  return (
    <EditorContext value={editor}>
      <CompareProvider>
        <ImpactBesideCompare>
          <EditPage
            view={view}
            editing={editing}
            saving={saving}
            stopped={isInReview(latest)}
            above={
              <>
                <StopStrip bucket={latest} />
                {rejection && <Rejection rejection={rejection} bucket={latest} onShow={editing.reveal} />}
              </>
            }
            onAsk={(what) => {
              // Forget the refusal of an earlier attempt.
              saving.dismissFailure();
              setAsking(what);
            }}
            onSave={save}
            notices={
              <EditNotices editing={editing} saving={saving} remote={remote} storedWork={storedWork} onSave={save} />
            }
          />
          <EditDialogs
            asking={asking}
            onAsked={() => {
              setAsking(undefined);
              if (!restarts) return;
              params.delete('restart');
              setParams(params, { replace: true, preventScrollReset: true });
            }}
            restarts={restarts}
            restored={restored}
            stop={latest.stop}
            editing={editing}
            saving={saving}
            remote={remote}
            unresolved={unresolved}
            onSubmit={submit}
          />
          <LeaveDialog
            blocker={blocker}
            consequence={describeLeaving(unsaved)}
            onSave={isInReview(latest) ? undefined : () => saving.save()}
          />
        </ImpactBesideCompare>
      </CompareProvider>
    </EditorContext>
  );
}

const ImpactBesideCompare = ({ children }: Readonly<{ children: ReactNode }>) => (
  <ImpactProvider other={useCompare()}>{children}</ImpactProvider>
);

/** The version that was just restored, to be submitted. */
function useRestored(): number | undefined {
  const { state } = useLocation();
  return typeof state === 'object' && state !== null && 'restored' in state ? Number(state.restored) : undefined;
}

/** Shows an error on its tab and clears the search. */
function useReveal(editing: ReturnType<typeof useEditing>, view: ReturnType<typeof useEditView>) {
  const { reveal } = editing;
  const { show, type, text } = view;
  const goTo = useCallback(
    (place: RevealTarget) => {
      show(place.key === undefined ? 'ordering' : 'values');
      if (text !== '') type('');
      reveal(place);
    },
    [show, type, text, reveal],
  );
  return { ...editing, reveal: goTo };
}

type InReviewProps = Readonly<{ bucket: Bucket; /** Unsaved changes kept in this browser. */ storedCount: number }>;

/** A bucket in review cannot be edited; shows who submitted it, and how to edit it again. */
function InReview({ bucket, storedCount }: InReviewProps) {
  const Link = useLink();
  const address = addressOf(bucket);
  const review = bucket.draft?.review;
  const isApproved = bucket.header === 'draft_scheduled';
  return (
    <AppPage
      title={classLabel(bucket.cob)}
      subtitle={bucketPath(bucket.partner, 'Edit')}
      parent={{ to: bucketAddress(address), name: bucketName(bucket) }}
      status={<BucketStatusChip bucket={bucket} otherwise="pending_review" />}
    >
      <StopStrip bucket={bucket} />
      <EmptyState
        title={
          isApproved ? 'This draft is approved and cannot be edited' : 'This bucket is in review and cannot be edited'
        }
        text={
          <>
            {review && `${review.submitted_by.name} submitted this draft for review ${formatAt(review.submitted_at)}. `}
            {isApproved
              ? `Both approvals are for ${writeDay(review?.live_on ?? '')}. Call off first: it is on the page of the draft.`
              : 'Discard Review sets it back to Draft.'}
            {storedCount > 0 &&
              ` ${unsavedText(storedCount)} of yours ${agree(storedCount, 'is', 'are')} kept in this browser until then.`}
          </>
        }
        action={
          <div className="ls-row ls-fixed">
            <Button variant="default" component={Link} to={bucketAddress(address, 'draft')} end>
              View draft
            </Button>
            <DiscardReviewButton bucket={bucket} />
          </div>
        }
      />
    </AppPage>
  );
}

type EditKeys = Readonly<{ save: () => void; undo: () => void; redo: () => void }>;

/** In a field, Ctrl Z belongs to the field. Keys handled by a part of the page or a dialog are left to it. */
function useEditKeys({ save, undo, redo }: EditKeys): void {
  useKeys(THIS_PAGE, [
    { keys: 'mod+S', does: 'Save Draft', run: save, inFields: true },
    { keys: 'mod+Z', does: 'Undo', run: undo },
    { keys: 'mod+shift+Z', does: 'Redo', run: redo },
    { keys: 'mod+Y', does: 'Redo', run: redo, unlisted: true },
  ]);
}
