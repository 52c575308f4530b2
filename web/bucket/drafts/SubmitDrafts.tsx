import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { addChanges } from '#domain/bucket/change-kind.ts';
import { BUCKET_LIMITS } from '#domain/bucket/entry.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { bucketName } from '#web/bucket/address.ts';
import { keyOf } from '#web/bucket/plan/editPlan.ts';
import { PlanEndings } from '#web/bucket/plan/PlanEndings.tsx';
import { dayOfBucket, findUndated, sentDays } from '#web/bucket/schedule/goLive.ts';
import { SetGoLiveField } from '#web/bucket/schedule/GoLiveField.tsx';
import { ReplyField } from '#web/bucket/schedule/ReplyField.tsx';
import { AcknowledgeTick } from '#web/bucket/show/facts/FactRows.tsx';
import { SetFacts } from '#web/bucket/show/facts/SetFacts.tsx';
import { useSetFacts } from '#web/bucket/show/facts/useSetFacts.ts';
import { RestartTick } from '#web/bucket/show/stop/RestartTick.tsx';
import { SignersNotice } from '#web/bucket/show/SignersNotice.tsx';
import { Dialog } from '#web/kit/Dialog.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { useSettings } from '#web/session/settings.tsx';
import type { DraftsState } from './useDrafts.ts';

type SubmitDraftsProps = Readonly<{ drafts: DraftsState; onClose: () => void }>;

/** One description for the selected drafts; reviewers see them as one set. */
export function SubmitDrafts({ drafts, onClose }: SubmitDraftsProps) {
  const { chosen, failure, busy, form, setForm } = drafts;
  const { description, goLive } = form;
  const [acknowledged, setAcknowledged] = useState('');
  const [reply, setReply] = useState('');
  const [restart, setRestart] = useState(false);
  const [tried, setTried] = useState(false);
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
  const broken = (facts.notes ?? []).flatMap((note) => note.facts.broken.map(({ id }) => id));
  // The tick is for exactly these examples.
  const breaking = broken.join(' ');
  const isMissing = description.trim() === '';
  const dated = chosen.map((draft) => ({ key: keyOf(draft), name: bucketName(draft) }));
  const isUndated = findUndated(goLive, dated).length > 0;
  const stopped = chosen.filter(({ row }) => row.stopped).length;
  const { needsReply } = drafts;
  const isReplyMissing = needsReply && reply.trim() === '';
  const isUnknown = breaking !== acknowledged;
  // Nothing is submitted before what is wrong can be read.
  const isWaiting = facts.notes === undefined && facts.error === null;

  const submit = (send = drafts.save) => {
    setTried(true);
    if (isUnknown || isReplyMissing || isMissing || isUndated || isWaiting) return;
    send({
      description: description.trim(),
      broken_examples: broken,
      ...(needsReply && { reply: reply.trim() }),
      ...(stopped > 0 && restart && { restart }),
      ...sentDays(goLive),
    });
  };
  const isOne = chosen.length === 1;
  return (
    <Dialog
      title={isOne ? 'Submit for Review' : `Submit ${chosen.length} drafts together`}
      size={700}
      onClose={onClose}
      submit={isOne ? 'Submit for Review' : `Submit ${chosen.length} together`}
      disabled={drafts.stopReason ?? isWaiting}
      change={{ busy, failure: undefined }}
      onSubmit={() => submit()}
    >
      <SetFacts
        facts={facts}
        counts={addChanges(chosen.flatMap(({ row }) => row.draft?.changes ?? []))}
        restarts={restart ? stopped : 0}
        tick={
          <AcknowledgeTick
            count={broken.length}
            checked={!isUnknown}
            isMissing={tried && isUnknown}
            onChange={(isChecked) => setAcknowledged(isChecked ? breaking : '')}
          />
        }
      />
      <Textarea
        label="Description"
        description={`What changes, and why. ${isOne ? '' : `One for all ${chosen.length} reviews. `}${requiredApprovals} people have to approve.`}
        required
        autosize
        minRows={3}
        maxRows={10}
        maxLength={BUCKET_LIMITS.description}
        value={description}
        onChange={(event) => setForm({ ...form, description: event.currentTarget.value })}
        error={tried && isMissing ? BUCKET_REFUSALS.description : undefined}
        data-autofocus
      />
      {needsReply && <ReplyField value={reply} isMissing={tried && isReplyMissing} onChange={setReply} />}
      <RestartTick stopped={stopped} all={chosen.length} checked={restart} onChange={setRestart} />
      <SignersNotice
        buckets={chosen.map(({ partner, cob, edits }) => ({ partner: partner.number, cob, edits }))}
        restart={restart}
      />
      <SetGoLiveField
        value={goLive}
        buckets={dated}
        tried={tried}
        onChange={(value) => setForm({ ...form, goLive: value })}
      />
      <PlanEndings state={drafts} goLive={goLive} />
      {failure && (
        <div className="ls-dialog-refusal">
          <ErrorState
            title={failure.title}
            detail={failure.detail}
            {...(drafts.others > 0 && {
              retryLabel: `Submit the other ${drafts.others}`,
              retrying: busy,
              onRetry: () => submit(drafts.saveOthers),
            })}
          />
        </div>
      )}
    </Dialog>
  );
}
