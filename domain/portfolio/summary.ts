import { isForClass } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#domain/dimension/registry.ts';
import { dayOfNumber } from '#domain/evaluation/compiled/conditions.ts';
import { countUnknown, numberAt, type Numbers } from '#domain/evaluation/compiled/encoded.ts';
import type { RiskColumns } from './chunk/chunk.ts';

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

/** Counts the risks of a portfolio, chunk by chunk. */
export function startSummary({ dimensions, kept }: Pick<PortfolioSummary, 'dimensions' | 'kept'>) {
  type Count = { risks: number; missing: Map<DimensionKey, number> };
  const counts = new Map<string, Count>();
  let risks = 0;
  let hasPremium = false;
  let period: Period | undefined;
  return {
    add({ cob, references: { length: size }, conditions, premiums }: RiskColumns): void {
      let count = counts.get(cob);
      if (count === undefined) {
        const asked = dimensions.filter((key) => isForClass(dimensionOf(key), cob));
        counts.set(cob, (count = { risks: 0, missing: new Map(asked.map((key) => [key, 0])) }));
      }
      risks += size;
      count.risks += size;
      hasPremium ||= premiums !== undefined;
      period = joinPeriods(period, periodOf(conditions.get('window') as Numbers, size));
      for (const [key, missing] of count.missing) {
        const encoded = conditions.get(key);
        count.missing.set(key, missing + (encoded === undefined ? size : countUnknown(encoded)));
      }
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
  };
}

function periodOf(days: Numbers, size: number): Period {
  let [first, last] = [Infinity, -Infinity];
  for (let row = 0; row < size; row += 1) {
    const day = numberAt(days, row) as number;
    if (day < first) first = day;
    if (day > last) last = day;
  }
  return { from: dayOfNumber(first), until: dayOfNumber(last) };
}

export const joinPeriods = (a: Period | undefined, b: Period): Period =>
  a === undefined ? b : { from: a.from < b.from ? a.from : b.from, until: a.until > b.until ? a.until : b.until };

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
