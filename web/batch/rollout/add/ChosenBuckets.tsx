import { VALUES } from '#domain/value/registry.ts';
import { PlanTable } from '#web/batch/plan/PlanTable.tsx';
import { valueText } from '#web/rule/changeWords.ts';
import { Card } from '#web/kit/Card.tsx';
import { type AddBucket, overriddenIn } from './addPlan.ts';
import type { AddState } from './useAdding.ts';

/** The result for each chosen bucket. */
export function ChosenBuckets({ adding: { added, state } }: Readonly<{ adding: AddState }>) {
  const { chosen } = state;
  const withBecomes = added.length > 1 || added.some((dial) => overriddenIn(dial).length > 0);
  return (
    <Card
      title="Chosen buckets"
      note={<span className="ls-chip ls-num">{chosen.length}</span>}
      aside={
        <button type="button" className="ls-link ls-small" onClick={() => state.pick(chosen, false)}>
          Choose none
        </button>
      }
      padded={false}
    >
      <PlanTable
        label="Chosen buckets"
        state={state}
        buckets={chosen}
        withClass
        columns={[
          { head: 'Position', className: 'ls-right ls-num ls-nowrap', cell: positionText },
          ...(withBecomes
            ? [{ head: 'What it becomes', cell: (bucket: AddBucket) => <Becomes bucket={bucket} of={added.length} /> }]
            : []),
        ]}
      />
    </Card>
  );
}

function positionText({ position, added }: AddBucket): string {
  if (position === undefined) return '';
  return added.length > 1 ? `${position} to ${position + added.length - 1}` : `${position}`;
}

/** The overridden values, and which of several dials it already has. */
function Becomes({ bucket: { added }, of }: Readonly<{ bucket: AddBucket; of: number }>) {
  return (
    <div className="ls-grid ls-gap-4 ls-small">
      {added.map((dial) => {
        const keys = overriddenIn(dial);
        if (of === 1 && keys.length === 0) return null;
        return (
          <span key={dial.dial_id} className="ls-ink-2">
            {of > 1 && `${dial.name}${keys.length > 0 ? ': ' : ''}`}
            {keys.map((key, index) => {
              const [own, override] = [dial.own[key], dial.overrides[key]];
              return (
                <span key={key}>
                  {index > 0 && ', '}
                  {`${VALUES[key].label} `}
                  {own !== undefined && <s className="ls-ink-3">{valueText(key, own)}</s>}{' '}
                  {override !== undefined && <b className="ls-violet">{valueText(key, override)}</b>}
                </span>
              );
            })}
          </span>
        );
      })}
      {added.length < of && <span className="ls-ink-3">{`Holds ${of - added.length} of ${of} already`}</span>}
    </div>
  );
}
