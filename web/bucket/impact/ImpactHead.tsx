import { SegmentedControl } from '@mantine/core';
import type { Measured } from '#contract/impact.ts';
import { amountOf } from '#domain/impact/distribution.ts';
import {
  COARSE_NOTE,
  countRisks,
  describePercent,
  describeShare,
  describeWhole,
  hasPremium,
  IMPACT_VALUES,
} from '#domain/impact/words.ts';
import { uncapitalise } from '#domain/dimension/words.ts';
import { describeRows } from '#domain/portfolio/summary.ts';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { FigureLink, Meter } from './Figures.tsx';
import { useImpact } from './ImpactProvider.tsx';
import classes from './ImpactPanel.module.css';

/** What is measured against what, and the totals. */
export function ImpactHead({ measured, label }: Readonly<{ measured: Measured; label: string }>) {
  const { bucket } = useEditor();
  const { against, day, counted, choose, show } = useImpact();
  const { portfolio, impact } = measured;
  const live = `Live v${bucket.live.number}`;
  const [part, all] = [impact.changed, impact.all].map((share) => amountOf(share, counted));
  return (
    <div className={`ls-rule-below ${classes.part}`}>
      <div className={`ls-row ls-wrap ${classes.against}`}>
        <b className="ls-clip">{portfolio.name}</b>
        <span className="ls-mid ls-ink-3">against</span>
        {bucket.draft === null ? (
          <b className="ls-mid">{live}</b>
        ) : (
          <SegmentedControl
            aria-label="Against"
            className="ls-push"
            data={[
              { value: 'live', label: live },
              { value: 'draft', label: 'Saved draft' },
            ]}
            value={against}
            onChange={(value) => choose({ against: value })}
          />
        )}
      </div>
      <div className="ls-row ls-base ls-above-8">
        <FigureLink
          share={impact.changed}
          counted={counted}
          figure={{ of: 'changed' }}
          label="Risks that change"
          onFigure={show}
          className={classes.big}
        />
        <span className="ls-ink-2">{describeWhole(impact, counted)}</span>
        <b className="ls-push ls-num">{describePercent(part ?? 0, all ?? 0)}</b>
      </div>
      <Meter part={(part ?? 0) / Math.max(1, all ?? 0)} tracked thick />
      <p className="ls-small ls-ink-3 ls-above-8">
        {countRisks(portfolio.risks)} in the portfolio, {uncapitalise(describeShare(impact.all, 'risks'))} of them{' '}
        {label}
        {portfolio.rows !== null && portfolio.rows > portfolio.risks && (
          <span className="ls-block">{describeRows(portfolio.risks, portfolio.rows)}</span>
        )}
        {impact.coarse && <span className="ls-block">{COARSE_NOTE}</span>}
      </p>
      <div className="ls-row ls-wrap ls-above-8">
        <SegmentedControl
          aria-label="Measured on"
          data={[
            { value: 'today', label: 'On today' },
            { value: 'own', label: 'On own date' },
          ]}
          value={day}
          onChange={(value) => choose({ day: value })}
        />
        {hasPremium(impact) && (
          <SegmentedControl
            aria-label="Counted in"
            className="ls-push"
            data={[
              { value: 'risks', label: 'Risks' },
              { value: 'premium', label: 'Premium' },
            ]}
            value={counted}
            onChange={(value) => choose({ counted: value })}
          />
        )}
      </div>
    </div>
  );
}

/** A skeleton in the panel's shape. */
export function ImpactSkeleton() {
  const bone = (width: string) => <span className="ls-bone" style={{ width }} />;
  return (
    <div role="status" className="ls-appear">
      <span className="ls-hidden">Loading...</span>
      <div className={`ls-grid ls-gap-12 ls-rule-below ${classes.part}`}>
        {bone('55%')}
        {bone('70%')}
        {bone('100%')}
      </div>
      <div className={`ls-rule-below ${classes.part}`}>
        {IMPACT_VALUES.map((key) => (
          <div key={key} className={classes.value}>
            {bone('70%')}
            {bone('80%')}
            {bone('90%')}
            {bone('80%')}
          </div>
        ))}
      </div>
      <div className={`ls-grid ls-gap-14 ${classes.part}`}>
        {bone('40%')}
        {bone('100%')}
        {bone('80%')}
        {bone('60%')}
      </div>
    </div>
  );
}
