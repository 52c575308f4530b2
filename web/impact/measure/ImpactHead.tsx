import { SegmentedControl } from '@mantine/core';
import type { Measured } from '#contract/impact.ts';
import type { Metric } from '#domain/impact/distribution.ts';
import type { Impact } from '#domain/impact/impact.ts';
import { COARSE_NOTE, countRisks, describeShare, hasPremium } from '#domain/impact/words.ts';
import { uncapitalise } from '#domain/dimension/words.ts';
import { describeRows } from '#domain/portfolio/summary.ts';
import { useEditor } from '#web/bucket/editor.ts';
import { useImpact } from '#web/impact/ImpactProvider.tsx';
import classes from '#web/impact/ImpactPanel.module.css';

/** What is measured against what. */
export function ImpactHead({ measured: { portfolio } }: Readonly<{ measured: Measured }>) {
  const { bucket } = useEditor();
  const { against, choose } = useImpact();
  const live = `Live v${bucket.live.number}`;
  return (
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
  );
}

/** How much of the portfolio that is, on which day it is measured, and in what it is counted. */
export function ImpactChoices({ measured, label }: Readonly<{ measured: Measured; label: string }>) {
  const { day, counted, choose } = useImpact();
  const { portfolio, impact } = measured;
  return (
    <>
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
        <CountedIn
          impact={impact}
          counted={counted}
          className="ls-push"
          onChange={(value) => choose({ counted: value })}
        />
      </div>
    </>
  );
}

type CountedInProps = Readonly<{
  impact: Impact;
  counted: Metric;
  className?: string;
  onChange: (counted: Metric) => void;
}>;

/** Chooses what is counted, where the premium is known. */
export function CountedIn({ impact, counted, className = '', onChange }: CountedInProps) {
  if (!hasPremium(impact)) return null;
  return (
    <SegmentedControl
      aria-label="Counted in"
      className={className}
      data={[
        { value: 'risks', label: 'Risks' },
        { value: 'premium', label: 'Premium' },
      ]}
      value={counted}
      onChange={onChange}
    />
  );
}
