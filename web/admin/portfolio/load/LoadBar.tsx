import { Button } from '@mantine/core';
import IconChecked from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { type ReactNode, useEffect, useId } from 'react';
import type { PortfolioLoad } from '#contract/portfolio-load.ts';
import type { RowChoice } from '#domain/portfolio/load.ts';
import { grouped } from '#domain/dimension/format.ts';
import { describeBytes } from '#domain/portfolio/file.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { download } from '#web/kit/download.ts';
import { Logo } from '#web/kit/Logo.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { useAnnouncer } from '#web/kit/useAnnouncer.ts';
import bar from '#web/admin/SaveBar.module.css';
import { countRows, type LoadCounts, MIN_SHARE } from './causes.ts';
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
  const { file, checked_rows, rows: all } = load;
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
    case 'checking': {
      const checked = grouped(Math.round((all ?? 0) * load.progress));
      return {
        ...working,
        verb: 'Checking',
        text: <Of word="Checking" part={checked} rest={`of ${count} rows`} />,
        canKeep: true,
      };
    }
    case 'checked': {
      const obstacle = obstacleOf(load, rows);
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

function obstacleOf(load: PortfolioLoad, rows: RowChoice): string | undefined {
  if (countRows(load, rows).willLoad === 0) return 'Every row has an error, so there is nothing to load';
  if (load.wrong_rows > 0 && rows === 'all_or_nothing') return `${plural(load.wrong_rows, 'row')} cannot be read`;
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
  rows: RowChoice;
  /** The number of fixes that can be applied together. */
  suggestions: number;
  trouble: string | undefined;
  /** The form that the button submits. */
  form: string;
  isReady: boolean;
  busy: boolean;
  onSuggestions: () => void;
  onCancel: () => void;
}>;

/** At the bottom of the page while a file is open. */
export function LoadBar({ load, step, rows, suggestions, trouble, form, isReady, busy, ...on }: LoadBarProps) {
  const { text, verb, isWorking, canKeep, obstacle } = step;
  const hint = useId();
  const progress = load?.progress ?? 0;
  const quarter = Math.floor(progress * 4) * 25;
  const { region, announce } = useAnnouncer();
  useEffect(() => {
    if (verb !== '') announce(`${verb}, ${quarter}%`);
  }, [verb, quarter, announce]);
  const counts = load && countRows(load, rows);
  const isOff = !canKeep && !busy;
  const isLow = load?.phase === 'checked' && counts !== undefined && counts.willLoad < MIN_SHARE * counts.all;
  const isSuggested = suggestions > 0 && !busy;
  const label = labelOf(load, counts, obstacle);
  // Said once, on the button or beside it.
  const warning = trouble ?? (label === obstacle ? undefined : obstacle);
  return (
    <>
      <div className={`ls-fixed ${bar.gap} ${classes.gap}`} />
      <div className={`ls-row ls-fixed ls-rule ls-gap-12 ${bar.bar} ${classes.bar}`}>
        {load?.phase === 'checked' ? (
          <IconChecked size={18} className="ls-accent" aria-hidden />
        ) : (
          <Logo size={18} turning={isWorking} />
        )}
        <span className="ls-nowrap">{text}</span>
        {load?.phase !== 'mapping' && load?.phase !== 'checked' && (
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
        <span id={hint} className={`ls-grow ${warning === undefined ? 'ls-ink-3' : 'ls-amber'}`}>
          {warning ?? describeNext(load, counts, suggestions)}
        </span>
        {load !== undefined && load.phase === 'checked' && load.wrong_rows > 0 && <Download load={load} />}
        <Button variant="subtle" color="slate" onClick={on.onCancel}>
          Cancel
        </Button>
        {isSuggested && !isLow && (
          <Button variant="default" onClick={on.onSuggestions}>
            Apply {plural(suggestions, 'suggestion')}
          </Button>
        )}
        <Button
          type="submit"
          form={form}
          variant={isSuggested && isLow ? 'default' : 'filled'}
          loading={busy}
          aria-describedby={hint}
          data-track="Load when checked"
          {...((isOff || !isReady) && { 'data-disabled': true, 'aria-disabled': true })}
        >
          {label}
        </Button>
        {isSuggested && isLow && (
          <Button variant="filled" onClick={on.onSuggestions}>
            Apply {plural(suggestions, 'suggestion')}
          </Button>
        )}
        <div ref={region} role="status" className="ls-hidden" />
      </div>
    </>
  );
}

function labelOf(
  load: PortfolioLoad | undefined,
  counts: LoadCounts | undefined,
  obstacle: string | undefined,
): string {
  if (load?.phase !== 'checked' || counts === undefined) return 'Load when checked';
  return counts.willLoad > 0 && obstacle !== undefined ? obstacle : `Load ${plural(counts.willLoad, 'risk')}`;
}

/** The open question, or the summary of the portfolio. */
function describeNext(load: PortfolioLoad | undefined, counts: LoadCounts | undefined, suggestions: number): string {
  if (load?.phase === 'checking' && load.keep_as !== null) return `Kept as “${load.keep_as}” once every row is checked`;
  if (load?.phase !== 'checked' || counts === undefined) return NEVER;
  if (suggestions > 0) return `${plural(load.cause_count, 'cause')}, ${grouped(suggestions)} with a suggestion`;
  const { leftOut, incomplete } = counts;
  if (leftOut > 0)
    return `The portfolio will go on saying that ${plural(leftOut, 'row')} ${agree(leftOut, 'was', 'were')} left out`;
  if (incomplete > 0)
    return `The portfolio will go on saying that ${plural(load.wrong_values, 'value')} could not be read`;
  return NEVER;
}

/** All errors as a file, to be corrected at the source. */
function Download({ load: { id, file, wrong_rows } }: Readonly<{ load: PortfolioLoad }>) {
  const api = useApi();
  const { run, busy } = useChange({
    send: () => api.listPortfolioLoadErrors({ params: { loadId: id } }),
    failed: 'Failed to download the errors',
    onDone: (csv) => download(`${file.name.replace(/\.\w+$/, '')} errors.csv`, csv, 'text/csv;charset=utf-8'),
  });
  return (
    <button type="button" className="ls-link ls-bold ls-nowrap" disabled={busy} onClick={() => void run()}>
      Download the {plural(wrong_rows, 'row')}
    </button>
  );
}
