import { Button, Popover } from '@mantine/core';
import IconDay from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { ReviewRound } from '#contract/review.ts';
import { writeDay } from '#domain/day/day.ts';
import { numberInSentence } from '#domain/review/number.ts';
import { describeDaysUntil } from '#domain/review/schedule.ts';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { formatLongUtcDay, formatMoment } from '#web/kit/format.ts';
import { useToday } from '#web/kit/useNow.ts';
import { useApprovalsWord } from '#web/base/session/approvals.ts';
import { StatusChip, type Status } from '#web/kit/StatusChip.tsx';
import { CallOffDialog } from '#web/review/schedule/CallOffDialog.tsx';
import { ChangeDate } from '#web/review/schedule/ChangeDate.tsx';
import classes from './ScheduleStrip.module.css';

type ScheduleStripProps = Readonly<{
  bucket: Bucket;
  /** With its votes, for those who may see them. */
  round: ReviewRound | undefined;
}>;

/** An approved draft that waits for its day: when, how it came here, and what may still change. */
export function ScheduleStrip({ bucket, round }: ScheduleStripProps) {
  const [isChanging, setChanging] = useState(false);
  const today = useToday();
  const settingsWord = useApprovalsWord();
  const approvalsWord = round === undefined ? settingsWord : numberInSentence(round.required);
  const { draft, live, abilities } = bucket;
  const review = draft?.review;
  const day = review?.live_on;
  const callOff = useDialog((close) => day && <CallOffDialog bucket={bucket} day={day} onClose={close} />);
  if (!review || !day) return null;
  const approvals = (round?.votes ?? []).filter(
    ({ choice, discounted }) => choice === 'approve' && discounted === null,
  );
  const stops: Stop[] = [
    {
      glyph: 'review_requested',
      what: 'Submitted',
      who: review.submitted_by.name,
      at: formatMoment(review.submitted_at),
    },
    ...approvals.map(({ by, at }): Stop => ({
      glyph: 'draft_approved',
      what: 'Approved',
      who: by.name,
      at: formatMoment(at),
    })),
    { glyph: 'active', what: 'Today', who: `v${live.number} is live`, at: writeDay(today) },
    { glyph: 'draft_scheduled', what: `v${live.number + 1} goes live`, who: '00:00 UTC', at: writeDay(day) },
  ];
  return (
    <section className={`ls-card ${classes.strip}`} aria-label="When it goes live">
      <div className={`ls-flex ls-wrap ls-gap-12 ${classes.head}`}>
        <span className={`ls-blue ls-fixed ${classes.icon}`}>
          <IconDay size={18} aria-hidden />
        </span>
        <div className={`ls-grow ${classes.when}`}>
          <h2 className="ls-title">Goes live on {formatLongUtcDay(day)}</h2>
          <p className="ls-small ls-ink-3">
            00:00 UTC, {describeDaysUntil(today, day)}. Live v{live.number} decides until then.
          </p>
        </div>
        {abilities.reschedule && (
          <div className="ls-row ls-gap-8">
            {review.earlier === null && (
              <Popover
                opened={isChanging}
                onChange={setChanging}
                position="bottom-end"
                width={340}
                middlewares={{ shift: { padding: 12 }, flip: true }}
                shadow="md"
                trapFocus
                returnFocus
              >
                <Popover.Target>
                  <Button variant="default" onClick={() => setChanging(!isChanging)}>
                    Change date
                  </Button>
                </Popover.Target>
                <Popover.Dropdown aria-label="Change date" className={classes.dropdown}>
                  <ChangeDate bucket={bucket} draft={draft} stands={day} onClose={() => setChanging(false)} />
                </Popover.Dropdown>
              </Popover>
            )}
            <Button variant="default" onClick={() => callOff()}>
              Call off
            </Button>
          </div>
        )}
      </div>
      {review.earlier && (
        <p className={`ls-notice ${classes.stopped}`} data-tone="amber">
          <b className="ls-block">
            {review.earlier.asked_by.name} asks for {writeDay(review.earlier.live_on)}.
          </b>
          {review.earlier.reason}
        </p>
      )}
      {round?.stopped_because && (
        <p role="alert" className={`ls-notice ${classes.stopped}`} data-tone="red">
          It did not go live. {round.stopped_because}
        </p>
      )}
      <ol className={`ls-list ${classes.stops}`}>
        {stops.map(({ glyph, what, who, at }, index) => (
          <li key={index} className={classes.stop} data-next={glyph === 'active' || undefined}>
            <StatusChip status={glyph} label={what} glyphOnly />
            <b className="ls-small" aria-hidden>
              {what}
            </b>
            <span className="ls-small ls-ink-2 ls-break">{who}</span>
            <span className="ls-small ls-ink-3">{at}</span>
          </li>
        ))}
      </ol>
      <p className={`ls-row ls-gap-8 ls-small ls-ink-2 ls-rule ${classes.rule}`}>
        <IconLock size={14} aria-hidden className="ls-fixed" />A later day, or calling it off, takes one person who may
        edit, and is recorded. An earlier day needs {approvalsWord} approvals again.
      </p>
    </section>
  );
}

type Stop = Readonly<{ glyph: Status; what: string; who: string; at: string }>;
