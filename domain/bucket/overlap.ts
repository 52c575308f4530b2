import type { DialData } from '#domain/dial/dial.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import type { DimensionKey } from '#domain/dimension/registry.ts';

/** Why no risk can match both dials A and B: "Their attachment points do not overlap". */
export type DisjointReason = Readonly<{ by: DimensionKey | 'window' | 'journeys'; words: string }>;

/** Undefined when a risk may match both. */
export function findDisjointReason(a: DialData, b: DialData): DisjointReason | undefined {
  if (!windowsMeet(a, b)) return { by: 'window', words: 'They are never active on the same day' };
  if (a.journeys.length > 0 && b.journeys.length > 0 && !a.journeys.some((way) => b.journeys.includes(way)))
    return { by: 'journeys', words: 'They are for risks that arrive in different ways' };
  const others = new Map(listSetDimensions(b.dimensions).map(({ key, value }) => [key, value]));
  for (const { key, kind, value } of listSetDimensions(a.dimensions)) {
    const other = others.get(key);
    const words = other === undefined ? undefined : kind.findDisjointReason(value, other);
    if (words !== undefined) return { by: key, words };
  }
  return undefined;
}

function windowsMeet(a: DialData, b: DialData): boolean {
  const ends = (until: string | null, from: string | null) => until !== null && from !== null && until <= from;
  return !ends(a.active_until, b.active_from) && !ends(b.active_until, a.active_from);
}
