import type { Answer } from '#contract/route.ts';
import type { impactRoutes } from '#contract/impact.ts';
import { Meter } from '#web/bucket/impact/Figures.tsx';
import type { RolloutRow } from './rolloutPlan.ts';
import { countRisks, describePercent } from '#domain/impact/words.ts';
import classes from './Rollout.module.css';

type Measured = Extract<Answer<typeof impactRoutes.measureVersion>, { state: 'measured' }>;

/** How many risks of its class the change touches in a bucket, beside the bucket that it touches most. */
export function RisksThatChange({ row: { place }, impact }: Readonly<{ row: RolloutRow; impact: Measured }>) {
  const found = impact.buckets.find(({ partner, cob }) => partner === place.partner.number && cob === place.cob);
  if (found === undefined || found.all.risks === 0) return null;
  const most = Math.max(1, ...impact.buckets.map(({ changed }) => changed.risks));
  const { changed, all } = found;
  return (
    <span className={classes.risks} title={`Against ${impact.portfolio.name}, on today’s date`}>
      <Meter part={changed.risks / most} thick />
      <span className="ls-num ls-nowrap">{countRisks(changed.risks)}</span>
      <span className="ls-num ls-ink-3">{describePercent(changed.risks, all.risks)}</span>
    </span>
  );
}
