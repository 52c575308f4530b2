import { formatShort } from '#domain/dimension/format.ts';
import type { RiskDimensions } from '#domain/dimension/registry.ts';

/** Lower bounds of the excess bands, in dollars of attachment point. */
export const BANDS = [0, 5e6, 10e6, 25e6, 50e6, 100e6] as const;

/** `primary`, `excess`, or `excess` with its attachment band; null where unknown. */
export function layerOf({ is_primary, attachment_point_ranges: at }: RiskDimensions): string | null {
  if (is_primary === undefined) return null;
  if (is_primary === 'primary' || at === undefined) return is_primary;
  return `excess ${BANDS.findLast((from) => from <= at) ?? 0}`;
}

/** "primary", "excess, $10m to $25m", "excess over $100m". */
export function describeLayer(layer: string): string {
  const [, band] = /^excess (\d+)$/.exec(layer) ?? [];
  const index = BANDS.findIndex((from) => String(from) === band);
  const [from, to] = [BANDS[index], BANDS[index + 1]];
  if (from === undefined) return layer;
  if (to === undefined) return `excess over ${formatShort(from, 'usd')}`;
  return from === 0
    ? `excess under ${formatShort(to, 'usd')}`
    : `excess, ${formatShort(from, 'usd')} to ${formatShort(to, 'usd')}`;
}
