import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCsv from '@tabler/icons-react/dist/esm/icons/IconFileTypeCsv.mjs';
import IconFile from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import { type FormEvent, useId, useState } from 'react';
import type { PortfolioLoad } from '#contract/portfolio.ts';
import type { RowChoice } from '#domain/portfolio/load.ts';
import { describeBytes } from '#domain/portfolio/file.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import { FailureNote } from '#web/frame/FetchError.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { useFocusAtFirst } from '#web/kit/focus.ts';
import { plural } from '#web/kit/plural.ts';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { ColumnMap } from './ColumnMap.tsx';
import { KeepAs, type KeepForm, periodOf } from './KeepAs.tsx';
import { LoadBar, stepOf } from './LoadBar.tsx';
import { RowErrors } from './RowErrors.tsx';
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

/** A file being loaded: its columns, row errors and progress. */
export function LoadView({ open, onCancel }: LoadViewProps) {
  const { file, sent, load, trouble } = open;
  const form = useId();
  const [keepAs, setKeepAs] = useState<KeepForm>({ name: nameOf(file.name), period: 'file', from: null, until: null });
  const [rows, setRows] = useState<RowChoice>('leave_out');
  const [tried, setTried] = useState(false);
  const changes = useChanges(sent);
  const keeping = useChange({ send: (body: KeepBody) => sent.keep(body), failed: 'Failed to load portfolio' });
  const step = stepOf(load, rows);
  const isFixed = load?.phase === 'keeping' || load?.keep_as != null;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const period = periodOf(keepAs);
    const name = keepAs.name.trim();
    if (name === '' || period === undefined)
      return event.currentTarget.querySelector<HTMLInputElement>('input[aria-invalid="true"], input')?.focus();
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
              targets={changes.targets}
              needsClasses={load.phase === 'mapping' && load.columns.some(({ target }) => target === 'cob')}
              disabled={load.phase === 'keeping'}
              onTarget={changes.setTarget}
              onMatch={changes.match}
            />
            <RowErrors load={load} rows={rows} disabled={isFixed} onRows={setRows} />
          </div>
        )}
      </section>
      <LoadBar
        load={load}
        step={step}
        trouble={trouble}
        form={form}
        isReady={changes.isSettled}
        busy={keeping.busy || isFixed}
        onCancel={onCancel}
      />
    </>
  );
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
