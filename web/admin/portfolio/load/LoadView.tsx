import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCsv from '@tabler/icons-react/dist/esm/icons/IconFileTypeCsv.mjs';
import IconFile from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { PortfolioLoad } from '#contract/portfolio-load.ts';
import type { RowChoice } from '#domain/portfolio/load.ts';
import { describeBytes } from '#domain/portfolio/file.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import { FailureNote } from '#web/base/page/FetchError.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { focusWrongAfterRender, useFocusAtFirst } from '#web/kit/focus.ts';
import { plural } from '#web/kit/plural.ts';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { ColumnMap } from './ColumnMap.tsx';
import { KeepAs, type KeepForm, periodOf } from './KeepAs.tsx';
import { LoadBar, stepOf } from './LoadBar.tsx';
import { CauseTable } from './CauseTable.tsx';
import { countRows, suggestedFixes, withFix } from './causes.ts';
import { LoadMeter } from './LoadMeter.tsx';
import type { KeepBody } from './sendFile.ts';
import { useChanges } from './useChanges.ts';
import type { OpenFile } from './useLoad.ts';
import classes from './Load.module.css';

type LoadViewProps = Readonly<{ open: OpenFile; onCancel: () => void }>;

/** The file name without its extension, until the person renames it. */
const nameOf = (fileName: string): string =>
  fileName
    .replace(/\.\w+$/, '')
    .trim()
    .slice(0, PORTFOLIO_LIMITS.name);

/** A file being loaded: its columns, the causes of errors with their fixes, and progress. */
export function LoadView({ open, onCancel }: LoadViewProps) {
  const { file, sent, load: latest, trouble } = open;
  const form = useId();
  const [keepAs, setKeepAs] = useState<KeepForm>({ name: nameOf(file.name), period: 'file', from: null, until: null });
  const [rows, setRows] = useState<RowChoice>('leave_out');
  const [tried, setTried] = useState(false);
  const changes = useChanges(sent);
  const load = useShownLoad(latest, changes.isSettled);
  const { confirm } = changes;
  const isShown = load?.phase === 'checked' && changes.isSettled;
  useEffect(() => {
    if (isShown) confirm();
  }, [isShown, confirm]);
  const counts = load && countRows(load, rows);
  const suggested = suggestedFixes((load?.causes ?? []).map((cause) => withFix(cause, changes.shownFixes)));
  const keeping = useChange({ send: (body: KeepBody) => sent.keep(body), failed: 'Failed to load portfolio' });
  const step = stepOf(load, rows);
  const isFixed = load?.phase === 'keeping' || load?.keep_as != null;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const period = periodOf(keepAs);
    const name = keepAs.name.trim();
    if (name === '' || period === undefined) return focusWrongAfterRender(event.currentTarget);
    if (step.canKeep && changes.isSettled && !isFixed) void keeping.run({ name, period, rows });
  };
  return (
    <>
      <section className={`ls-card ls-fixed ${classes.card}`} aria-label={file.name}>
        <form id={form} className={`ls-row ls-wrap ls-rule-below ${classes.head}`} onSubmit={submit} noValidate>
          <FileFacts file={file} load={load} />
          <KeepAs
            value={keepAs}
            load={load}
            tried={tried}
            disabled={isFixed}
            refused={keeping.failure?.field('name')}
            onChange={(next) => {
              keeping.forget();
              setKeepAs(next);
            }}
          />
        </form>
        {load?.problem != null && (
          <p role="alert" data-tone="amber" className={`ls-row ls-top ls-notice ${classes.problem}`}>
            <IconWarning size={16} aria-hidden />
            {load.problem}
          </p>
        )}
        {[changes.failure, keeping.failure?.field('name') === undefined ? keeping.failure : undefined].map(
          (failure, index) =>
            failure && (
              <div key={index} className={classes.failure}>
                <FailureNote failure={failure} />
              </div>
            ),
        )}
        {load === undefined || load.columns.length === 0 ? (
          <div className="ls-pad">
            <Skeleton lines={7} />
          </div>
        ) : (
          <div className={classes.sides}>
            <ColumnMap
              columns={load.columns}
              causes={load.causes}
              targets={changes.targets}
              disabled={load.phase === 'keeping'}
              onTarget={changes.setTarget}
            />
            <section aria-label="Rows" className={`ls-stack ${classes.rows}`}>
              {counts && load.phase !== 'mapping' && <LoadMeter load={load} counts={counts} />}
              {load.causes.length > 0 && (
                <CauseTable load={load} fixes={changes.shownFixes} disabled={isFixed} onFix={changes.apply} />
              )}
              {load.wrong_rows > 0 && <RowChoices load={load} rows={rows} disabled={isFixed} onRows={setRows} />}
            </section>
          </div>
        )}
      </section>
      <LoadBar
        load={load}
        step={step}
        rows={rows}
        suggestions={suggested.length}
        trouble={trouble}
        form={form}
        isReady={changes.isSettled}
        busy={keeping.busy || isFixed}
        onSuggestions={() => changes.apply(suggested)}
        onCancel={onCancel}
      />
    </>
  );
}

