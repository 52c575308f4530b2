import type { ChangeCount } from '#domain/impact/impact.ts';
import { countRisks, describePercent, FEWER_RISKS } from '#domain/impact/words.ts';
import { Meter } from '#web/bucket/impact/Figures.tsx';
import { useEditsImpact } from '#web/bucket/impact/useEditsImpact.ts';
import { editsIn, type RolloutRow } from './rolloutPlan.ts';
import classes from './Rollout.module.css';

/** The risks that the change touches in each bucket. */
export type RisksInEach = Readonly<{
  /** Undefined while it is measured, or if it cannot be. */
  find: (row: RolloutRow) => Readonly<{ count: ChangeCount; isOld: boolean }> | undefined;
  /** The maximum over all buckets. */
  most: number;
  title: string;
}>;

/** Undefined if nothing is measured at all. The rest of the page never waits for it. */
export function useRisksInEach(rows: readonly RolloutRow[]): RisksInEach | undefined {
  const decided = rows.filter(isDecided);
  const measured = useEditsImpact(decided.map(editsIn));
  if (measured === null || decided.length === 0) return undefined;
  const find: RisksInEach['find'] = (row) => {
    const found = isDecided(row) ? measured?.find(editsIn(row)) : undefined;
    return found?.count ? { count: found.count, isOld: found.isOld } : undefined;
  };
  return {
    find,
    most: Math.max(1, ...decided.map((row) => find(row)?.count.changed.risks ?? 0)),
    title: measured === undefined ? '' : `Against ${measured.portfolio.name}, on today’s date`,
  };
}

/** The impact is only defined once every question is answered and no rule is broken. */
const isDecided = ({ barred, conflict, plan, edits }: RolloutRow): boolean =>
  barred === undefined && conflict === undefined && (plan?.open ?? 0) === 0 && edits.length > 0;

/** How many risks of its class the change touches in a bucket, relative to the most affected one. */
export function RisksThatChange({ row, risks }: Readonly<{ row: RolloutRow; risks: RisksInEach }>) {
  const found = risks.find(row);
  if (found === undefined) return null;
  const { changed, all } = found.count;
  if (changed.few) return <span className="ls-small ls-ink-3">{FEWER_RISKS}</span>;
  if (all.risks === 0) return null;
  return (
    <span className={classes.risks} data-old={found.isOld || undefined} title={risks.title}>
      <Meter part={changed.risks / risks.most} thick />
      <span className="ls-num ls-nowrap">{countRisks(changed.risks)}</span>
      <span className="ls-num ls-ink-3">{describePercent(changed.risks, all.risks)}</span>
    </span>
  );
}
