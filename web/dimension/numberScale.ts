import type { IntervalsDimension, Unit } from '#domain/dimension/dimension.ts';
import { formatShort, grouped } from '#domain/dimension/format.ts';

/** Where the numbers of one dimension stand on its line. The same for every dial, so that lines compare by eye. */
export type NumberScale = Readonly<{
  /** From 0 (left end) to 1 (right end), always rising. What lies outside the domain is squeezed into the margins. */
  at: (value: number) => number;
  /** Numbers worth a label, most wanted first. */
  marks: readonly number[];
  label: (value: number) => string;
}>;

const MARGIN = 0.06;
/** Money spreads over decades: below this it is nearly linear, above it logarithmic. */
const MONEY_BEND = 5e6;

export function scaleFor({ unit, axis: { from, to, marks } }: Pick<IntervalsDimension, 'unit' | 'axis'>): NumberScale {
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
