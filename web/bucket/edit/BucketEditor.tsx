import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Bucket } from '#contract/bucket.ts';
import { CompareProvider } from '#web/bucket/compare/CompareProvider.tsx';
import { LeaveDialog } from '#web/frame/LeaveDialog.tsx';
import { useBackHistory } from '#web/frame/BackHistoryProvider.tsx';
import { useLeaveGuard } from '#web/frame/useLeaveGuard.ts';
import { EditDialogs } from './EditDialogs.tsx';
import { EditNotices } from './EditNotices.tsx';
import { EditorContext, type Revealed } from '#web/bucket/draft/editor.ts';
import { EditPage } from './EditPage.tsx';
import { InReview } from './InReview.tsx';
import { isInReview } from '#web/bucket/draft/remoteText.ts';
import { useEditing, countUnsaved } from '#web/bucket/draft/useEditing.ts';
import { useEditKeys } from './useEditKeys.ts';
import { useEditView } from './useEditView.ts';
import { useKeptWork } from '#web/bucket/draft/useKeptWork.ts';
import { useRemoteChanges } from '#web/bucket/draft/useRemoteChanges.ts';
import { useSaving } from '#web/bucket/draft/useSaving.ts';
import { type BucketAddress, bucketAddress, classLabel } from '#web/bucket/address.ts';

export type Asking = 'discard' | 'reset' | 'submit';
type BucketEditorProps = Readonly<{ address: BucketAddress; /** What the server has by now. */ latest: Bucket }>;

/** The edit page over one bucket: what is worked on, and everything that may happen to it. */
export function BucketEditor({ address, latest }: BucketEditorProps) {
  const view = useEditView();
  const editing = useReveal(useEditing(latest, view.search), view);
  const { editor, unsaved, current, prefetchVersions } = editing;
  const saving = useSaving(editing);
  const remote = useRemoteChanges(address, latest, editing, saving);
  const { revision } = editor.bucket;
  const { base, entries, pending } = editor;
  const kept = useKeptWork({ address, revision, base, entries, pending, dirty: unsaved > 0 });
  const [asking, setAsking] = useState<Asking>();
  const [submitted, setSubmitted] = useState(false);
  const navigate = useNavigate();
  const here = bucketAddress(address);

  const { offer } = kept;
  useEffect(() => {
    if (offer !== undefined) prefetchVersions([...offer.work.base, ...offer.work.entries]);
  }, [offer, prefetchVersions]);
  const { rename } = useBackHistory();
  useEffect(() => rename(`${classLabel(address.cob)}, edit`), [rename, address.cob]);

  const isDirty = useCallback(() => current().unsaved > 0, [current]);
  const isHere = useCallback((pathname: string) => pathname === `${here}/edit`, [here]);
  const blocker = useLeaveGuard({ isDirty, isHere });

  const save = () => {
    if (isDirty() && !isInReview(latest)) void saving.save();
  };
  const submit = async (description: string) => {
    if (!saving.check()) return setAsking(undefined);
    if (!(await saving.submit(description))) return;
    setSubmitted(true);
    void navigate(`${here}/draft`);
  };
  useEditKeys({ save, undo: editor.undo, redo: editor.redo });

  if (isInReview(latest) && unsaved === 0 && !submitted && saving.working === undefined)
    return <InReview bucket={latest} kept={offer === undefined ? 0 : countUnsaved(offer.work)} />;
  return (
    <EditorContext value={editor}>
      <CompareProvider>
        <EditPage
          view={view}
          editing={editing}
          saving={saving}
          stopped={isInReview(latest)}
          onAsk={setAsking}
          onSave={save}
          notices={<EditNotices editing={editing} saving={saving} remote={remote} kept={kept} onSave={save} />}
        />
        <EditDialogs
          asking={asking}
          onAsked={() => setAsking(undefined)}
          editing={editing}
          saving={saving}
          remote={remote}
          onSubmit={submit}
        />
        <LeaveDialog blocker={blocker} consequence={leaveText(unsaved)} />
      </CompareProvider>
    </EditorContext>
  );
}

const leaveText = (unsaved: number): string =>
  `${unsaved === 1 ? 'One change is' : `${unsaved} changes are`} not saved. This browser keeps ${unsaved === 1 ? 'it' : 'them'} and offers ${unsaved === 1 ? 'it' : 'them'} when you come back.`;

/** A place is shown on the tab it is on, whatever was searched for. */
function useReveal(editing: ReturnType<typeof useEditing>, view: ReturnType<typeof useEditView>) {
  const { reveal } = editing;
  const { show, type, text } = view;
  const goTo = useCallback(
    (place: Revealed) => {
      show(place.key === undefined ? 'ordering' : 'values');
      if (text !== '') type('');
      reveal(place);
    },
    [show, type, text, reveal],
  );
  return { ...editing, reveal: goTo };
}
