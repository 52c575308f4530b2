import type { NameOption } from '#domain/dimension/dimension.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import type { DialDimensions, DimensionKey } from '#domain/dimension/registry.ts';
import type { Phrase } from '#domain/dimension/words.ts';

/** "the risk code is CY or CZ": one clause per set dimension that can be read; what is invalid is left out. */
export function clauses(
  dimensions: DialDimensions,
  nameOption: NameOption,
): { key: DimensionKey; phrases: Phrase[] }[] {
  return listSetDimensions(dimensions)
    .map(({ key, kind, value }) => ({ key, phrases: kind.clause(value, nameOption) }))
    .filter(({ phrases }) => phrases.length > 0);
}

/** The clauses as one sentence: "the risk code is CY, the layer is excess, and it attaches over $5m." */
export function sentence(dimensions: DialDimensions, nameOption: NameOption): Phrase[] {
  const parts = clauses(dimensions, nameOption);
  if (parts.length === 0) return [{ text: 'always: no dimension is set, so every risk matches.', fact: false }];
  const glue = (index: number) => {
    if (index === 0) return '';
    if (index < parts.length - 1) return ', ';
    return parts.length === 2 ? ' and ' : ', and ';
  };
  const joined = parts.flatMap(({ phrases }, index) => [{ text: glue(index), fact: false }, ...phrases]);
  return [...joined.filter(({ text }) => text !== ''), { text: '.', fact: false }];
}
