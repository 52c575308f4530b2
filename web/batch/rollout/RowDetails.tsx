import type { UpdatePlan } from '#domain/bucket/update.ts';
import type { ChangeCount } from '#domain/impact/impact.ts';
import { viewImpact } from '#domain/impact/view.ts';
import { describeShare } from '#domain/impact/words.ts';
import { DialDifferences } from '#web/rule/Difference.tsx';
import { Move } from '#web/impact/ImpactView.tsx';
import classes from '#web/batch/plan/Plan.module.css';

type RowDetailsProps = Readonly<{
  update: UpdatePlan | undefined;
  /** Undefined while it is measured, or if it cannot be. */
  count: ChangeCount | undefined;
}>;

/** The effect of the change in one bucket: field by field, and on how many risks. */
export function RowDetails({ update, count }: RowDetailsProps) {
  const changes = update?.changes ?? [];
  return (
    <div className={classes.details}>
      <section className="ls-grid ls-gap-10" aria-label="Difference">
        {update === undefined && <p className="ls-ink-2">The dial is removed, along with the bucket’s overrides.</p>}
        {update !== undefined && changes.length === 0 && <p className="ls-ink-2">Nothing changes in this bucket.</p>}
        <DialDifferences changes={changes} />
      </section>
      {count && <Counts count={count} />}
    </div>
  );
}

function Counts({ count }: Readonly<{ count: ChangeCount }>) {
  const { all, changed } = count;
  const view = viewImpact(count, 'risks');
  if (all.risks === 0 && !changed.few) return <p className="ls-ink-3">The portfolio has no risks of this class.</p>;
  if (!view.isChanged) return <p className="ls-ink-2">{view.nothing}.</p>;
  return (
    <section aria-label="Impact" className="ls-grid ls-gap-10">
      <p>
        <b className="ls-num">{view.count}</b> {view.whole}
        {changed.premium !== null && `, with ${describeShare(changed, 'premium')} of premium`}
      </p>
      <table className={`ls-small ${classes.counts}`} aria-label="Risks by value">
        <tbody>
          {view.values.map(({ value, label, moves }) => (
            <tr key={value}>
              <th scope="row">{label}</th>
              {moves.map((move) => (
                <td key={move.direction}>
                  <Move move={move} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
