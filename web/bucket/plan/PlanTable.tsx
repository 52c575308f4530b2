import { ActionIcon } from '@mantine/core';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { type ReactNode, use, useState } from 'react';
import type { RefusedBucket } from '#contract/problem.ts';
import type { ChangeCount } from '#domain/impact/impact.ts';
import { explainUnmeasuredGap, selectShownGaps } from '#domain/impact/gap-words.ts';
import { countRisks, describeMeasuredDay, describePercent, FEWER_RISKS } from '#domain/impact/words.ts';
import { bucketAddress, classLabel } from '#web/bucket/address.ts';
import { GapLine } from '#web/bucket/findings/GapLine.tsx';
import { Meter } from '#web/bucket/impact/Figures.tsx';
import { type DayCount, useEditsImpact } from '#web/bucket/impact/useEditsImpact.ts';
import { describeDraftOwner } from '#web/bucket/show/words.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { ARROW_ROW, moveByArrows } from '#web/kit/arrowRows.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { useSession } from '#web/session/session.tsx';
import { type Column, Table } from '#web/kit/Table.tsx';
import {
  canChoose,
  type EditPlan,
  isMeasurable,
  keyOf,
  PlanDayContext,
  type PlannedBucket,
  requestOf,
} from './editPlan.ts';
import { RefusalText } from './RefusalText.tsx';
import type { EditPlanState } from './useEditPlan.ts';
import classes from './Plan.module.css';

type PlanColumn<Bucket> = Column & Readonly<{ cell: (bucket: Bucket) => ReactNode; cellClass?: string }>;

type PlanTableProps<Bucket extends PlannedBucket> = Readonly<{
  label: string;
  state: EditPlanState<Bucket>;
  /** The buckets to show. */
  buckets: EditPlan<Bucket>;
  withClass: boolean;
  /** What the change does to a bucket, between its partner and its state. */
  columns: readonly PlanColumn<Bucket>[];
  /** Below the row on request; makes rows selectable. */
  details?: (bucket: Bucket, count: ChangeCount | undefined) => ReactNode;
  /** Whether the state says why a bucket is blocked. */
  showsBlockReason?: boolean;
}>;

