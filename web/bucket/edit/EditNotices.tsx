import { Button } from '@mantine/core';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClockHour4.mjs';
import IconPeople from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { mergeEntries } from '#domain/bucket/merge.ts';
import { clockOrDay } from '#web/kit/clockOrDay.ts';
import { useLink } from '#web/kit/link.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { DiscardReviewButton } from '#web/bucket/show/DiscardReview.tsx';
import { Notice } from './Notice.tsx';
import { isInReview, unsavedText } from '#web/bucket/draft/remoteText.ts';
import { SaveProblem } from './SaveProblem.tsx';
import { TheirChanges } from './TheirChanges.tsx';
import type { KeptSlot } from '#web/bucket/draft/unsavedStore.ts';
import { type Editing, listOf, countUnsaved } from '#web/bucket/draft/useEditing.ts';
import type { useKeptWork } from '#web/bucket/draft/useKeptWork.ts';
import type { useRemoteChanges } from '#web/bucket/draft/useRemoteChanges.ts';
import type { Saving } from '#web/bucket/draft/useSaving.ts';
import { bucketAddress, addressOf } from '#web/bucket/address.ts';

type EditNoticesProps = Readonly<{
  editing: Editing;
  saving: Saving;
  remote: ReturnType<typeof useRemoteChanges>;
  kept: ReturnType<typeof useKeptWork>;
  onSave: () => void;
}>;

/** Above the list: what went wrong, what others did, what an earlier visit left. */
export function EditNotices({ editing, saving, remote, kept, onSave }: EditNoticesProps) {
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
      {kept.offer !== undefined && <KeptNotice offer={kept.offer} onDone={kept.done} editing={editing} />}
    </>
  );
}

type TheirNoticeProps = Readonly<{ theirs: Bucket; text: string; editing: Editing; saving: Saving }>;

/** Someone changed the bucket while there is unsaved work: it waits until it is asked for. */
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
        {editing.unsaved === 1 ? 'is' : 'are'} kept in this browser.
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
        <ConflictDialog
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

type KeptNoticeProps = Readonly<{ offer: KeptSlot; onDone: (offer: KeptSlot) => void; editing: Editing }>;

/** Work of an earlier visit goes on top of what is there now, as one step that can be undone. */
function KeptNotice({ offer, onDone, editing }: KeptNoticeProps) {
  const { entries, pending, change } = editing.editor;
  const { work } = offer;
  const [merging, setMerging] = useState(false);
  const count = countUnsaved(work);
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
      <Notice
        icon={<IconClock size={16} aria-hidden />}
        actions={
          <>
            <Button variant="subtle" color="slate" size="xs" onClick={() => onDone(offer)}>
              Discard
            </Button>
            <Button variant="default" size="xs" onClick={ask}>
              Restore
            </Button>
          </>
        }
      >
        {unsavedText(count)} of yours from {clockOrDay(work.at)} {count === 1 ? 'is' : 'are'} kept in this browser.
      </Notice>
      {merging && (
        <ConflictDialog
          title={`This draft has changed since ${clockOrDay(work.at)}`}
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
