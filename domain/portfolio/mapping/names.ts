import { CLASSES } from '#domain/cob/class-of-business.ts';
import { JOURNEYS } from '#domain/dial/dial.ts';
import { type FindOption, textKey } from '#domain/dimension/codec.ts';
import { REFERENCE_LISTS, type ReferenceList } from '#domain/dimension/dimension.ts';

/** Ignores case and punctuation: "Annual Revenue", `annual_revenue`, "ANNUAL-REVENUE". */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

export type NamedOption = Readonly<{ code: string; label: string }>;
export type Options = Readonly<Record<ReferenceList, readonly NamedOption[]>>;

/** A remembered match of an unknown name: the list it was matched with, and the text's key. */
export type Match = Readonly<{ against: string; text: string; code: string }>;

export type Names = Readonly<{
  findOption: FindOption;
  findClass: (text: string) => string | undefined;
  findJourney: (text: string) => string | undefined;
}>;

/** Codes take precedence over labels, and both over remembered matches. */
export function indexNames(options: Options, matches: readonly Match[]): Names {
  const index = (against: string, named: readonly NamedOption[], keyOf: (text: string) => string) => {
    const matched = matches.filter((match) => match.against === against);
    const codes = new Set(named.map(({ code }) => code));
    const codeOf = new Map<string, string>();
    for (const { text, code } of matched) if (codes.has(code)) codeOf.set(keyOf(text), code);
    for (const { code, label } of named) codeOf.set(keyOf(label), code);
    for (const { code } of named) codeOf.set(keyOf(code), code);
    return (text: string) => codeOf.get(keyOf(text));
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
