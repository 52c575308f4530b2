import type { ChangeCount } from '#domain/impact/impact.ts';
import { countRisks, describePercent, FEWER_RISKS } from '#domain/impact/words.ts';
import { Meter } from '#web/bucket/impact/Figures.tsx';
import { useEditsImpact } from '#web/bucket/impact/useEditsImpact.ts';
import { editsIn, type RolloutRow } from './rolloutPlan.ts';
import classes from './Rollout.module.css';

/** What is known of the risks that the change touches in each bucket. */
export type RisksInEach = Readonly<{
  /** Undefined while it is measured, and where it cannot be. */
  find: (row: RolloutRow) => Readonly<{ count: ChangeCount; isOld: boolean }> | undefined;
  /** The most that it touches in any. */
  most: number;
  title: string;
}>;

/** Undefined where nothing is measured at all. The rest of the page never waits for it. */
export function useRisksInEach(rows: readonly RolloutRow[]): RisksInEach | undefined {
  const asked = rows.filter(isDecided);
  const measured = useEditsImpact(asked.map(editsIn));
  if (measured === null || asked.length === 0) return undefined;
  const find: RisksInEach['find'] = (row) => {
    const found = isDecided(row) ? measured?.find(editsIn(row)) : undefined;
    return found?.count ? { count: found.count, isOld: found.isOld } : undefined;
  };
  return {
    find,
    most: Math.max(1, ...asked.map((row) => find(row)?.count.changed.risks ?? 0)),
    title: measured === undefined ? '' : `Against ${measured.portfolio.name}, on today’s date`,
  };
}

/** What it does is only known once every question is answered and no rule is broken. */
const isDecided = ({ barred, conflict, plan, edits }: RolloutRow): boolean =>
  barred === undefined && conflict === undefined && (plan?.open ?? 0) === 0 && edits.length > 0;

/** How many risks of its class the change touches in a bucket, beside the bucket that it touches most. */
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
