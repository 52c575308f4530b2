import { Button } from '@mantine/core';
import type { Bucket, BucketDraft } from '#contract/bucket.ts';
import { daysBetween, writeDay } from '#domain/day/day.ts';
import { numberWord } from '#domain/review/round.ts';
import { compareDays, type DayMove, lastLiveOn } from '#domain/review/schedule.ts';
import { useApi } from '#web/base/api/client.tsx';
import { addressOf } from '#web/bucket/address.ts';
import { nameIn } from '#web/bucket/draftWords.ts';
import { GapLine } from '#web/change/GapLine.tsx';
import { useWindowGaps } from '#web/change/useWindowGaps.ts';
import { EndingNotice } from '#web/change/EndingNotice.tsx';
import { listDraftEndings } from '#web/change/useEndings.ts';
import { applySaved, refreshBucket, useBucketDials } from '#web/bucket/query.ts';
import { useChange } from '#web/base/page/useChange.ts';
import { requireFields, useForm } from '#web/base/page/useForm.ts';
import { DayField } from '#web/kit/DayField.tsx';
import { Refusal } from '#web/kit/Dialog.tsx';
import { laterDay } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { ReasonField } from '#web/kit/ReasonField.tsx';
import { useToday } from '#web/kit/useNow.ts';
import { useSettings } from '#web/base/session/settings.tsx';
import classes from '#web/review/ScheduleStrip.module.css';

type ChangeDateProps = Readonly<{
  bucket: Bucket;
  draft: BucketDraft;
  /** The day that stands. */
  stands: string;
  onClose: () => void;
}>;

type DateForm = Readonly<{ day: string; reason: string }>;

/** Puts an approved draft off to a later day, or asks for approval of an earlier one. */
export function ChangeDate({ bucket, draft, stands, onClose }: ChangeDateProps) {
  const api = useApi();
  const today = useToday();
  const params = addressOf(bucket);
  const moveTo = (day: string) => compareDays(stands, day, today);
  const isLater = (form: DateForm) => moveTo(form.day) === 'later';
  const change = useChange({
    send: (form: DateForm) => {
      const sent = { params, body: { day: form.day, reason: form.reason.trim() } };
      const options = { ifMatch: bucket.revision };
      return isLater(form) ? api.putOffGoLive(sent, options) : api.bringForwardGoLive(sent, options);
    },
    done: (_, form) => (isLater(form) ? 'Put off' : 'Submitted for review'),
    failed: (form) => (isLater(form) ? 'Failed to put it off' : 'Failed to ask for approval'),
    apply: applySaved,
    onDone: onClose,
    onFailed: (queries) => refreshBucket(queries, params),
  });
  const { values, field, root, submit, refusal } = useForm<DateForm>({
    initial: { day: stands, reason: '' },
    check: (form) => requireFields(form, 'reason'),
    change,
    send: (form) => moveTo(form.day) !== 'same' && change.run(form),
  });
  const { day } = values;
  const move = moveTo(day);
  const { onChange: onDay, ...dayField } = field('day');
  const { lookup } = useBucketDials([...bucket.live.entries, ...draft.entries]);
  const nameOf = nameIn([draft.entries], lookup);
  const gaps = useWindowGaps(bucket, draft.entries, lookup, laterDay(day)) ?? [];
  return (
    <form ref={root} className="ls-grid ls-gap-12" onSubmit={submit} noValidate>
      <DayField
        label="Goes live"
        {...dayField}
        days={{ min: today, max: lastLiveOn(today) }}
        canClear={false}
        calendar={{ isInline: true, ringed: stands }}
        onChange={(chosen) => onDay(chosen ?? stands)}
      />
      <Consequence move={move} stands={stands} day={day} />
      {gaps.map((gap) => (
        <p key={gap.dial_id} className="ls-notice" data-tone="red">
          <GapLine gap={gap} name={nameOf(gap.dial_id)} />
        </p>
      ))}
      <EndingNotice endings={listDraftEndings(draft.entries, lookup, day)} />
      <ReasonField {...field('reason')} />
      <Refusal failure={refusal} />
      <div className={`ls-row ls-gap-8 ${classes.buttons}`}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={change.busy} disabled={move === 'same'}>
          {move === 'earlier' || move === 'now' ? 'Ask for approval' : 'Put off'}
        </Button>
      </div>
    </form>
  );
}

type ConsequenceProps = Readonly<{ move: DayMove; stands: string; day: string }>;

function Consequence({ move, stands, day }: ConsequenceProps) {
  const { requiredApprovals } = useSettings();
  const days = plural(Math.abs(daysBetween(stands, day)), 'day');
  const again = `${numberWord(requiredApprovals).toLowerCase()} people approve again.`;
  const [first, second] = {
    same: [`${writeDay(stands)} stands.`, 'Choose a later day, or an earlier one.'],
    later: [`${days} later.`, 'Takes effect at once, and is recorded.'],
    earlier: [`${days} earlier: ${again}`, `${writeDay(stands)} stands until they do.`],
    now: [`Go live now: ${again}`, `${writeDay(stands)} stands until they do.`],
  }[move] as [string, string];
  return (
    <p className="ls-notice" role="status" {...((move === 'earlier' || move === 'now') && { 'data-tone': 'amber' })}>
      <b className="ls-block">{first}</b>
      {second}
    </p>
  );
}
