import type { DialData } from '#domain/dial/dial.ts';
import { DIMENSION_KEYS, dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { intersect, parseIntervals } from '#domain/dimension/kind/intervals/interval.ts';

/**
 * Why no risk can match both dials: a dimension of which a risk has just one value, the window, or the way it arrives.
 * Options (risk codes, countries …) never rule it out, as a risk may carry several. `meetAt`: the intervals touch there.
 */
export type Apart =
  | Readonly<{ by: 'dimension'; key: DimensionKey; meetAt: number | null }>
  | Readonly<{ by: 'window' }>
  | Readonly<{ by: 'journeys' }>;

/** Nothing when some risk can match both. */
export function whatKeepsApart(a: DialData, b: DialData): Apart | undefined {
  if (!windowsMeet(a, b)) return { by: 'window' };
  if (a.journeys.length > 0 && b.journeys.length > 0 && !a.journeys.some((way) => b.journeys.includes(way)))
    return { by: 'journeys' };
  for (const key of DIMENSION_KEYS) {
    const apart = dimensionsApart(key, a.dimensions[key], b.dimensions[key]);
    if (apart !== undefined) return apart;
  }
  return undefined;
}

function dimensionsApart(key: DimensionKey, a: unknown, b: unknown): Apart | undefined {
  if (a === undefined || b === undefined) return undefined;
  const { kind } = dimensionOf(key);
  if (kind === 'yes-no' || kind === 'one-of') return a === b ? undefined : { by: 'dimension', key, meetAt: null };
  if (kind !== 'intervals') return undefined;
  const [left, right] = [a, b].map((text) => parseIntervals(typeof text === 'string' ? text : '', { negative: true }));
  if (left?.ok !== true || right?.ok !== true || intersect(left.set, right.set).length > 0) return undefined;
  const ends = new Set(left.set.flatMap(({ lower, upper }) => [lower?.at, upper?.at]));
  const shared = right.set
    .flatMap(({ lower, upper }) => [lower?.at, upper?.at])
    .find((at) => at !== undefined && ends.has(at));
  return { by: 'dimension', key, meetAt: shared ?? null };
}

function windowsMeet(a: DialData, b: DialData): boolean {
  const ends = (until: string | null, from: string | null) => until !== null && from !== null && until <= from;
  return !ends(a.active_until, b.active_from) && !ends(b.active_until, a.active_from);
}
