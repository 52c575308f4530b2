import { DIMENSION_KEYS, dimensionOf, type DialDimensions, type DimensionKey } from '#domain/dimension/registry.ts';
import type { Dimension, ReferenceList } from '#domain/dimension/dimension.ts';
import { formatShort } from '#domain/dimension/format.ts';
import { describeInterval, parseIntervals } from '#domain/dimension/kind/intervals/interval.ts';

/** A piece of a sentence. Facts are set strong: numbers and names, not the words around them. */
export type Phrase = Readonly<{ text: string; fact: boolean }>;
/** What a person calls an option of a reference list. */
export type NameOption = (list: ReferenceList, code: string) => string;

/** "the risk code is CY or CZ": one clause per set dimension that can be read; what is invalid is left out. */
export function clauses(
  dimensions: DialDimensions,
  nameOption: NameOption,
): { key: DimensionKey; phrases: Phrase[] }[] {
  return DIMENSION_KEYS.flatMap((key) => {
    const phrases = clause(dimensionOf(key), dimensions[key], nameOption);
    return phrases.length === 0 ? [] : [{ key, phrases }];
  });
}

function clause(dimension: Dimension, value: unknown, nameOption: NameOption): Phrase[] {
  switch (dimension.kind) {
    case 'yes-no':
      return typeof value === 'boolean' ? [fact(dimension.says[value ? 0 : 1])] : [];
    case 'intervals':
      return say(dimension.says, intervalWords(value, dimension));
    case 'one-of':
    case 'choices': {
      const label = (code: string) =>
        dimension.options.find((option) => option.value === code)?.label.toLowerCase() ?? code;
      return say(
        dimension.says,
        asList(value).map((code) => [fact(label(code))]),
      );
    }
    case 'options':
      return say(
        dimension.says,
        asList(value).map((code) => spoken(dimension.list, code, nameOption(dimension.list, code))),
      );
  }
}

/** Stands around each number while an interval is put into words. */
const MARK = '\u0000';

/** "from $10m up to, not including, $50m": the numbers are the facts. */
function intervalWords(value: unknown, { unit, negative }: Extract<Dimension, { kind: 'intervals' }>): Phrase[][] {
  const parsed = parseIntervals(typeof value === 'string' ? value : '', { negative });
  if (!parsed.ok) return [];
  return parsed.set.map((interval) =>
    describeInterval(interval, (n) => `${MARK}${formatShort(n, unit)}${MARK}`)
      .split(MARK)
      .map((text, index) => ({ text, fact: index % 2 === 1 }))
      .filter(({ text }) => text !== ''),
  );
}

/** Countries that are spoken of with an article. */
const WITH_ARTICLE = new Set(['AE', 'GB', 'NL', 'US']);

function spoken(list: ReferenceList, code: string, name: string): Phrase[] {
  const needsArticle = list === 'countries' && WITH_ARTICLE.has(code) && !name.startsWith('the ');
  return needsArticle ? [{ text: 'the ', fact: false }, fact(name)] : [fact(name)];
}

const MOST_NAMED = 6;

/** "A, B or C"; a long list names the first few and counts the rest. */
function say(lead: string, facts: readonly (readonly Phrase[])[]): Phrase[] {
  if (facts.length === 0) return [];
  const named = facts.length > MOST_NAMED ? facts.slice(0, MOST_NAMED - 1) : facts;
  const rest = facts.length - named.length;
  const items = rest > 0 ? [...named, [fact(`${rest} more`)]] : named;
  const phrases: Phrase[] = [{ text: `${lead} `, fact: false }];
  for (const [index, item] of items.entries()) {
    if (index > 0) phrases.push({ text: index === items.length - 1 ? ' or ' : ', ', fact: false });
    phrases.push(...item);
  }
  return phrases;
}

const fact = (text: string): Phrase => ({ text, fact: true });

function asList(value: unknown): readonly string[] {
  if (typeof value === 'string' && value !== '') return [value];
  return Array.isArray(value) ? (value as readonly string[]) : [];
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