/** While the rows are checked again, what the last check found stays in place. */
function useShownLoad(load: PortfolioLoad | undefined, isSettled: boolean): PortfolioLoad | undefined {
  const [checked, setChecked] = useState<PortfolioLoad>();
  if (load?.phase === 'checked' && isSettled && load !== checked) setChecked(load);
  if (load?.phase !== 'checking' || checked === undefined) return load;
  const { causes, cause_count, checked_rows, fixed_rows, wrong_rows, lost_rows, wrong_values } = checked;
  const columns = load.columns.map((column, index) => ({
    ...column,
    found: column.target === checked.columns[index]?.target ? (checked.columns[index]?.found ?? null) : column.found,
  }));
  return { ...load, columns, causes, cause_count, checked_rows, fixed_rows, wrong_rows, lost_rows, wrong_values };
}

function FileFacts({ file, load }: Readonly<{ file: File; load: PortfolioLoad | undefined }>) {
  const heading = useFocusAtFirst<HTMLHeadingElement>();
  const Icon = load?.file.kind === 'parquet' ? IconFile : IconCsv;
  const facts = [
    describeBytes(file.size),
    ...(load?.rows == null ? [] : [plural(load.rows, 'row')]),
    ...(load === undefined || load.columns.length === 0 ? [] : [plural(load.columns.length, 'column')]),
  ];
  return (
    <div className={`ls-row ls-gap-10 ls-grow ${classes.file}`}>
      <Icon size={20} stroke={1.5} className="ls-accent" aria-hidden />
      <h2 ref={heading} tabIndex={-1} className="ls-title ls-break">
        {file.name}
      </h2>
      <span className="ls-ink-3 ls-nowrap">{facts.join(', ')}</span>
    </div>
  );
}

type RowChoicesProps = Readonly<{
  load: PortfolioLoad;
  rows: RowChoice;
  disabled: boolean;
  onRows: (rows: RowChoice) => void;
}>;

/** What happens to the rows that still have errors. */
function RowChoices({ load, rows, disabled, onRows }: RowChoicesProps) {
  const name = useId();
  const { checked_rows: checked, wrong_rows: wrong, lost_rows: lost, wrong_values: values } = load;
  const choices: readonly (readonly [RowChoice, string, string])[] = [
    ['value_missing', 'Load, value missing', `${plural(checked - lost, 'row')}, ${plural(values, 'value')} missing`],
    ['leave_out', 'Leave these rows out', plural(checked - wrong, 'row')],
    ['all_or_nothing', 'Load nothing', 'until every row can be read'],
  ];
  return (
    <fieldset className={`ls-sunken ls-rule ls-row ls-wrap ls-top ${classes.choices}`} disabled={disabled}>
      <legend className="ls-hidden">What happens to rows with errors</legend>
      {choices.map(([value, label, note]) => (
        <label key={value} className="ls-row ls-top">
          <input
            type="radio"
            className="ls-radio"
            name={name}
            checked={rows === value}
            onChange={() => onRows(value)}
          />
          <span>
            {label}
            <span className="ls-block ls-small ls-ink-3 ls-num">{note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
