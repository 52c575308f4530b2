import IconNever from '@tabler/icons-react/dist/esm/icons/IconCircleMinus.mjs';
import { Suspense } from 'react';
import type { BucketPractice } from '#contract/practice.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { grouped } from '#domain/dimension/format.ts';
import { describePeriod, describeUnusedDial } from '#domain/practice/words.ts';
import { Meter } from './Figures.tsx';
import type { DialLookup } from '#web/bucket/query.ts';
import { later } from '#web/base/page/later.tsx';
import { DayBars } from '#web/kit/DayBars.tsx';
import { plural } from '#web/kit/plural.ts';
import classes from './DialDecisions.module.css';

const Witness = later(async () => (await import('#web/impact/practice/Witness.tsx')).Witness);

/** What a dial of the list did in the period. */
export type DialPractice = BucketPractice['dials'][number] &
  Readonly<{
    from: string;
    until: string;
    period: number;
    /** The first day of the live version. */
    liveDay: string;
    /** All decisions of the bucket. */
    decisions: number;
    beatenBy: number | undefined;
  }>;

/** By dial, for the rows of the live list. */
export function dialPractices(practice: BucketPractice, period: number, liveDay: string) {
  const { from, until, dials, days } = practice;
  const decisions = days.reduce((sum, day) => sum + day.decisions, 0);
  const positions = new Map(dials.map(({ dial_id }, index) => [dial_id, index + 1]));
  return new Map(
    dials.map((dial): [string, DialPractice] => [
      dial.dial_id,
      { ...dial, from, until, period, liveDay, decisions, beatenBy: positions.get(dial.beaten_by ?? '') },
    ]),
  );
}

type DecisionsProps = Readonly<{ practice: DialPractice; name: string }>;

export function DialBars({ practice, name }: DecisionsProps) {
  const { from, until, days, liveDay, decided } = practice;
  if (decided === 0) return null;
  return (
    <DayBars
      from={from}
      until={until}
      counts={new Map(days.map(({ day, decided: count }) => [day, count]))}
      accentFrom={liveDay}
      height={22}
      label={`${name}: ${plural(decided, 'decision')} ${describePeriod(practice)}, by day`}
    />
  );
}

/** Its decisions, and their share of all. */
export function DialCount({
  practice: { decided, decisions, counted_from, from },
  practice,
}: Omit<DecisionsProps, 'name'>) {
  return (
    <span className="ls-grid ls-gap-4 ls-right">
      <span
        className={decided === 0 ? 'ls-ink-3' : undefined}
        title={counted_from > from ? describePeriod(practice) : undefined}
      >
        {grouped(decided)}
      </span>
      <Meter part={decided / Math.max(1, decisions)} tracked />
    </span>
  );
}

/** The dial did nothing although the bucket decided. */
export const isUnused = ({ decided, decisions }: DialPractice): boolean => decided === 0 && decisions > 0;

type UnusedLineProps = Readonly<{ practice: DialPractice; entries: BucketEntries; lookup: DialLookup }>;

/** "Decided nothing for 30 days: 41 risks matched it, dial 6 decided first", with the finding that explains it. */
export function UnusedLine({ practice, entries, lookup }: UnusedLineProps) {
  const { lead, reason } = describeUnusedDial(practice);
  return (
    <span className={`ls-row ls-wrap ls-mid ls-ink-2 ls-above-4 ${classes.line}`}>
      <IconNever size={15} stroke={1.75} aria-hidden />
      <span>
        <b className="ls-ink">{lead}</b>: {reason}
      </span>
      <Suspense>
        <Witness entries={entries} lookup={lookup} dialId={practice.dial_id} what={`${lead}: ${reason}`} />
      </Suspense>
    </span>
  );
}
