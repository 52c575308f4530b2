import type { StoredMeasurement } from '#contract/impact.ts';
import { type LimitImpact, limitUse } from '#domain/capacity/capacity.ts';
import { grouped } from '#domain/dimension/format.ts';
import { CapacityList, LimitDays } from '#web/impact/CapacityList.tsx';
import { ImpactView } from '#web/impact/ImpactView.tsx';
import paper from '#web/kit/Paper.module.css';
import classes from './Evidence.module.css';

type EvidenceImpactProps = Readonly<{ impact: readonly StoredMeasurement[]; utcText: (moment: string) => string }>;

/** The impact measured for the review that made it live: first at submit, then each time since. */
export function EvidenceImpact({ impact, utcText }: EvidenceImpactProps) {
  return (
    <section aria-label="Impact" className={paper.part}>
      <h3>Impact</h3>
      {impact.length === 0 && <p className="ls-small ls-ink-3">Nothing was measured for this version.</p>}
      {impact.map((stored) => {
        const { portfolio, against, day, engine, measured_at, measured_by, at_submit } = stored;
        return (
          <div key={measured_at} className="ls-below-16">
            <p className="ls-small ls-ink-3">
              {at_submit ? 'Stored at submit' : 'Measured'} {utcText(measured_at)} by {measured_by.name}
              {against !== null && `, against version ${against}`},{' '}
              {day === null ? 'each risk on its own date' : `all risks on ${day}`}, by engine {engine}.
            </p>
            <p className="ls-small ls-ink-3">
              Portfolio {portfolio.name}, {grouped(portfolio.risks)} risks, loaded {utcText(portfolio.loaded_at)}:{' '}
              <span className={`ls-mono ls-tiny ${classes.hash}`}>{portfolio.hash}</span>
            </p>
            <div className={`ls-card ls-above-8 ${classes.impact}`}>
              <ImpactView
                density="paper"
                impact={stored.impact}
                counted="risks"
                largest={stored.largest}
                onFigure={undefined}
              />
            </div>
            {stored.capacity && stored.capacity.limits.length > 0 && (
              <EvidenceCapacity limits={stored.capacity.limits} />
            )}
          </div>
        );
      })}
    </section>
  );
}

/** By max lines, all of them. */
function EvidenceCapacity({ limits }: Readonly<{ limits: readonly LimitImpact[] }>) {
  return (
    <div className="ls-above-12">
      <h4>Capacity</h4>
      <p className="ls-small ls-ink-3">
        Max lines against limits, <LimitDays limits={limits} />
      </p>
      <CapacityList uses={limits.map((limit) => limitUse(limit, 'lines'))} whole />
    </div>
  );
}
