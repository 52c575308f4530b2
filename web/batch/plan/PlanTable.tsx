import { type ReactNode, use } from 'react';
import type { RefusedBucket } from '#contract/problem.ts';
import type { ChangeCount } from '#domain/impact/impact.ts';
import { explainUnmeasuredGap, selectShownGaps } from '#domain/impact/gap-words.ts';
import { countRisks, describeMeasuredDay, describePercent, FEWER_RISKS } from '#domain/impact/words.ts';
import { bucketAddress, classLabel } from '#web/bucket/address.ts';
import { GapLine } from '#web/change/GapLine.tsx';
import { Meter } from '#web/impact/Figures.tsx';
import { type DayCount, useEditsImpact } from '#web/impact/useEditsImpact.ts';
import { describeDraftOwner } from '#web/bucket/words.ts';
import type { Column, Columns, RowFacts, Selection } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { useSession } from '#web/base/session/session.tsx';
import {
  canChoose,
  type EditPlan,
  isMeasurable,
  keyOf,
  PlanDayContext,
  type PlannedBucket,
  requestOf,
} from '#web/batch/editPlan.ts';
import { RefusalText } from './RefusalText.tsx';
import type { EditPlanState } from './useEditPlan.ts';
import classes from './Plan.module.css';

type PlanTableProps<Bucket extends PlannedBucket> = Readonly<{
  label: string;
  state: EditPlanState<Bucket>;
  /** The buckets to show. */
  buckets: EditPlan<Bucket>;
  withClass: boolean;
  /** What the change does to a bucket, between its partner and its state. */
  columns: Columns<Bucket>;
  /** Below the row on request; makes rows selectable. */
  details?: (bucket: Bucket, count: ChangeCount | undefined) => ReactNode;
  /** Whether the state says why a bucket is blocked. */
  showsBlockReason?: boolean;
}>;

const nameOf = ({ partner }: PlannedBucket): string => `${partner.number} ${partner.name}`;

/** One row per bucket: what changes, its state, its risks. Arrow keys move between checkboxes, Space ticks. */
export function PlanTable<Bucket extends PlannedBucket>(props: PlanTableProps<Bucket>) {
  const { label, state, buckets, withClass, columns, details, showsBlockReason = false } = props;
  const impact = usePlanImpact(buckets);
  const all: readonly (Column<Bucket> | false | undefined)[] = [
    withClass && { head: 'Class', cell: ({ cob }) => classLabel(cob) },
    {
      head: 'Partner',
      className: 'ls-nowrap',
      cell: ({ partner, cob }) => (
        <PageLink to={bucketAddress({ partner: partner.number, cob })} className="ls-name">
          <span className="ls-num ls-ink-2">{partner.number}</span> {partner.name}
        </PageLink>
      ),
    },
    ...columns,
    { head: 'State', cell: (bucket) => <BucketState bucket={bucket} showsBlockReason={showsBlockReason} /> },
    impact && {
      head: 'Risks that change',
      className: classes.risksColumn,
      cell: (bucket) => canChoose(bucket) && <RisksThatChange bucket={bucket} impact={impact} />,
    },
  ];
  const row: RowFacts<Bucket> = {
    key: keyOf,
    attributes: (bucket) => ({
      className: classes.row,
      'data-off': !canChoose(bucket) || undefined,
      'data-refused': state.refusalOf(bucket) !== undefined || undefined,
    }),
    below: (bucket) => {
      const refusal = state.refusalOf(bucket);
      if (!canChoose(bucket) && refusal === undefined) return null;
      return describeBelow(bucket, impact, refusal);
    },
    ...(details && {
      expand: {
        label: (bucket) => `Details of ${nameOf(bucket)}`,
        content: (bucket) => details(bucket, impact?.find(bucket)?.count),
        isOff: (bucket) => !canChoose(bucket),
      },
    }),
  };
  const select: Selection<Bucket> = {
    isChosen: state.isChosen,
    pick: state.pick,
    label: (bucket) => `${nameOf(bucket)}${withClass ? `, ${classLabel(bucket.cob)}` : ''}`,
    isOff: (bucket) => !canChoose(bucket),
    all: `All ${buckets.filter(canChoose).length}`,
  };
  return (
    <DataTable
      label={label}
      rows={buckets}
      columns={all.filter((column) => column !== false && column !== undefined)}
      row={row}
      frame="card"
      {...(details && { select })}
    />
  );
}

/** Why the server refused the bucket, and the values that risks lose because the new version is not in force. */
function describeBelow(bucket: PlannedBucket, impact: PlanImpact | undefined, refusal: RefusedBucket | undefined) {
  const found = impact?.find(bucket);
  const gaps = selectShownGaps(found?.count.gaps ?? []);
  if (gaps.length === 0 && bucket.window === undefined && refusal === undefined) return null;
  return (
    <>
      {refusal && (
        <p>
          <span className="ls-hidden">{nameOf(bucket)} </span>
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
    </>
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
