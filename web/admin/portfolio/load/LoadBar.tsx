import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useId } from 'react';
import type { PortfolioLoad } from '#contract/portfolio.ts';
import type { RowChoice } from '#domain/portfolio/load.ts';
import { grouped } from '#domain/dimension/format.ts';
import { describeBytes } from '#domain/portfolio/file.ts';
import { Logo } from '#web/kit/Logo.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { useAnnouncer } from '#web/kit/useAnnouncer.ts';
import bar from '#web/admin/SaveBar.module.css';
import classes from './Load.module.css';

export type Step = Readonly<{
  /** The current action and its progress. */
  text: ReactNode;
  /** The same as one word, for screen readers. */
  verb: string;
  isWorking: boolean;
  canKeep: boolean;
  /** Why it cannot be loaded as it is. */
  obstacle: string | undefined;
}>;

const NEVER = 'Nothing is kept until the last row is read';

/** The status and actions of the bar. */
export function stepOf(load: PortfolioLoad | undefined, rows: RowChoice): Step {
  const working = { isWorking: true, canKeep: false, obstacle: undefined };
  if (load === undefined) return { ...working, verb: 'Opening', text: 'Opening the file' };
  const { file, wrong_rows, checked_rows, rows: all } = load;
  const count = grouped(all ?? 0);
  switch (load.phase) {
    case 'receiving': {
      const text = <Of word="Sending" part={describeBytes(file.received)} rest={`of ${describeBytes(file.bytes)}`} />;
      return { ...working, verb: 'Sending', text };
    }
    case 'reading':
      return { ...working, verb: 'Reading', text: 'Reading the rows' };
    case 'mapping':
      return {
        text: 'Not checked yet',
        verb: '',
        isWorking: false,
        canKeep: false,
        obstacle: 'Columns have to be chosen first',
      };
    case 'checking':
      return {
        ...working,
        verb: 'Checking',
        text: <Of word="Checking" part={grouped(checked_rows)} rest={`of ${count} rows`} />,
        canKeep: true,
      };
    case 'checked': {
      const obstacle = obstacleOf(wrong_rows, checked_rows, rows);
      return {
        text: <Of word="" part={grouped(checked_rows)} rest={`${agree(checked_rows, 'row', 'rows')} checked`} />,
        verb: 'Checked',
        isWorking: false,
        canKeep: obstacle === undefined,
        obstacle,
      };
    }
    case 'keeping':
    case 'kept':
    case 'failed':
      return { ...working, verb: 'Keeping', text: 'Keeping the risks' };
  }
}

function obstacleOf(wrong: number, checked: number, rows: RowChoice): string | undefined {
  if (wrong === checked) return 'Every row has an error, so there is nothing to load';
  if (wrong > 0 && rows === 'all_or_nothing')
    return `${plural(wrong, 'row')} ${agree(wrong, 'has an error', 'have errors')}, so nothing can be loaded`;
  return undefined;
}

const Of = ({ word, part, rest }: Readonly<{ word: string; part: string; rest: string }>) => (
  <>
    {word} <b className="ls-num">{part}</b> {rest}
  </>
);

type LoadBarProps = Readonly<{
  load: PortfolioLoad | undefined;
  step: Step;
  trouble: string | undefined;
  /** The form that the button submits. */
  form: string;
  isReady: boolean;
  busy: boolean;
  onCancel: () => void;
}>;

/** At the bottom of the page while a file is open. */
export function LoadBar({ load, step, trouble, form, isReady, busy, onCancel }: LoadBarProps) {
  const { text, verb, isWorking, canKeep, obstacle } = step;
  const hint = useId();
  const progress = load?.progress ?? 0;
  const quarter = Math.floor(progress * 4) * 25;
  const { region, announce } = useAnnouncer();
  useEffect(() => {
    if (verb !== '') announce(`${verb}, ${quarter}%`);
  }, [verb, quarter, announce]);
  const willKeep = load?.phase === 'checking' && load.keep_as !== null;
  const isOff = !canKeep && !busy;
  const risks = (load?.checked_rows ?? 0) - (load?.wrong_rows ?? 0);
  const label =
    load?.phase === 'checked' && obstacle === undefined ? `Load ${plural(risks, 'risk')}` : 'Load when checked';
  return (
    <>
      <div className={`ls-fixed ${bar.gap}`} />
      <div className={`ls-row ls-fixed ls-rule ls-gap-12 ${bar.bar} ${classes.bar}`}>
        <Logo size={18} turning={isWorking} />
        <span className="ls-nowrap">{text}</span>
        {load?.phase !== 'mapping' && (
          <span
            role="progressbar"
            aria-label={verb === '' ? 'Progress' : verb}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(progress * 100)}
            className={classes.progress}
          >
            <span style={{ width: `${progress * 100}%` }} />
          </span>
        )}
        <span
          id={hint}
          className={`ls-grow ${trouble === undefined && obstacle === undefined ? 'ls-ink-3' : 'ls-amber'}`}
        >
          {trouble ?? obstacle ?? (willKeep ? `Kept as “${load.keep_as}” once every row is checked` : NEVER)}
        </span>
        <Button variant="subtle" color="slate" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          form={form}
          variant="filled"
          loading={busy}
          aria-describedby={hint}
          data-track="Load when checked"
          {...((isOff || !isReady) && { 'data-disabled': true, 'aria-disabled': true })}
        >
          {label}
        </Button>
        <div ref={region} role="status" className="ls-hidden" />
      </div>
    </>
  );
}
