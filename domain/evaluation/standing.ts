import { isActiveOn } from '#domain/dial/status.ts';
import type { DialScope } from '#domain/dial/sentence.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { findMiss, type Miss } from './evaluate.ts';
import type { Risk } from './risk.ts';

/**
 * How a dial stands to a risk of which not everything may be known: it matches; it misses, because something known
 * contradicts it; it is not known, because nothing does but a fact is missing; or it is not active on that day.
 */
export type Standing =
  | Readonly<{ kind: 'matches'; miss: null }>
  | Readonly<{ kind: 'misses' | 'not-known' | 'not-active'; miss: Miss }>;

export function findStanding(dial: DialScope, risk: Risk): Standing {
  const first = findMiss(dial, risk);
  if (first === null) return { kind: 'matches', miss: null };
  if (!isActiveOn(dial, risk.date)) return { kind: 'not-active', miss: first };
  const contradiction = listMisses(dial, risk).find(({ has }) => has !== null);
  return contradiction ? { kind: 'misses', miss: contradiction } : { kind: 'not-known', miss: first };
}

/** Every condition that the dial fails, besides its window. */
function listMisses({ journeys, dimensions }: DialScope, { journey, dimensions: known }: Risk): Miss[] {
  const misses: Miss[] = [];
  if (journeys.length > 0 && (journey === null || !journeys.includes(journey)))
    misses.push({ by: 'journeys', wants: journeys, has: journey });
  for (const { key, kind, value } of listSetDimensions(dimensions)) {
    const has = known[key];
    if (!kind.matches(value, has)) misses.push({ by: key, wants: value, has: has ?? null });
  }
  return misses;
}

/** Whether nothing is known of a risk yet. Its date is preset, and does not count. */
export const isBlank = ({ journey, dimensions }: Risk): boolean =>
  journey === null && Object.values(dimensions).every((value) => value === undefined);