/** One row per bucket: what changes, its state, its risks. Arrow keys move between checkboxes, Space ticks. */
export function PlanTable<Bucket extends PlannedBucket>(props: PlanTableProps<Bucket>) {
  const { label, state, buckets, withClass, columns, details } = props;
  const impact = usePlanImpact(buckets);
  const chooseAll = <ChooseAll state={state} buckets={buckets.filter(canChoose)} />;
  const heads = [
    ...(details ? [{ label: 'Chosen', hidden: true, className: classes.narrow, drawn: chooseAll }] : []),
    ...(withClass ? ['Class'] : []),
    'Partner',
    ...columns,
    'State',
    ...(impact ? [{ label: 'Risks that change', className: classes.risksColumn }] : []),
    ...(details ? [{ label: 'Details', hidden: true, className: classes.narrow }] : []),
  ];
  return (
    <div className="ls-scroll" onKeyDown={(event) => moveByArrows(event)}>
      <Table columns={heads} label={label}>
        <tbody>
          {buckets.map((bucket) => (
            <Row key={keyOf(bucket)} {...props} bucket={bucket} impact={impact} width={heads.length} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function ChooseAll<Bucket extends PlannedBucket>({
  state,
  buckets,
}: Pick<PlanTableProps<Bucket>, 'state' | 'buckets'>) {
  return (
    <input
      type="checkbox"
      className="ls-box"
      {...ARROW_ROW}
      aria-label={`All ${buckets.length}`}
      checked={buckets.length > 0 && buckets.every(state.isChosen)}
      disabled={buckets.length === 0}
      onChange={(event) => state.pick(buckets, event.currentTarget.checked)}
    />
  );
}

type RowProps<Bucket extends PlannedBucket> = PlanTableProps<Bucket> &
  Readonly<{ bucket: Bucket; impact: PlanImpact | undefined; width: number }>;

function Row<Bucket extends PlannedBucket>(props: RowProps<Bucket>) {
  const { state, bucket, withClass, columns, details, showsBlockReason = false, impact, width } = props;
  const [isOpen, setOpen] = useState(false);
  const { partner, cob } = bucket;
  const refusal = state.refusalOf(bucket);
  const off = !canChoose(bucket);
  const name = `${partner.number} ${partner.name}`;
  return (
    <>
      <tr className={classes.row} data-off={off || undefined} data-refused={refusal !== undefined || undefined}>
        {details && (
          <td>
            <input
              type="checkbox"
              className="ls-box"
              {...ARROW_ROW}
              aria-label={`${name}${withClass ? `, ${classLabel(cob)}` : ''}`}
              checked={state.isChosen(bucket)}
              disabled={off}
              onChange={(event) => state.pick([bucket], event.currentTarget.checked)}
            />
          </td>
        )}
        {withClass && <td>{classLabel(cob)}</td>}
        <td className="ls-nowrap">
          <PageLink to={bucketAddress({ partner: partner.number, cob })} className="ls-name">
            <span className="ls-num ls-ink-2">{partner.number}</span> {partner.name}
          </PageLink>
        </td>
        {columns.map(({ label, cell, cellClass }) => (
          <td key={label} className={cellClass}>
            {cell(bucket)}
          </td>
        ))}
        <td>
          <BucketState bucket={bucket} showsBlockReason={showsBlockReason} />
        </td>
        {impact && <td>{off ? null : <RisksThatChange bucket={bucket} impact={impact} />}</td>}
        {details && (
          <td className="ls-right">
            {!off && (
              <ActionIcon
                variant="subtle"
                size={28}
                aria-label={`Details of ${name}`}
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                <IconOpen size={16} stroke={2} aria-hidden className={`ls-ink-3 ${classes.chevron}`} />
              </ActionIcon>
            )}
          </td>
        )}
      </tr>
      {(!off || refusal) && (
        <BelowRow
          bucket={bucket}
          name={name}
          impact={impact}
          refusal={refusal}
          width={width}
          isIndented={details !== undefined}
        />
      )}
      {details && isOpen && !off && (
        <tr>
          <td aria-hidden />
          <td colSpan={width - 1}>{details(bucket, impact?.find(bucket)?.count)}</td>
        </tr>
      )}
    </>
  );
}

type BelowRowProps = Readonly<{
  bucket: PlannedBucket;
  name: string;
  impact: PlanImpact | undefined;
  refusal: RefusedBucket | undefined;
  width: number;
  isIndented: boolean;
}>;

/** Why the server refused the bucket, and the values that risks lose because the new version is not in force. */
function BelowRow({ bucket, name, impact, refusal, width, isIndented }: BelowRowProps) {
  const found = impact?.find(bucket);
  const gaps = selectShownGaps(found?.count.gaps ?? []);
  if (gaps.length === 0 && bucket.window === undefined && refusal === undefined) return null;
  return (
    <tr className={classes.below} data-refused={refusal !== undefined || undefined}>
      {isIndented && <td aria-hidden />}
      <td colSpan={isIndented ? width - 1 : width}>
        {refusal && (
          <p>
            <span className="ls-hidden">{name} </span>
            <RefusalText refusal={refusal} />
          </p>
        )}
        {gaps.map((gap) => (
          <p key={gap.dial_id}>
            <GapLine gap={gap} />
          </p>
        ))}
        {gaps.length === 0 && bucket.window && (
          <p className={found ? 'ls-ink-2' : 'ls-red'}>{explainUnmeasuredGap(bucket.window)}</p>
        )}
      </td>
    </tr>
  );
}

type BucketStateProps = Readonly<{
  bucket: PlannedBucket;
  showsBlockReason: boolean;
}>;

/** Whether someone is working on the bucket. */
function BucketState({ bucket: { draft, blockReason }, showsBlockReason }: BucketStateProps) {
  const personId = useSession().person.id;
  return (
    <div className="ls-grid ls-gap-4">
      <span className="ls-nowrap">
        {draft === null ? (
          <span className="ls-row ls-dot" data-tone="green">
            Free
          </span>
        ) : (
          <StatusChip status={draft.state} />
        )}
      </span>
      {showsBlockReason && blockReason !== undefined && <span className="ls-small ls-ink-3">{blockReason}</span>}
      {blockReason === undefined && draft !== null && (
        <span className="ls-small ls-ink-3">{describeDraftOwner(draft.saved_by, personId)}</span>
      )}
    </div>
  );
}

type PlanImpact = Readonly<{
  /** Undefined while it is measured, or if it cannot be. */
  find: (bucket: PlannedBucket) => Readonly<{ count: DayCount; isOld: boolean }> | undefined;
  titleOf: (count: DayCount) => string;
}>;

/** Undefined if nothing is measured at all. The rest of the page never waits for it. */
function usePlanImpact(buckets: EditPlan<PlannedBucket>): PlanImpact | undefined {
  const dayOf = use(PlanDayContext);
  const measurable = buckets.filter(isMeasurable);
  const datedRequestOf = (bucket: PlannedBucket) => ({ ...requestOf(bucket), day: dayOf(bucket) });
  const measured = useEditsImpact(measurable.map(datedRequestOf));
  if (measured === null || measurable.length === 0) return undefined;
  const find: PlanImpact['find'] = (bucket) => {
    const found = isMeasurable(bucket) ? measured?.find(datedRequestOf(bucket)) : undefined;
    return found?.count ? { count: found.count, isOld: found.isOld } : undefined;
  };
  return {
    find,
    titleOf: (count) =>
      measured === undefined ? '' : `Against ${measured.portfolio.name}, ${describeMeasuredDay(count.day)}`,
  };
}

/** How many risks of its class the change touches in a bucket. */
function RisksThatChange({ bucket, impact }: Readonly<{ bucket: PlannedBucket; impact: PlanImpact }>) {
  const found = impact.find(bucket);
  if (found === undefined) return null;
  const { changed, all } = found.count;
  if (changed.few) return <span className="ls-small ls-ink-3">{FEWER_RISKS}</span>;
  if (all.risks === 0) return null;
  return (
    <span className={classes.risks} data-old={found.isOld || undefined} title={impact.titleOf(found.count)}>
      <span className={classes.meter}>
        <Meter part={changed.risks / all.risks} tracked thick />
      </span>
      <span className="ls-num ls-nowrap">{countRisks(changed.risks)}</span>
      <span className={`ls-num ls-ink-3 ${classes.percent}`}>{describePercent(changed.risks, all.risks)}</span>
    </span>
  );
}
