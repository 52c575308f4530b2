import { isForClass } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#domain/dimension/registry.ts';
import type { PortfolioRisk } from './portfolio.ts';

/** What is said of a portfolio without reading it. */
export type PortfolioSummary = Readonly<{
  /** How many risks it has of each class, by slug. */
  classes: Readonly<Record<string, number>>;
  /** The dimensions that a column was for; of the others nothing is known. */
  dimensions: readonly DimensionKey[];
  /** Of each of those, how many risks of each class have no value; only of the classes that it is for. */
  missing: Readonly<Partial<Record<DimensionKey, Readonly<Record<string, number>>>>>;
  /** The columns that are only grouped by. */
  kept: readonly string[];
  /** Whether a premium is known of any risk. */
  hasPremium: boolean;
}>;

export type Period = Readonly<{ from: string; until: string }>;

/** Counts the risks of a portfolio. */
export function startSummary({ dimensions, kept }: Pick<PortfolioSummary, 'dimensions' | 'kept'>) {
  type Count = { risks: number; missing: Map<DimensionKey, number> };
  const counts = new Map<string, Count>();
  let risks = 0;
  let hasPremium = false;
  let period: Period | undefined;
  return {
    add({ cob, risk, premium }: PortfolioRisk): void {
      let count = counts.get(cob);
      if (count === undefined) {
        const asked = dimensions.filter((key) => isForClass(dimensionOf(key), cob));
        counts.set(cob, (count = { risks: 0, missing: new Map(asked.map((key) => [key, 0])) }));
      }
      risks += 1;
      count.risks += 1;
      hasPremium ||= premium !== null;
      const { from, until } = period ?? { from: risk.date, until: risk.date };
      if (period === undefined || risk.date < from || risk.date > until)
        period = { from: risk.date < from ? risk.date : from, until: risk.date > until ? risk.date : until };
      for (const [key, missing] of count.missing)
        if (risk.dimensions[key] === undefined) count.missing.set(key, missing + 1);
    },
    result: () => {
      const sorted = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
      const missingIn = (key: DimensionKey) =>
        Object.fromEntries(sorted.flatMap(([cob, { missing }]) => (missing.get(key) ? [[cob, missing.get(key)]] : [])));
      const summary: PortfolioSummary = {
        classes: Object.fromEntries(sorted.map(([cob, count]) => [cob, count.risks])),
        dimensions,
        missing: Object.fromEntries(dimensions.map((key) => [key, missingIn(key)])),
        kept,
        hasPremium,
      };
      return { risks, period, summary };
    },
    /** The first and last date so far. */
    period: () => period,
  };
}

/** Of every dimension, in the order of the registry: of how many risks it is asked, and of how many it is not known. */
export function missingOf({ classes, dimensions, missing }: PortfolioSummary) {
  return DIMENSION_KEYS.map((key) => {
    const own = Object.entries(classes).filter(([cob]) => isForClass(dimensionOf(key), cob));
    const of = own.reduce((sum, [, risks]) => sum + risks, 0);
    const hasColumn = dimensions.includes(key);
    const counts = missing[key] ?? {};
    return {
      key,
      of,
      missing: hasColumn ? Object.values(counts).reduce((sum, risks) => sum + risks, 0) : of,
      hasColumn,
    };
  });
}
