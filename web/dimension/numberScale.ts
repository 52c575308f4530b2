import type { Unit } from '#domain/dimension/dimension.ts';
import { dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { formatShort, grouped } from '#domain/dimension/format.ts';

/** Where the numbers of one dimension stand on its line. The same for every dial, so that lines compare by eye. */
export type NumberScale = Readonly<{
  /** From 0 (left end) to 1 (right end), always rising. What lies outside the domain is squeezed into the margins. */
  at: (value: number) => number;
  /** Numbers worth a label, most wanted first. */
  marks: readonly number[];
  label: (value: number) => string;
}>;

type Range = Readonly<{ from: number; to: number; marks: readonly number[] }>;

const RANGES: Partial<Record<DimensionKey, Range>> = {
  attachment_point_ranges: { from: 0, to: 250e6, marks: [0, 100e6, 25e6, 50e6, 10e6, 250e6, 5e6] },
  revenue_ranges: { from: 0, to: 10e9, marks: [0, 1e9, 100e6, 10e9, 10e6] },
  nominated_syndicate_line_ranges: { from: 0, to: 100, marks: [0, 100, 50, 25, 75] },
  company_size_ranges: { from: 0, to: 10_000, marks: [0, 10_000, 5000, 2500, 7500] },
  company_size_change_ranges: { from: -100, to: 200, marks: [0, -100, 100, 200, 50, -50, 150] },
  company_bankruptcy_index_ranges: { from: -5, to: 10, marks: [0, -5, 10, 5] },
  company_days_since_ipo_ranges: { from: 0, to: 3650, marks: [0, 3650, 1825, 365] },
  bi_cover_waiting_period_ranges: { from: 0, to: 36, marks: [0, 36, 24, 12] },
  lawyer_exposure_count_ranges: { from: 0, to: 500, marks: [0, 500, 250, 100] },
};
const FALLBACK: Range = { from: 0, to: 100, marks: [0, 100, 50] };

const MARGIN = 0.06;
/** Money spreads over decades: below this it is nearly linear, above it logarithmic. */
const MONEY_BEND = 5e6;

export function scaleFor(key: DimensionKey): NumberScale {
  const dimension = dimensionOf(key);
  const unit = dimension.kind === 'intervals' ? dimension.unit : 'count';
  const { from, to, marks } = RANGES[key] ?? FALLBACK;
  const bend = unit === 'usd' ? (value: number) => Math.log10(1 + value / MONEY_BEND) : (value: number) => value;
  const left = from < 0 ? MARGIN : 0;
  const [start, span] = [bend(from), bend(to) - bend(from)];
  const at = (value: number) => {
    if (value > to) return 1 - (MARGIN * (to - from)) / (value - from);
    if (value < from) return (left * (to - from)) / (to - value);
    return left + ((bend(value) - start) / span) * (1 - MARGIN - left);
  };
  return { at, marks, label: (value) => tickLabel(value, unit) };
}

function tickLabel(value: number, unit: Unit): string {
  if (unit === 'hours') return `${grouped(value)} h`;
  if (unit === 'days') return `${grouped(value)} d`;
  return formatShort(value, unit);
}
