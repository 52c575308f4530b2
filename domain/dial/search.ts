import type { NameOption } from '#domain/dimension/dimension.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { type DialData, JOURNEYS } from './dial.ts';

/** Accents, capitals and "&" do not matter: "D&O" is found by "d&o" and by "dando", as its class is spelt elsewhere. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and');
}

/** Letters and digits; everything else separates words. */
export const searchWords = (text: string): string[] => [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu))];

/** What `name` sorts by. */
export const nameKey = (name: string): string => fold(name).trim();

/**
 * Every word by which a dial is found, each once, each with a space before it. Name, description, tags, authors,
 * journeys, and each set dimension with its label and its values as people call them.
 */
export function searchText(data: DialData, nameOption: NameOption): string {
  const journeys = JOURNEYS.filter(({ value }) => data.journeys.includes(value)).map(({ label }) => label);
  const dimensions = listSetDimensions(data.dimensions).flatMap(({ dimension, kind, value }) => [
    dimension.label,
    ...kind.searchTexts(value, nameOption),
  ]);
  const texts = [data.name, data.description, ...data.tags, ...data.authors, ...journeys, ...dimensions];
  return searchWords(texts.join(' '))
    .map((word) => ` ${word}`)
    .join('');
}
