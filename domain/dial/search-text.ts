import type { NameOption } from '#domain/dimension/dimension.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { VALUE_KEYS, valueKindOf, VALUES } from '#domain/value/registry.ts';
import { type DialData, JOURNEYS } from './dial.ts';
import { searchWords, storedWord } from './search.ts';

/**
 * The distinct search words of a dial, each preceded by a space. Three lines by rank: name; tags; description, authors,
 * journeys, and the labels and values of set dimensions and of the values it sets.
 */
export function searchText(data: DialData, nameOption: NameOption): string {
  const journeys = JOURNEYS.filter(({ value }) => data.journeys.includes(value)).map(({ label }) => label);
  const dimensions = listSetDimensions(data.dimensions).flatMap(({ dimension, kind, value }) => [
    dimension.label,
    ...kind.searchTexts(value, nameOption),
  ]);
  const values = VALUE_KEYS.flatMap((key) => {
    const value = data.values[key];
    return value === undefined ? [] : [VALUES[key].label, valueKindOf(key).describe(value)];
  });
  const seen = new Set<string>();
  const lines = [[data.name], data.tags, [data.description, ...data.authors, ...journeys, ...dimensions, ...values]];
  return lines
    .map((texts) => searchWords(texts.join(' ')).map(storedWord))
    .map((words) => words.filter((word) => !seen.has(word) && seen.add(word)))
    .map((words) => words.map((word) => ` ${word}`).join(''))
    .join('\n');
}
