import { SegmentedControl } from '@mantine/core';
import { type ReactNode, Suspense, useId } from 'react';
import { lastLiveOn } from '#domain/review/schedule.ts';
import { later, OpeningLayer } from '#web/base/page/later.tsx';
import { addDays, utcToday } from '#web/kit/format.ts';
import type { DatedBucket, SetGoLive } from '#web/review/goLive.ts';
import classes from './GoLiveField.module.css';

// The calendar is only needed for a day.
const DayField = later(async () => (await import('#web/kit/DayField.tsx')).DayField);

const WHEN = [
  { value: 'approved', label: 'When approved' },
  { value: 'day', label: 'On a date' },
];
const WHEN_SEVERAL = [...WHEN, { value: 'each', label: 'Different days' }];

type GoLiveFieldProps = Readonly<{
  value: SetGoLive;
  buckets: readonly DatedBucket[];
  /** Marks the days that are missing. */
  tried: boolean;
  onChange: (value: SetGoLive) => void;
}>;

/** When approved drafts go live. */
export function GoLiveField({ value, buckets, tried, onChange }: GoLiveFieldProps) {
  const { when, day, days } = value;
  const set = (key: string, chosen: string | null) => {
    const others = [...days].filter(([other]) => other !== key);
    onChange({ ...value, days: new Map(chosen === null ? others : [...others, [key, chosen]]) });
  };
  const choose = (chosen: SetGoLive['when']) => {
    // One day is the start of different ones.
    const isFirst = chosen === 'each' && days.size === 0 && day !== null;
    onChange({ ...value, when: chosen, ...(isFirst && { days: new Map(buckets.map(({ key }) => [key, day])) }) });
  };
  return (
    <Choice
      data={buckets.length > 1 ? WHEN_SEVERAL : WHEN}
      value={when}
      onChange={(chosen) => choose(chosen as SetGoLive['when'])}
    >
      {when === 'day' && (
        <Day
          label="Day"
          value={day}
          isMissing={tried && day === null}
          onChange={(chosen) => onChange({ ...value, day: chosen })}
        />
      )}
      {when === 'each' && (
        <>
          <p className={`ls-small ls-ink-2 ${classes.rule}`}>{RULE}</p>
          <ul className={`ls-list ls-grid ls-gap-8 ls-scroll ls-full ${classes.each}`} aria-label="Day of each bucket">
            {buckets.map(({ key, name }) => (
              <li key={key} className="ls-row ls-spread ls-gap-12">
                <span className="ls-break">{name}</span>
                <DayInput
                  label={`Day of ${name}`}
                  value={days.get(key) ?? null}
                  isMissing={tried && !days.has(key)}
                  onChange={(chosen) => set(key, chosen)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Choice>
  );
}

const RULE = '00:00 UTC. Approved later, it goes live at once.';

type ChoiceProps = Readonly<{
  data: typeof WHEN;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}>;

function Choice({ data, value, onChange, children }: ChoiceProps) {
  const label = useId();
  return (
    <div className="ls-grid ls-gap-6">
      <p id={label} className="ls-semi">
        Goes live
      </p>
      <div className={`ls-flex ls-wrap ls-gap-12 ${classes.when}`}>
        <SegmentedControl
          aria-labelledby={label}
          classNames={{ label: classes.segment ?? '' }}
          data={data}
          value={value}
          onChange={onChange}
        />
        {children}
      </div>
    </div>
  );
}

type DayProps = Readonly<{
  label: string;
  value: string | null;
  isMissing: boolean;
  onChange: (day: string | null) => void;
}>;

function Day(props: DayProps) {
  return (
    <>
      <DayInput {...props} />
      <p className={`ls-small ls-ink-2 ${classes.rule}`}>{RULE}</p>
    </>
  );
}

function DayInput({ isMissing, ...props }: DayProps) {
  return (
    <div className={classes.day}>
      <Suspense fallback={<OpeningLayer />}>
        <DayField
          {...props}
          placeholder="Choose a day"
          days={{ min: addDays(utcToday(), 1), max: lastLiveOn(utcToday()) }}
          canClear={false}
          error={isMissing ? 'Required' : undefined}
        />
      </Suspense>
    </div>
  );
}
