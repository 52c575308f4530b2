import { Button } from '@mantine/core';
import IconPeople from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { mergeEntries } from '#domain/bucket/merge.ts';
import { RestoreNotice as Offer } from '#web/base/page/RestoreNotice.tsx';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { DialogFrame } from '#web/kit/Dialog.tsx';
import { agree } from '#web/kit/plural.ts';
import { useLink } from '#web/kit/link.tsx';
import { BucketConflictDialog } from './BucketConflictDialog.tsx';
import { DiscardReviewButton } from '#web/bucket/DiscardReview.tsx';
import { Notice } from '#web/kit/Notice.tsx';
import { isInReview, unsavedText, type EntryError, nameEntryError } from '#web/bucket/draftWords.ts';
import type { UnsavedBucket } from '#web/bucket/unsavedStore.ts';
import { countUnsaved, type Editing, listOf } from '#web/bucket/useEditing.ts';
import type { useUnsavedWork } from '#web/bucket/useUnsavedWork.ts';
import type { useRemoteChanges } from '#web/bucket/useRemoteChanges.ts';
import type { Failure, Saving } from '#web/bucket/useSaving.ts';
import { addressOf, bucketAddress } from '#web/bucket/address.ts';
import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { useEditor } from '#web/bucket/editor.ts';
import classes from './SaveProblem.module.css';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { ListDifference } from '#web/change/ListDifference.tsx';

type EditNoticesProps = Readonly<{
  editing: Editing;
  saving: Saving;
  remote: ReturnType<typeof useRemoteChanges>;
  storedWork: ReturnType<typeof useUnsavedWork>;
  onSave: () => void;
}>;

/** Above the list: errors, changes by others, and work of an earlier visit. */
export function EditNotices({ editing, saving, remote, storedWork, onSave }: EditNoticesProps) {
  const { failure } = saving;
  return (
    <>
      {failure !== undefined && failure.work !== 'submit' && (
        <SaveProblem
          failure={failure}
          onShow={editing.reveal}
          onRetry={failure.work === 'save' && editing.unsaved > 0 ? onSave : undefined}
        />
      )}
      {remote.theirs !== undefined && (
        <TheirNotice theirs={remote.theirs} text={remote.text ?? ''} editing={editing} saving={saving} />
      )}
      {remote.theirs === undefined && remote.applied !== undefined && (
        <Notice icon={<IconPeople size={16} aria-hidden />} onClose={remote.dismiss}>
          {remote.applied} You see it as it is now.
        </Notice>
      )}
      {storedWork.offer !== undefined && (
        <RestoreNotice offer={storedWork.offer} onDone={storedWork.done} editing={editing} />
      )}
    </>
  );
}

type TheirNoticeProps = Readonly<{ theirs: Bucket; text: string; editing: Editing; saving: Saving }>;

