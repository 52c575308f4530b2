import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Bucket } from '#contract/bucket.ts';
import type { ReviewComment } from '#contract/review.ts';
import { BUCKET_LIMITS } from '#domain/bucket/entry.ts';
import { removeEntry } from '#domain/bucket/edit.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import type { Figure } from '#domain/impact/impact.ts';
import { writeDay } from '#domain/day/day.ts';
import { addressOf, classLabel, partnerText } from '#web/bucket/address.ts';
import { useEditor, type RevealTarget } from '#web/bucket/draft/editor.ts';
import type { Failure, Submission } from '#web/bucket/draft/useSaving.ts';
import { unsavedText } from '#web/bucket/draft/words.ts';
import { EndingNotice } from '#web/bucket/show/endings/EndingNotice.tsx';
import { listDraftEndings } from '#web/bucket/show/endings/useEndings.ts';
import { useClosingDay } from '#web/bucket/findings/useWindowGaps.ts';
import { useImpact } from '#web/bucket/impact/ImpactProvider.tsx';
import { GoLiveField } from '#web/bucket/schedule/GoLiveField.tsx';
import { ReplyField } from '#web/bucket/schedule/ReplyField.tsx';
import { DraftFacts } from '#web/bucket/show/facts/DraftFacts.tsx';
import { AcknowledgeTick } from '#web/bucket/show/facts/FactRows.tsx';
import { useDraftFacts } from '#web/bucket/show/facts/useDraftFacts.ts';
import { RestartTick } from '#web/bucket/show/stop/RestartTick.tsx';
import { SignersNotice } from '#web/bucket/show/SignersNotice.tsx';
import { tryAddress } from '#web/evaluation/useTriedRisk.ts';
import { Dialog } from '#web/kit/Dialog.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { laterDay } from '#web/kit/format.ts';
import { agree } from '#web/kit/plural.ts';
import { useAnnouncer } from '#web/kit/useAnnouncer.ts';

const DAY_FIELD = 'goes-live-day';

/** What was typed and ticked. Outlives the dialog, so that it is still there when it opens again. */
export type SubmitForm = Readonly<{
  description: string;
  reply: string;
  acknowledged: string;
  /** Whether it ends the stop of the bucket. */
  restart: boolean;
  /** The day it goes live; undefined: as soon as it is approved; null: not chosen yet. */
  liveOn?: string | null | undefined;
}>;

export type SubmitDialogProps = Readonly<{
  unsaved: number;
  stop: Bucket['stop'];
  form: SubmitForm;
  onForm: (form: SubmitForm) => void;
  /** The draft was rejected, and not changed since. */
  needsReply: boolean;
  unresolved: readonly ReviewComment[];
  failure: Failure | undefined;
  working: boolean;
  onSubmit: (submission: Submission) => void;
  onShow: (place: RevealTarget) => void;
  onClose: () => void;
}>;

export function SubmitDialog(props: SubmitDialogProps) {
  const { unsaved, stop, form, onForm, unresolved, failure, working, onSubmit, onShow, onClose } = props;
  const { bucket, entries, lookup, change } = useEditor();
  const facts = useDraftFacts(bucket, entries, lookup, laterDay(form.liveOn));
  const closingDay = useClosingDay(bucket, entries, lookup);
  const { region, announce } = useAnnouncer();
  const impact = useImpact();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [tried, setTried] = useState(false);

  const newly = facts.examples?.newly ?? [];
  // The tick is for exactly these examples.
  const breaking = newly.map(({ id }) => id).join(' ');
  const isAcknowledged = breaking === '' || form.acknowledged === breaking;
  const needsReply = props.needsReply || failure?.field?.('reply') !== undefined;
  const missing = {
    tick: !isAcknowledged,
    description: form.description.trim() === '',
    reply: needsReply && form.reply.trim() === '',
    day: form.liveOn === null,
  };
  // Nothing is submitted before what is wrong can be read.
  const isWaiting =
    facts.gaps === undefined || facts.unusual === undefined || (facts.examples === undefined && !facts.examplesFailed);
  const submit = () => {
    setTried(true);
    if (working || Object.values(missing).includes(true)) return;
    onSubmit({
      description: form.description.trim(),
      reply: needsReply ? form.reply.trim() : '',
      broken_examples: newly.map(({ id }) => id),
      live_on: form.liveOn ?? null,
      restart: stop !== null && form.restart,
    });
  };
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
      onSubmit={submit}
    >
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
                onForm({ ...form, liveOn: closingDay });
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
        tick={
          <AcknowledgeTick
            count={newly.length}
            checked={isAcknowledged}
            isMissing={tried && missing.tick}
            onChange={(isChecked) => onForm({ ...form, acknowledged: isChecked ? breaking : '' })}
          />
        }
      />
      {needsReply && (
        <ReplyField
          value={form.reply}
          isMissing={tried && missing.reply}
          onChange={(reply) => onForm({ ...form, reply })}
        />
      )}
      <Textarea
        label="Description"
        description="What changes, and why. Reviewers read it first."
        required
        autosize
        minRows={3}
        maxRows={8}
        maxLength={BUCKET_LIMITS.description}
        value={form.description}
        onChange={(event) => onForm({ ...form, description: event.currentTarget.value })}
        error={tried && missing.description ? BUCKET_REFUSALS.description : undefined}
        data-autofocus
      />
      <RestartTick
        stopped={stop === null ? 0 : 1}
        all={1}
        checked={form.restart}
        onChange={(restart) => onForm({ ...form, restart })}
      />
      <SignersNotice buckets={[{ ...addressOf(bucket), entries }]} restart={stop !== null && form.restart} />
      <GoLiveField
        id={DAY_FIELD}
        value={form.liveOn}
        isMissing={tried && missing.day}
        onChange={(liveOn) => onForm({ ...form, liveOn })}
      />
      <EndingNotice
        endings={listDraftEndings(entries, lookup, form.liveOn)}
        onRemove={({ dial_id, name }) => change(removeEntry(entries, dial_id), `Removed ${name}`)}
      />
      <div ref={region} aria-live="polite" className="ls-hidden" />
      {failure && (
        <div className="ls-dialog-refusal">
          <ErrorState title={failure.title} {...(failure.detail && { detail: failure.detail })} />
        </div>
      )}
    </Dialog>
  );
}
