import type { DialData } from './dial.ts';
import { JOURNEYS } from './dial.ts';
import type { Dimension, ReferenceList } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { formatShort } from '#domain/dimension/format.ts';
import { describeInterval, parseIntervals } from '#domain/dimension/kind/intervals/interval.ts';

type LabelOf = (list: ReferenceList, code: string) => string;

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
export function searchText(data: DialData, labelOf: LabelOf): string {
  const journeys = JOURNEYS.filter(({ value }) => data.journeys.includes(value)).map(({ label }) => label);
  const dimensions = DIMENSION_KEYS.flatMap((key) => {
    const value: unknown = data.dimensions[key];
    return value === undefined ? [] : [dimensionOf(key).label, ...valueWords(dimensionOf(key), value, labelOf)];
  });
  const texts = [data.name, data.description, ...data.tags, ...data.authors, ...journeys, ...dimensions];
  return searchWords(texts.join(' '))
    .map((word) => ` ${word}`)
    .join('');
}

function valueWords(dimension: Dimension, value: unknown, labelOf: LabelOf): string[] {
  const codes = Array.isArray(value) ? (value as string[]) : [String(value)];
  switch (dimension.kind) {
    case 'yes-no':
      return [dimension.says[value === true ? 0 : 1]];
    case 'options':
      return codes.flatMap((code) => [code, labelOf(dimension.list, code)]);
    case 'choices':
    case 'one-of':
      return codes.map((code) => dimension.options.find((option) => option.value === code)?.label ?? code);
    case 'intervals': {
      const parsed = parseIntervals(String(value), dimension);
      if (!parsed.ok) return codes;
      return [...codes, ...parsed.asWritten.map((one) => describeInterval(one, (n) => formatShort(n, dimension.unit)))];
    }
  }
}
