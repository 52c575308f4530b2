import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Capacity } from '#contract/capacity.ts';
import type { MeasuredPortfolio } from '#contract/impact.ts';
import { describeOtherYear, limitUse } from '#domain/capacity/capacity.ts';
import type { ExposureMeasure, Figure } from '#domain/impact/impact.ts';
import { CapacityList, LimitDays } from '#web/impact/CapacityList.tsx';
import classes from '#web/impact/CapacityList.module.css';

type CapacityPartProps = Readonly<{
  capacity: Capacity;
  portfolio: MeasuredPortfolio;
  /** Undefined if the risks behind a figure cannot be listed. */
  onFigure: ((figure: Figure) => void) | undefined;
  className?: string | undefined;
}>;

/** The limits of a measured list. Left out if none concerns the bucket. */
export function CapacityPart({ capacity: { limits }, portfolio, onFigure, className = '' }: CapacityPartProps) {
  const [chosen, setChosen] = useState<ExposureMeasure>('lines');
  const hasPremium = limits.some(({ premium }) => premium !== null);
  const measure = hasPremium ? chosen : 'lines';
  const otherYear = describeOtherYear(limits, portfolio.period);
  if (limits.length === 0) return null;
  return (
    <section aria-label="Capacity" className={className}>
      <div className="ls-row ls-wrap ls-below-8">
        <h3 className={`ls-bold ${classes.title}`}>Capacity</h3>
        <LimitDays limits={limits} />
        {hasPremium && (
          <SegmentedControl
            aria-label="Capacity by"
            className="ls-push"
            data={[
              { value: 'lines', label: 'Max lines' },
              { value: 'premium', label: 'Premium' },
            ]}
            value={measure}
            onChange={setChosen}
          />
        )}
      </div>
      {otherYear !== undefined && <p className="ls-small ls-ink-3 ls-below-8">{otherYear}</p>}
      <CapacityList
        uses={limits.map((limit) => limitUse(limit, measure))}
        onOpen={onFigure && (({ country }) => onFigure({ of: 'exposure', measure, country }))}
      />
    </section>
  );
}
