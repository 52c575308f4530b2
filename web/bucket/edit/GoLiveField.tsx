import { SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { lastLiveOn } from '#domain/review/schedule.ts';
import { DayField } from '#web/kit/DayField.tsx';
import { addDays, utcToday } from '#web/kit/format.ts';
import classes from './SubmitDialog.module.css';

const WHEN = [
  { value: 'approved', label: 'When approved' },
  { value: 'day', label: 'On a date' },
];

type GoLiveFieldProps = Readonly<{
  /** Of the field of the day. */
  id: string;
  /** Undefined: as soon as it is approved; null: no day chosen yet. */
  value: string | null | undefined;
  isMissing: boolean;
  onChange: (day: string | null | undefined) => void;
}>;

/** When an approved draft goes live. */
export function GoLiveField({ id, value, isMissing, onChange }: GoLiveFieldProps) {
  const label = useId();
  return (
    <div className="ls-grid ls-gap-6">
      <p id={label} className="ls-semi">
        Goes live
      </p>
      <div className={`ls-flex ls-wrap ls-gap-12 ${classes.when}`}>
        <SegmentedControl
          aria-labelledby={label}
          data={WHEN}
          value={value === undefined ? 'approved' : 'day'}
          onChange={(when) => onChange(when === 'day' ? null : undefined)}
        />
        {value !== undefined && (
          <>
            <div className={classes.day}>
              <DayField
                id={id}
                label="Day"
                placeholder="Choose a day"
                value={value}
                min={addDays(utcToday(), 1)}
                max={lastLiveOn(utcToday())}
                canClear={false}
                error={isMissing ? 'Required' : undefined}
                onChange={onChange}
              />
            </div>
            <p className={`ls-small ls-ink-2 ${classes.rule}`}>00:00 UTC. Approved later, it goes live at once.</p>
          </>
        )}
      </div>
    </div>
  );
}
