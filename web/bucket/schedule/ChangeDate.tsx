import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Bucket, BucketDraft } from '#contract/bucket.ts';
import { daysBetween, writeDay } from '#domain/day/day.ts';
import { numberWord } from '#domain/review/round.ts';
import { compareDays, type DayMove, lastLiveOn } from '#domain/review/schedule.ts';
import { useApi } from '#web/api/client.tsx';
import { addressOf } from '#web/bucket/address.ts';
import { nameIn } from '#web/bucket/draft/words.ts';
import { GapLine } from '#web/bucket/findings/GapLine.tsx';
import { useWindowGaps } from '#web/bucket/findings/useWindowGaps.ts';
import { EndingNotice } from '#web/bucket/show/endings/EndingNotice.tsx';
import { listDraftEndings } from '#web/bucket/show/endings/useEndings.ts';
import { applySaved, refreshBucket, useBucketDials } from '#web/bucket/query.ts';
import { useChange } from '#web/frame/useChange.ts';
import { DayField } from '#web/kit/DayField.tsx';
import { laterDay } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { ReasonField, useReason } from '#web/kit/ReasonField.tsx';
import { useToday } from '#web/kit/useNow.ts';
import { useSettings } from '#web/session/settings.tsx';
import classes from './ScheduleStrip.module.css';

type ChangeDateProps = Readonly<{
  bucket: Bucket;
  draft: BucketDraft;
  /** The day that stands. */
  stands: string;
  onClose: () => void;
}>;

/** Puts an approved draft off to a later day, or asks for approval of an earlier one. */
export function ChangeDate({ bucket, draft, stands, onClose }: ChangeDateProps) {
  const api = useApi();
  const today = useToday();
  const [day, setDay] = useState(stands);
  const { reason, check, field } = useReason();
  const params = addressOf(bucket);
  const move = compareDays(stands, day, today);
  const isLater = move === 'later';
  const { lookup } = useBucketDials([...bucket.live.entries, ...draft.entries]);
  const nameOf = nameIn([draft.entries], lookup);
  const gaps = useWindowGaps(bucket, draft.entries, lookup, laterDay(day)) ?? [];
  const { run, busy, failure } = useChange({
    send: () => {
      const sent = { params, body: { day, reason } };
      const options = { ifMatch: bucket.revision };
      return isLater ? api.putOffGoLive(sent, options) : api.bringForwardGoLive(sent, options);
    },
    done: isLater ? 'Put off' : 'Submitted for review',
    failed: isLater ? 'Failed to put it off' : 'Failed to ask for approval',
    apply: applySaved,
    onDone: onClose,
    onFailed: (queries) => refreshBucket(queries, params),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (move !== 'same' && check()) void run();
  };
  return (
    <form className="ls-grid ls-gap-12" onSubmit={submit} noValidate>
      <DayField
        label="Goes live"
        value={day}
        days={{ min: today, max: lastLiveOn(today) }}
        canClear={false}
        calendar={{ isInline: true, ringed: stands }}
        error={failure?.field('day')}
        onChange={(chosen) => setDay(chosen ?? stands)}
      />
      <Consequence move={move} stands={stands} day={day} />
      {gaps.map((gap) => (
        <p key={gap.dial_id} className="ls-notice" data-tone="red">
          <GapLine gap={gap} name={nameOf(gap.dial_id)} />
        </p>
      ))}
      <EndingNotice endings={listDraftEndings(draft.entries, lookup, day)} />
      <ReasonField {...field} />
      {failure?.detail && failure.field('day') === undefined && (
        <p role="alert" className="ls-notice" data-tone="red">
          {failure.detail}
        </p>
      )}
      <div className={`ls-row ls-gap-8 ${classes.buttons}`}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy} disabled={move === 'same'}>
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
