import { SegmentedControl } from '@mantine/core';
import type { BucketPractice } from '#contract/practice.ts';
import { grouped } from '#domain/dimension/format.ts';
import { describePercent } from '#domain/impact/percent.ts';
import { PRACTICE_PERIODS, type PracticePeriod } from '#domain/practice/practice.ts';
import { describeLoss, describePeriod, describeReporters } from '#domain/practice/words.ts';
import type { BucketAddress } from '#web/bucket/address.ts';
import { LiveOutcome } from './LiveOutcome.tsx';
import type { Columns } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { Card } from '#web/kit/Card.tsx';
import { DayBars, listDays } from '#web/kit/DayBars.tsx';
import { addDays, formatDay, formatShortDay, formatTimeOrMoment, utcDay } from '#web/kit/format.ts';
import { CALLED_OFF } from '#domain/practice/counts.ts';
import { plural } from '#web/kit/plural.ts';
import { usePhone } from '#web/kit/usePhone.ts';
import { useNow } from '#web/kit/useNow.ts';
import type { BucketPracticeQuery } from './useBucketPractice.ts';
import classes from './PracticeCard.module.css';

const PERIODS = PRACTICE_PERIODS.map((days) => ({ value: String(days), label: `${days} days` }));
const CHART_HEIGHT = 42;

type PracticeCardProps = Readonly<{
  practice: BucketPracticeQuery;
  /** The live version, which the bars show in accent. */
  live: Readonly<{ number: number | null; live_at: string }>;
  address: BucketAddress;
}>;

/** What engines decided with the bucket, by day. Its place has the same height while it loads. */
export function PracticeCard({ practice, live, address }: PracticeCardProps) {
  const { query, period, onPeriod } = practice;
  const { data } = query;
  const isPhone = usePhone();
  const reporters = data && <Reporters reporting={data.reporting} />;
  return (
    <div className="ls-below-16">
      <Card
        title="In practice"
        padded={false}
        note={isPhone ? undefined : reporters}
        aside={
          <div className={classes.control}>
            <SegmentedControl
              aria-label="Period"
              data={PERIODS}
              value={String(period)}
              onChange={(value) => onPeriod(Number(value) as PracticePeriod)}
            />
          </div>
        }
      >
        <div className={classes.body}>
          <div className={`ls-relative ${classes.half}`} data-old={query.isPlaceholderData || undefined}>
            <Loaded query={query} title="Failed to load decisions">
              {(decided) => <Decisions practice={decided} live={live} />}
            </Loaded>
            {isPhone && <p className="ls-small ls-ink-3 ls-above-8">{reporters}</p>}
          </div>
          {/* The first version has nothing before it. */}
          {live.number !== null && live.number > 1 && <LiveOutcome address={address} />}
        </div>
      </Card>
    </div>
  );
}

function Reporters({ reporting }: Pick<BucketPractice, 'reporting'>) {
  const now = useNow();
  const loss = describeLoss(reporting);
  return (
    <>
      {describeReporters(reporting, (moment) => formatTimeOrMoment(moment, now))}
      {loss && <span className="ls-amber">; {loss}</span>}
    </>
  );
}

/** Engines may decide by a version that is approved for a day: about risks of that day, before it begins. */
function describeVersion(version: number, live: number | null): string {
  if (version === CALLED_OFF) return 'Called off';
  return live !== null && version > live ? `v${version}, not live yet` : `v${version}`;
}

type DecisionsProps = Readonly<{ practice: BucketPractice }> & Pick<PracticeCardProps, 'live'>;

function Decisions({ practice, live }: DecisionsProps) {
  const { days, from, until } = practice;
  const period = listDays(from, until).length;
  const sumOf = (key: 'decisions' | 'no_max_line' | 'stopped') => days.reduce((sum, day) => sum + day[key], 0);
  const [decisions, noMaxLine, stopped] = [sumOf('decisions'), sumOf('no_max_line'), sumOf('stopped')];
  const counts = new Map<string, number>();
  for (const one of days) counts.set(one.day, (counts.get(one.day) ?? 0) + one.decisions);
  const liveDay = utcDay(new Date(live.live_at));
  const described = describePeriod({ ...practice, period });
  const columns: Columns<BucketPractice['days'][number]> = [
    { head: 'Day (UTC)', cell: ({ day }) => formatDay(day) },
    { head: 'Version', cell: ({ version }) => describeVersion(version, live.number) },
    { head: 'Decisions', align: 'end', cell: (one) => grouped(one.decisions) },
    { head: 'Without max line', align: 'end', cell: ({ no_max_line }) => grouped(no_max_line) },
  ];
  return (
    <>
      <p className={`ls-row ls-wrap ls-base ${classes.sum}`}>
        <span>
          <b className="ls-heading ls-num">{grouped(decisions)}</b> {plural(decisions, 'decision').split(' ')[1]}{' '}
          {described}
        </span>
        {decisions > stopped && (
          <span className="ls-small ls-ink-3">{describePercent(noMaxLine, decisions - stopped)} without max line</span>
        )}
        {stopped > 0 && <span className="ls-small ls-ink-3">{grouped(stopped)} while stopped</span>}
      </p>
      <div className={classes.chart}>
        <DayBars
          from={from}
          until={until}
          counts={counts}
          accentFrom={liveDay}
          height={CHART_HEIGHT}
          label={`${plural(decisions, 'decision')} ${described}, by day. v${live.number} since ${formatDay(liveDay)}.`}
          titleOf={(day, count) => `${formatDay(day)}: ${plural(count, 'decision')}`}
        />
      </div>
      <Axis from={from} until={until} live={{ day: liveDay, label: `v${live.number}` }} />
      <details className={classes.details}>
        <summary className="ls-small">As a table</summary>
        <div
          className={`ls-scroll ls-above-8 ${classes.table}`}
          role="group"
          aria-label="Decisions by day"
          tabIndex={0}
        >
          <DataTable
            label="Decisions by day"
            rows={days.toReversed()}
            columns={columns}
            row={{ key: ({ day, version }) => `${day} ${version}` }}
            frame="none"
          />
        </div>
      </details>
    </>
  );
}

type AxisProps = Readonly<{ from: string; until: string; live: Readonly<{ day: string; label: string }> }>;

/** The least distance of two labels, as a share of the width. */
const APART = 0.16;

/** The first day, one between, the day of the last change, and today. */
function Axis({ from, until, live }: AxisProps) {
  const days = listDays(from, until);
  const at = (day: string) => days.indexOf(day) / days.length;
  const hasLive = live.day > from && live.day <= until;
  const middle = addDays(from, Math.floor(days.length / 2) - 1);
  const isFree = !hasLive || Math.abs(at(middle) - at(live.day)) > APART;
  const isLiveFree = hasLive && at(live.day) > APART && at(live.day) < 1 - APART;
  return (
    <div aria-hidden className={`ls-tiny ls-ink-3 ls-relative ${classes.axis}`}>
      <span>{formatShortDay(from)}</span>
      {isFree && <span style={{ insetInlineStart: `${at(middle) * 100}%` }}>{formatShortDay(middle)}</span>}
      {isLiveFree && (
        <b className="ls-accent" style={{ insetInlineStart: `${at(live.day) * 100}%` }}>
          {live.label}
        </b>
      )}
      <span className={classes.last}>
        {hasLive && !isLiveFree && at(live.day) > APART && <b className="ls-accent">{live.label} </b>}
        today
      </span>
    </div>
  );
}
