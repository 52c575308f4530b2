import type { Measured } from '#contract/impact.ts';
import { coarsenChanges, coarsenCount, coarsenExposures, coarsenImpact } from '#domain/impact/coarse.ts';
import type { ChangeCount } from '#domain/impact/impact.ts';

/** What a person may see of a measurement. Every response with portfolio figures passes through one of these. */
export type ImpactView = Readonly<{
  showMeasured: <M extends Pick<Measured, 'capacity' | 'impact' | 'largest'>>(measured: M) => M;
  showChanges: <C extends ChangeCount>(count: C) => C;
  showCount: (risks: number) => number | null;
}>;

/** For people who may see single risks. */
export const EXACT_VIEW: ImpactView = {
  showMeasured: (measured) => measured,
  showChanges: (count) => count,
  showCount: (risks) => risks,
};

/** For everyone else. */
export const COARSE_VIEW: ImpactView = {
  showMeasured: (measured) => {
    const { capacity, impact } = measured;
    const limits = coarsenExposures(capacity?.limits ?? [], impact);
    return { ...measured, impact: coarsenImpact(impact), capacity: capacity && { ...capacity, limits }, largest: [] };
  },
  showChanges: coarsenChanges,
  showCount: coarsenCount,
};
