import type { DialData } from './dial.ts';
import { DIMENSION_KEYS, dimensionOf, type DialDimensions } from '#domain/dimension/registry.ts';
import { parseIntervals, printIntervals } from '#domain/dimension/kind/intervals/interval.ts';

/**
 * The one way a dial is kept: texts trimmed, nothing listed twice, what is empty left out, numbers of intervals
 * written out but never merged. What cannot be read stays as it is, for the checks to name.
 */
export function normaliseDial(data: DialData): DialData {
  return {
    ...data,
    name: data.name.trim().replaceAll(/\s+/g, ' '),
    description: data.description.trim(),
    reason: data.reason.trim(),
    tags: distinctWords(data.tags),
    authors: distinctWords(data.authors),
    journeys: [...new Set(data.journeys)],
    dimensions: normaliseDimensions(data.dimensions),
    values: Object.fromEntries(Object.entries(data.values).filter(([, value]) => value !== undefined)),
    active_from: data.active_from === '' ? null : data.active_from,
    active_until: data.active_until === '' ? null : data.active_until,
  };
}

function normaliseDimensions(dimensions: DialDimensions): DialDimensions {
  const kept = DIMENSION_KEYS.flatMap((key) => {
    const value = normaliseValue(dimensions[key], dimensionOf(key));
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(kept);
}

function normaliseValue(value: unknown, dimension: ReturnType<typeof dimensionOf>): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : [...new Set(value as readonly string[])];
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return undefined;
  if (dimension.kind !== 'intervals') return value;
  const parsed = parseIntervals(value, dimension);
  return parsed.ok ? printIntervals(parsed.asWritten) : value.trim();
}

/** "Cyber" and "cyber" are one word; the first way of writing it stays. */
function distinctWords(words: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const word of words.map((text) => text.trim()))
    if (word !== '' && !byKey.has(word.toLowerCase())) byKey.set(word.toLowerCase(), word);
  return [...byKey.values()];
}
