import { VALUES } from '#domain/value/registry.ts';
import { bucketAddress, classLabel } from '#web/bucket/address.ts';
import { valueText } from '#web/dimension/changeWords.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { right, Table } from '#web/kit/Table.tsx';
import { RisksThatChange, useRisksInEach } from '#web/bucket/rollout/RisksThatChange.tsx';
import { StateOf } from '#web/bucket/rollout/RolloutTable.tsx';
import { type AddRow, overriddenIn } from './addPlan.ts';
import type { AddState } from './useAdding.ts';
import rollout from '#web/bucket/rollout/Rollout.module.css';

/** The result for each chosen bucket. */
export function ChosenBuckets({ adding }: Readonly<{ adding: AddState }>) {
  const { chosen, added, state } = adding;
  const risks = useRisksInEach(chosen);
  const isOverridden = added.some((dial) => overriddenIn(dial).length > 0);
  const withBecomes = isOverridden || added.length > 1;
  return (
    <Card
      title="Chosen buckets"
      note={<span className="ls-chip ls-num">{chosen.length}</span>}
      aside={
        <button
          type="button"
          className="ls-link ls-small"
          onClick={() =>
            state.pick(
              chosen.map(({ key }) => key),
              false,
            )
          }
        >
          Choose none
        </button>
      }
      padded={false}
    >
      <div className="ls-scroll">
        <Table
          label="Chosen buckets"
          columns={[
            'Class',
            'Partner',
            right('Position'),
            ...(withBecomes ? ['What it becomes'] : []),
            'State',
            ...(risks ? [{ label: 'Risks that change', className: rollout['risksColumn'] }] : []),
          ]}
        >
          <tbody>
            {chosen.map((row) => (
              <tr key={row.key} className={rollout['row']} data-refused={state.refused.has(row.key) || undefined}>
                <td>{classLabel(row.place.cob)}</td>
                <td className="ls-nowrap">
                  <PageLink
                    to={bucketAddress({ partner: row.place.partner.number, cob: row.place.cob })}
                    className="ls-name"
                  >
                    <span className="ls-num ls-ink-2">{row.place.partner.number}</span> {row.place.partner.name}
                  </PageLink>
                </td>
                <td className="ls-right ls-num ls-nowrap">{positionText(row)}</td>
                {withBecomes && (
                  <td>
                    <Becomes row={row} of={added.length} />
                  </td>
                )}
                <td>
                  <StateOf row={row} refusal={state.refused.get(row.key)} />
                </td>
                {risks && (
                  <td>
                    <RisksThatChange row={row} risks={risks} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  );
}

function positionText({ position, added }: AddRow): string {
  if (position === undefined) return '';
  return added.length > 1 ? `${position} to ${position + added.length - 1}` : `${position}`;
}

/** The overridden values, and which of several dials it already has. */
function Becomes({ row: { added }, of }: Readonly<{ row: AddRow; of: number }>) {
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
