import { useId } from 'react';
import type { PortfolioLoad } from '#contract/portfolio-load.ts';
import type { RowChoice } from '#domain/portfolio/load.ts';
import { plural } from '#web/kit/plural.ts';
import classes from './Load.module.css';

type RowChoicesProps = Readonly<{
  load: PortfolioLoad;
  rows: RowChoice;
  disabled: boolean;
  onRows: (rows: RowChoice) => void;
}>;

/** What happens to the rows that still have errors. */
export function RowChoices({ load, rows, disabled, onRows }: RowChoicesProps) {
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
          <input type="radio" name={name} checked={rows === value} onChange={() => onRows(value)} />
          <span>
            {label}
            <span className="ls-block ls-small ls-ink-3 ls-num">{note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
