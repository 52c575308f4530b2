import type { PendingReview } from '#contract/review.ts';
import { grouped } from '#domain/dimension/format.ts';
import { describePercent, MIN_SHOWN_RISKS } from '#domain/impact/percent.ts';
import classes from './PendingReviews.module.css';

type Figures = Readonly<{ impact: PendingReview['impact']; buckets: number | undefined }>;

/** Why there is no share. */
const WITHOUT = {
  'on-its-way': 'Being measured',
  'no-portfolio': 'Not measured',
  'none-of-class': 'None of this class',
} as const satisfies Record<Exclude<PendingReview['impact']['state'], 'measured'>, string>;

/** The share of risks that change, as a figure and a meter. `buckets`: of a set, each of which counts its own risks. */
export function ImpactShare({ impact: { state, changed, all }, buckets }: Figures) {
  if (state !== 'measured') return <p className={`ls-small ls-ink-3 ${classes.impact}`}>{WITHOUT[state]}</p>;
  if (changed === null || all === null)
    return <p className={`ls-small ls-ink-3 ${classes.impact}`}>{`Fewer than ${MIN_SHOWN_RISKS} risks change`}</p>;
  return (
    <div className={`ls-grid ls-gap-4 ls-small ls-num ls-nowrap ${classes.impact}`}>
      <p>
        <b className="ls-title">{describePercent(changed, all)}</b> <span className="ls-ink-2">of risks</span>
      </p>
      <span className={classes.risks} aria-hidden>
        {changed > 0 && <span style={{ width: `${(100 * changed) / all}%` }} />}
      </span>
      <p className="ls-ink-3">
        {grouped(changed)} of {grouped(all)}
        {buckets !== undefined && ` in ${buckets}`}
      </p>
    </div>
  );
}
