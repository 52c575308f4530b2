import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import type { DialData } from './dial.ts';

/**
 * The stored form of a dial: trimmed texts, distinct lists, no empty fields, interval numbers written out but not merged.
 * Invalid values are kept for the checks to report.
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

/** Case-insensitive; the first spelling wins. */
function distinctWords(words: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const word of words.map((text) => text.trim()))
    if (word !== '' && !byKey.has(word.toLowerCase())) byKey.set(word.toLowerCase(), word);
  return [...byKey.values()];
}
