import { isForClass } from '#domain/dimension/dimension.ts';
import { grouped } from '#domain/dimension/format.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#domain/dimension/registry.ts';
import { decodeDay } from '#domain/evaluation/compiled/conditions.ts';
import { countUnknown, numberAt, type Numbers } from '#domain/evaluation/compiled/encoded.ts';
import type { RiskColumns } from './chunk/chunk.ts';

/** Portfolio statistics, stored with it. */
export type PortfolioSummary = Readonly<{
  /** Risks per class slug. */
  classes: Readonly<Record<string, number>>;
  /** Dimensions with a column; the others are unknown. */
  dimensions: readonly DimensionKey[];
  /** Per dimension and class it applies to, the risks without a value. */
  missing: Readonly<Partial<Record<DimensionKey, Readonly<Record<string, number>>>>>;
  /** Columns that are only used for grouping. */
  kept: readonly string[];
  hasPremium: boolean;
  /** What became of the rows of its file; null if it was generated. */
  file: FileSummary | null;
}>;

export type FileSummary = Readonly<{
  rows: number;
  leftOut: number;
  /** Values that could not be read, in rows that were loaded without them. */
  valuesMissing: number;
  /** US dollars for one, by column. */
  rates: readonly Readonly<{ column: string; currency: string; usd: number }>[];
}>;

export type Period = Readonly<{ from: string; until: string }>;

/** Collects the statistics chunk by chunk. */
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
        const applicable = dimensions.filter((key) => isForClass(dimensionOf(key), cob));
        counts.set(cob, (count = { risks: 0, missing: new Map(applicable.map((key) => [key, 0])) }));
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
        file: null,
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
  return { from: decodeDay(first), until: decodeDay(last) };
}

export const joinPeriods = (a: Period | undefined, b: Period): Period =>
  a === undefined ? b : { from: a.from < b.from ? a.from : b.from, until: a.until > b.until ? a.until : b.until };

/** Per dimension, in registry order: the risks it applies to, and those without a value. */
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

/** "19,640 of 20,000 rows, 360 left out": what a portfolio says of its file for as long as it is kept. */
export function describeRows(risks: number, rows: number, valuesMissing = 0): string {
  const loaded =
    rows > risks
      ? `${grouped(risks)} of ${grouped(rows)} rows, ${grouped(rows - risks)} left out`
      : `${grouped(rows)} rows`;
  return valuesMissing === 0
    ? loaded
    : `${loaded}, ${grouped(valuesMissing)} ${valuesMissing === 1 ? 'value' : 'values'} missing`;
}