/** Someone changed the bucket while there is unsaved work: loads it on request. */
function TheirNotice({ theirs, text, editing, saving }: TheirNoticeProps) {
  const { base, entries, bucket } = editing.editor;
  const [open, setOpen] = useState<'changes' | 'merge'>();
  const Link = useLink();
  const icon = <IconPeople size={16} aria-hidden />;
  if (isInReview(theirs))
    return (
      <Notice
        icon={icon}
        actions={
          <>
            <Button variant="default" size="xs" component={Link} to={bucketAddress(addressOf(bucket), 'draft')} end>
              View draft
            </Button>
            <DiscardReviewButton bucket={theirs} size="xs" />
          </>
        }
      >
        {text} It cannot be edited while in review. Your {unsavedText(editing.unsaved)}{' '}
        {agree(editing.unsaved, 'is', 'are')} kept in this browser.
      </Notice>
    );
  const load = () => {
    if (mergeEntries(base, entries, listOf(theirs)).conflicts.length > 0) setOpen('merge');
    else saving.applyTheirs(theirs);
  };
  return (
    <>
      <Notice
        icon={icon}
        actions={
          <>
            <Button variant="default" size="xs" onClick={() => setOpen('changes')}>
              See what changed
            </Button>
            <Button variant="default" size="xs" onClick={load}>
              Load their changes
            </Button>
          </>
        }
      >
        {text}
      </Notice>
      {open === 'changes' && (
        <TheirChanges title={text} before={base} after={listOf(theirs)} onClose={() => setOpen(undefined)} />
      )}
      {open === 'merge' && (
        <BucketConflictDialog
          title={text.replace(/\.$/, '')}
          base={base}
          mine={entries}
          theirs={listOf(theirs)}
          confirmLabel="Load their changes"
          onMerge={(choices) => saving.applyTheirs(theirs, choices)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

type RestoreNoticeProps = Readonly<{ offer: UnsavedBucket; onDone: (offer: UnsavedBucket) => void; editing: Editing }>;

/** Restores the work of an earlier visit on top of the current bucket, as one undo step. */
function RestoreNotice({ offer, onDone, editing }: RestoreNoticeProps) {
  const { entries, pending, change } = editing.editor;
  const { work } = offer;
  const [merging, setMerging] = useState(false);
  const restore = (choices?: Parameters<typeof mergeEntries>[3]) => {
    const { merged } = mergeEntries(work.base, work.entries, entries, choices);
    change(merged, 'Restored unsaved changes', new Map([...pending, ...work.pending]));
    onDone(offer);
  };
  const ask = () => {
    if (mergeEntries(work.base, work.entries, entries).conflicts.length > 0) setMerging(true);
    else restore();
  };
  return (
    <>
      <Offer count={countUnsaved(work)} at={work.at} onDiscard={() => onDone(offer)} onRestore={ask} />
      {merging && (
        <BucketConflictDialog
          title={`This draft has changed since ${formatTimeOrMoment(work.at)}`}
          base={work.base}
          mine={work.entries}
          theirs={entries}
          confirmLabel="Restore"
          onMerge={restore}
          onClose={() => setMerging(false)}
        />
      )}
    </>
  );
}

type SaveProblemProps = Readonly<{
  failure: Failure;
  onShow: (error: EntryError) => void;
  onRetry?: (() => void) | undefined;
}>;

const MAX_NAMED = 5;

/** Why nothing was saved; each error links to its row or cell. */
function SaveProblem({ failure, onShow, onRetry }: SaveProblemProps) {
  const { entries, lookup } = useEditor();
  const { title, detail, errors } = failure;
  if (errors.length === 0)
    return (
      <div className="ls-below-12">
        <ErrorState title={title} {...(detail && { detail })} {...(onRetry && { onRetry })} />
      </div>
    );
  const more = errors.length - MAX_NAMED;
  return (
    <div role="alert" className={`ls-card ls-flex ls-below-12 ${classes.errors}`}>
      <IconWarning size={16} className="ls-fixed ls-red ls-above-2" aria-hidden />
      <div>
        <p className="ls-bold">{title}</p>
        <ul className="ls-list ls-ink-2 ls-above-2">
          {errors.slice(0, MAX_NAMED).map((error) => (
            <li key={`${error.dial_id} ${error.key ?? ''}`}>
              <button
                type="button"
                className={`ls-plain ls-ink ls-medium ${classes.error}`}
                onClick={() => onShow(error)}
              >
                {nameEntryError(error, entries, lookup)}
              </button>
              : {error.message}
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      </div>
    </div>
  );
}

type TheirChangesProps = Readonly<{ title: string; before: BucketEntries; after: BucketEntries; onClose: () => void }>;

/** What someone else changed since this page last loaded the draft. */
function TheirChanges({ title, before, after, onClose }: TheirChangesProps) {
  const { lookup } = useEditor();
  return (
    <DialogFrame title={title} size={980} onClose={onClose}>
      <ListDifference before={before} after={after} lookup={lookup} note="since you last saw it" />
    </DialogFrame>
  );
}
