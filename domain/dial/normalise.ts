import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import type { DialData } from './dial.ts';

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
    dimensions: Object.fromEntries(
      listSetDimensions(data.dimensions).map(({ key, kind, value }) => [key, kind.normalise(value)]),
    ),
    values: Object.fromEntries(Object.entries(data.values).filter(([, value]) => value !== undefined)),
    active_from: data.active_from === '' ? null : data.active_from,
    active_until: data.active_until === '' ? null : data.active_until,
  };
}

/** "Cyber" and "cyber" are one word; the first way of writing it stays. */
function distinctWords(words: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const word of words.map((text) => text.trim()))
    if (word !== '' && !byKey.has(word.toLowerCase())) byKey.set(word.toLowerCase(), word);
  return [...byKey.values()];
}
