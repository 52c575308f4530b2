import { useId } from 'react';
import type { PortfolioLoad } from '#contract/portfolio.ts';
import type { RowChoice } from '#domain/portfolio/load.ts';
import { guardCell } from '#domain/csv/cell.ts';
import { grouped } from '#domain/dimension/format.ts';
import { useApi } from '#web/api/client.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { writeCsv } from '#web/kit/csv.ts';
import { download } from '#web/kit/download.ts';
import classes from './Load.module.css';

type RowErrorsProps = Readonly<{
  load: PortfolioLoad;
  rows: RowChoice;
  disabled: boolean;
  onRows: (rows: RowChoice) => void;
}>;

const CHOICES: readonly (readonly [RowChoice, string])[] = [
  ['leave_out', 'Leave these rows out'],
  ['all_or_nothing', 'Load nothing if any row fails'],
];

/** The first rows with errors, how to fix them, and what happens to all of them. */
export function RowErrors({ load, rows, disabled, onRows }: RowErrorsProps) {
  const { errors, wrong_rows, phase } = load;
  const heading = useId();
  const name = useId();
  const saving = useDownload(load.id, load.file.name);
  return (
    <section aria-labelledby={heading} className={`ls-stack ${classes.errors}`}>
      <div className={`ls-row ls-fixed ls-sunken ls-rule-below ${classes.errorsHead}`}>
        <h3 id={heading} className="ls-title">
          Rows with errors
        </h3>
        {wrong_rows > 0 && (
          <span className="ls-chip ls-bold" data-tone="red">
            {grouped(wrong_rows)}
          </span>
        )}
        {phase === 'checking' && <span className="ls-small ls-ink-3">so far</span>}
        {wrong_rows > 0 && (
          <button type="button" className="ls-link ls-push" disabled={saving.busy} onClick={() => void saving.run()}>
            Download
          </button>
        )}
      </div>
      <div className={`ls-scroll ls-ring-in ${classes.errorList}`} tabIndex={0} role="group" aria-label="Errors">
        {errors.length === 0 ? (
          <p className={`ls-ink-3 ${classes.noErrors}`}>{phase === 'checked' ? 'None.' : 'None yet.'}</p>
        ) : (
          <ul className={`ls-list ls-ruled ${classes.errorRows}`}>
            {errors.map(({ row, column, text, message }, index) => (
              <li key={index} className={classes.error}>
                <span className="ls-ink-3 ls-num ls-right">{grouped(row)}</span>
                <span>
                  <span className="ls-row ls-gap-6">
                    {column !== '' && <span className="ls-medium ls-clip">{column}</span>}
                    {text !== '' && (
                      <span className={`ls-chip ls-clip ${classes.wrong}`} data-tone="red" title={text}>
                        {text}
                      </span>
                    )}
                  </span>
                  <span className="ls-ink-3 ls-block ls-break">{message}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <fieldset className={`ls-fixed ls-sunken ls-rule ls-stack ls-gap-4 ${classes.choices}`} disabled={disabled}>
        <legend className="ls-hidden">What happens to rows with errors</legend>
        {CHOICES.map(([value, label]) => (
          <label key={value} className="ls-row">
            <input type="radio" name={name} checked={rows === value} onChange={() => onRows(value)} />
            {label}
          </label>
        ))}
      </fieldset>
    </section>
  );
}

const FIELDS = ['Row', 'Column', 'Text', 'What to do'];

/** The rows with errors as a file, to be fixed at the source. */
function useDownload(loadId: string, fileName: string) {
  const api = useApi();
  return useChange({
    send: () => api.listPortfolioLoadErrors({ params: { loadId } }),
    failed: 'Failed to download the errors',
    onDone: ({ items }) => {
      const lines = items.map(({ row, column, text, message }) => [String(row), column, text, message].map(guardCell));
      download(`${fileName.replace(/\.\w+$/, '')} errors.csv`, writeCsv(FIELDS, lines), 'text/csv;charset=utf-8');
    },
  });
}
