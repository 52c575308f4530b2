import type { UpdatePlan } from '#domain/bucket/update.ts';
import { type ChangeCount, DIRECTIONS, type ValueCount } from '#domain/impact/impact.ts';
import { countRisks, describeShare, DIRECTION_TEXT, FEWER_RISKS } from '#domain/impact/words.ts';
import { grouped } from '#domain/dimension/format.ts';
import { VALUES } from '#domain/value/registry.ts';
import { useNameOption } from '#web/dial/query.ts';
import { labelOfChange } from '#web/dimension/changeWords.ts';
import { DialDifference } from '#web/dimension/Difference.tsx';
import { DirectionGlyph } from '#web/bucket/impact/Figures.tsx';
import classes from '#web/bucket/plan/Plan.module.css';

type RowDetailsProps = Readonly<{
  update: UpdatePlan | undefined;
  /** Undefined while it is measured, or if it cannot be. */
  count: ChangeCount | undefined;
}>;

/** The effect of the change in one bucket: field by field, and on how many risks. */
export function RowDetails({ update, count }: RowDetailsProps) {
  const nameOption = useNameOption();
  const changes = update?.changes ?? [];
  return (
    <div className={classes.details}>
      <section className="ls-grid ls-gap-10" aria-label="Difference">
        {update === undefined && <p className="ls-ink-2">The dial is removed, along with the bucket’s overrides.</p>}
        {update !== undefined && changes.length === 0 && <p className="ls-ink-2">Nothing changes in this bucket.</p>}
        {changes.map((change) => (
          <DialDifference key={labelOfChange(change)} change={change} nameOption={nameOption} />
        ))}
      </section>
      {count && <Counts count={count} />}
    </div>
  );
}

function Counts({ count: { all, changed, values } }: Readonly<{ count: ChangeCount }>) {
  if (changed.few) return <p className="ls-ink-2">{FEWER_RISKS} change.</p>;
  if (all.risks === 0) return <p className="ls-ink-3">The portfolio has no risks of this class.</p>;
  if (changed.risks === 0) return <p className="ls-ink-2">No risk changes.</p>;
  return (
    <section aria-label="Impact" className="ls-grid ls-gap-10">
      <p>
        <b className="ls-num">{grouped(changed.risks)}</b> of {countRisks(all.risks)} change
        {changed.premium !== null && `, with ${describeShare(changed, 'premium')} of premium`}
      </p>
      <table className={`ls-small ${classes.counts}`} aria-label="Risks by value">
        <tbody>
          {values.map((value) => (
            <ValueLine key={value.value} count={value} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ValueLine({ count }: Readonly<{ count: ValueCount }>) {
  return (
    <tr>
      <th scope="row">{VALUES[count.value].label}</th>
      {DIRECTIONS.filter((direction) => count[direction] > 0).map((direction) => (
        <td key={direction}>
          <span className="ls-inline ls-nowrap">
            <DirectionGlyph direction={direction} /> <b>{grouped(count[direction])}</b> {DIRECTION_TEXT[direction]}
          </span>
        </td>
      ))}
    </tr>
  );
}
