import { NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { PortfolioLoad } from '#contract/portfolio-load.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import type { Period } from '#domain/portfolio/summary.ts';
import { describePeriod } from '#web/admin/portfolio/portfolioText.ts';
import { DayField } from '#web/kit/DayField.tsx';
import { utcToday } from '#web/kit/format.ts';
import classes from './Load.module.css';

export type KeepForm = Readonly<{
  name: string;
  /** 'file': from its first to its last date; a year; or 'other', given by `from` and `until`. */
  period: string;
  from: string | null;
  until: string | null;
}>;

type KeepAsProps = Readonly<{
  value: KeepForm;
  load: PortfolioLoad | undefined;
  tried: boolean;
  disabled: boolean;
  /** The server's error about the name. */
  refused: string | undefined;
  onChange: (value: KeepForm) => void;
}>;

const YEARS = 3;

/** The name and the period of the portfolio. */
export function KeepAs({ value, load, tried, disabled, refused, onChange }: KeepAsProps) {
  const periods = useMemo(() => listPeriods(load), [load]);
  const nameError = value.name.trim() === '' ? 'Required' : undefined;
  return (
    <div className={classes.keep}>
      <TextInput
        label="Keep as"
        value={value.name}
        maxLength={PORTFOLIO_LIMITS.name}
        disabled={disabled}
        error={(tried ? nameError : undefined) ?? refused}
        onChange={({ currentTarget }) => onChange({ ...value, name: currentTarget.value })}
        autoComplete="off"
        className={classes.keepName}
      />
      <NativeSelect
        aria-label="Period"
        data={periods}
        value={value.period}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ ...value, period: currentTarget.value })}
        className={classes.period}
      />
      {value.period === 'other' && (
        <div className={`ls-row ls-top ${classes.days}`}>
          <DayField
            label="From"
            value={value.from}
            onChange={(from) => onChange({ ...value, from })}
            error={tried && value.from === null ? 'Required' : undefined}
          />
          <DayField
            label="Until"
            value={value.until}
            onChange={(until) => onChange({ ...value, until })}
            error={tried ? untilError(value) : undefined}
          />
        </div>
      )}
    </div>
  );
}

function listPeriods(load: PortfolioLoad | undefined) {
  const hasDates =
    load === undefined || load.columns.length === 0 || load.columns.some(({ target }) => target === 'date');
  const own = load?.period ? describePeriod(load.period) : hasDates ? 'As its dates' : 'Today';
  const thisYear = Number(utcToday().slice(0, 4));
  const years = Array.from({ length: YEARS }, (_, index) => String(thisYear - index));
  return [
    { value: 'file', label: own },
    ...years.map((year) => ({ value: year, label: describePeriod(yearOf(year)) })),
    { value: 'other', label: 'Other dates' },
  ];
}

const yearOf = (year: string): Period => ({ from: `${year}-01-01`, until: `${year}-12-31` });

function untilError({ from, until }: KeepForm): string | undefined {
  if (until === null) return 'Required';
  return from !== null && until < from ? 'The last day must not be before the first' : undefined;
}

/** The request value: null takes the dates of the risks; undefined if something is missing. */
export function periodOf(form: KeepForm): Period | null | undefined {
  if (form.period === 'file') return null;
  if (form.period !== 'other') return yearOf(form.period);
  const { from, until } = form;
  return from === null || until === null || untilError(form) !== undefined ? undefined : { from, until };
}
