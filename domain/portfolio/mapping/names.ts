import { CLASSES } from '#domain/cob/class-of-business.ts';
import { JOURNEYS } from '#domain/dial/dial.ts';
import type { FindOption } from '#domain/dimension/codec.ts';
import { REFERENCE_LISTS, type ReferenceList } from '#domain/dimension/dimension.ts';

/** The same for every way of writing a name: "Annual Revenue", `annual_revenue`, "ANNUAL-REVENUE". */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** The same for every way of writing what stands in a cell; punctuation tells options apart. */
export const textKey = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

export type NamedOption = Readonly<{ code: string; label: string }>;
export type Options = Readonly<Record<ReferenceList, readonly NamedOption[]>>;

/** What an unknown name means, as somebody said once: by what it is matched against and the key of the text. */
export type Match = Readonly<{ against: string; text: string; code: string }>;

export type Names = Readonly<{
  findOption: FindOption;
  findClass: (text: string) => string | undefined;
  findJourney: (text: string) => string | undefined;
}>;

/** Codes come before names, and what is there before what somebody matched. */
export function indexNames(options: Options, matches: readonly Match[]): Names {
  const index = (against: string, named: readonly NamedOption[], keyOf: (text: string) => string) => {
    const matched = matches.filter((match) => match.against === against);
    const codes = new Set(named.map(({ code }) => code));
    const known = new Map<string, string>();
    for (const { text, code } of matched) if (codes.has(code)) known.set(keyOf(text), code);
    for (const { code, label } of named) known.set(keyOf(label), code);
    for (const { code } of named) known.set(keyOf(code), code);
    return (text: string) => known.get(keyOf(text));
  };
  const lists = new Map<string, (text: string) => string | undefined>(
    REFERENCE_LISTS.map((list) => [list, index(list, options[list], textKey)]),
  );
  const classes = CLASSES.map(({ slug, label }) => ({ code: slug, label }));
  const journeys = JOURNEYS.map(({ value, label }) => ({ code: value as string, label }));
  return {
    findOption: (list, text) => lists.get(list)?.(text),
    findClass: index('cob', classes, nameKey),
    findJourney: index('journey', journeys, nameKey),
  };
}
