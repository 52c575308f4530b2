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
import { type Editing, listOf, unsavedCount } from '#web/bucket/draft/useEditing.ts';
import type { useKeptWork } from '#web/bucket/draft/useKeptWork.ts';
import type { useOthers } from '#web/bucket/draft/useRemoteChanges.ts';
import type { Saving } from '#web/bucket/draft/useSaving.ts';
import { bucketAddress, addressOf } from '#web/bucket/address.ts';

type EditNoticesProps = Readonly<{
  editing: Editing;
  saving: Saving;
  others: ReturnType<typeof useOthers>;
  kept: ReturnType<typeof useKeptWork>;
  onSave: () => void;
}>;

/** Above the list: what went wrong, what others did, what an earlier visit left. */
export function EditNotices({ editing, saving, others, kept, onSave }: EditNoticesProps) {
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
      {others.theirs !== undefined && (
        <TheirNotice theirs={others.theirs} text={others.text ?? ''} editing={editing} saving={saving} />
      )}
      {others.theirs === undefined && others.said !== undefined && (
        <Notice icon={<IconPeople size={16} aria-hidden />} onClose={others.dismiss}>
          {others.said} You see it as it is now.
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
  const takeIn = () => {
    if (mergeEntries(base, entries, listOf(theirs)).conflicts.length > 0) setOpen('merge');
    else saving.takeIn(theirs);
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
            <Button variant="default" size="xs" onClick={takeIn}>
              Take it in
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
          confirmLabel="Take it in"
          onMerge={(choices) => saving.takeIn(theirs, choices)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

type KeptNoticeProps = Readonly<{ offer: KeptSlot; onDone: (offer: KeptSlot) => void; editing: Editing }>;

/** Work of an earlier visit goes on top of what is there now, as one step that can be undone. */
function KeptNotice({ offer, onDone, editing }: KeptNoticeProps) {
  const { entries, change } = editing.editor;
  const { work } = offer;
  const [merging, setMerging] = useState(false);
  const count = unsavedCount(work.base, work.entries);
  const bringBack = (choices?: Parameters<typeof mergeEntries>[3]) => {
    change(mergeEntries(work.base, work.entries, entries, choices).merged, 'Brought back unsaved changes');
    onDone(offer);
  };
  const ask = () => {
    if (mergeEntries(work.base, work.entries, entries).conflicts.length > 0) setMerging(true);
    else bringBack();
  };
  return (
    <>
      <Notice
        icon={<IconClock size={16} aria-hidden />}
        actions={
          <>
            <Button variant="subtle" color="slate" size="xs" onClick={() => onDone(offer)}>
              Throw {count === 1 ? 'it' : 'them'} away
            </Button>
            <Button variant="default" size="xs" onClick={ask}>
              Bring {count === 1 ? 'it' : 'them'} back
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
          confirmLabel="Bring them back"
          onMerge={bringBack}
          onClose={() => setMerging(false)}
        />
      )}
    </>
  );
}
