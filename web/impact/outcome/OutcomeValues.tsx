import type { Outcome } from '#contract/outcome.ts';
import { describePercent, describeTick, IMPACT_VALUES } from '#domain/impact/words.ts';
import { type Side, SIDES, totalsOf } from '#domain/practice/value-outcome.ts';
import { unitLabelOf, VALUES } from '#domain/value/registry.ts';
import classes from '#web/impact/ExpectedSoFar.module.css';

type OutcomeValuesProps = Readonly<{
  values: Outcome['values'];
  /** The number of the version before. */
  before: number;
}>;

const SIDE_LABELS = {
  before: (before) => (before > 0 ? `v${before}` : 'Before'),
  expected: () => 'Expected',
  since: () => 'Since',
} as const satisfies Record<Side, (before: number) => string>;

/** What risks got for each value: in the 30 days before, as the review expected, and since. Shares with their bars. */
export function OutcomeValues({ values, before }: OutcomeValuesProps) {
  return (
    <table className={`ls-wide ls-small ${classes.values}`} aria-label="Values before, expected and since">
      <thead>
        <tr className="ls-ink-3">
          <th scope="col">
            <span className="ls-hidden">Value</span>
          </th>
          {SIDES.map((side) => (
            <th key={side} scope="col" className="ls-right">
              {SIDE_LABELS[side](before)}
            </th>
          ))}
        </tr>
      </thead>
      {IMPACT_VALUES.flatMap((key) => values.find(({ value }) => value === key) ?? []).map((outcome) => (
        <ValueRows key={outcome.value} outcome={outcome} />
      ))}
    </table>
  );
}

function ValueRows({ outcome }: Readonly<{ outcome: Outcome['values'][number] }>) {
  const { value, results, others } = outcome;
  const totals = totalsOf(outcome);
  const hasOthers = SIDES.some((side) => others[side] > 0);
  const rows = [
    ...results.map(({ result, ...counts }) => ({ name: describeTick(value, result), counts })),
    ...(hasOthers ? [{ name: 'others', counts: others }] : []),
  ];
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={1 + SIDES.length} className="ls-semi">
          {VALUES[value].label} <span className="ls-ink-3 ls-normal">{unitLabelOf(value)}</span>
        </th>
      </tr>
      {rows.map(({ name, counts }) => (
        <tr key={name}>
          <th scope="row" className="ls-normal">
            {name}
          </th>
          {SIDES.map((side) => (
            <td key={side} className="ls-right ls-num">
              {totals[side] === 0 ? (
                <span className="ls-ink-3">
                  <span aria-hidden>–</span>
                  <span className="ls-hidden">not known</span>
                </span>
              ) : (
                <>
                  {describePercent(counts[side], totals[side])}
                  <span className={classes.bar} data-side={side} aria-hidden>
                    <span style={{ width: `${(counts[side] / totals[side]) * 100}%` }} />
                  </span>
                </>
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
