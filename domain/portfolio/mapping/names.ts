import { CLASSES } from '#domain/cob/class-of-business.ts';
import { JOURNEYS } from '#domain/dial/dial.ts';
import { textKey } from '#domain/dimension/codec.ts';
import { REFERENCE_LISTS, type ReferenceList } from '#domain/dimension/dimension.ts';
import type { FoundName } from '#domain/dimension/kind/cell.ts';

/** Ignores case and punctuation: "Annual Revenue", `annual_revenue`, "ANNUAL-REVENUE". */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

export type NamedOption = Readonly<{ code: string; label: string }>;
export type Options = Readonly<Record<ReferenceList, readonly NamedOption[]>>;

/** The code of a match that means no value. A risk always has a class. */
export const NO_VALUE = '';
/**
 * What a text means that is not known by itself: an option of the list it was matched with, or a value of a dimension. Null
 * takes a match back.
 */
export type Match = Readonly<{ against: string; text: string; code: string | null }>;

/** How the London market abbreviates; offered, never assumed. By `nameKey`. */
const ABBREVIATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  journey: {
    nb: 'new_business',
    new: 'new_business',
    rnl: 'renewal',
    ren: 'renewal',
    rnwl: 'renewal',
    renew: 'renewal',
    mta: 'mid_term_adjustment',
    endt: 'mid_term_adjustment',
    endorsement: 'mid_term_adjustment',
    dec: 'line_slip_declaration',
    declaration: 'line_slip_declaration',
    fac: 'facility',
  },
  countries: {
    uk: 'GB',
    greatbritain: 'GB',
    britain: 'GB',
    england: 'GB',
    scotland: 'GB',
    wales: 'GB',
    unitedkingdomofgreatbritainandnorthernireland: 'GB',
    usa: 'US',
    unitedstatesofamerica: 'US',
    america: 'US',
    uae: 'AE',
    holland: 'NL',
    thenetherlands: 'NL',
    southkorea: 'KR',
    republicofireland: 'IE',
    eire: 'IE',
    deutschland: 'DE',
    schweiz: 'CH',
  },
};

export type Names = Readonly<{
  /** `against`: a reference list, `cob`, `journey`, or a dimension or fact for values. */
  find: (against: string, text: string) => FoundName | undefined;
  /** What an unknown name most likely means. */
  suggest: (against: string, text: string) => string | undefined;
}>;

type Index = Readonly<{
  find: (text: string) => FoundName | undefined;
  suggest: (text: string) => string | undefined;
}>;

export function indexNames(options: Options, matches: readonly Match[]): Names {
  const matched = Map.groupBy(matches, ({ against }) => against);
  const indexes = new Map<string, Index>(
    REFERENCE_LISTS.map((list) => [list, indexList(list, options[list], matched.get(list) ?? [], textKey)]),
  );
  const classes = CLASSES.map(({ slug, label }) => ({ code: slug, label }));
  const journeys = JOURNEYS.map(({ value, label }) => ({ code: value as string, label }));
  indexes.set('cob', indexList('cob', classes, matched.get('cob') ?? [], nameKey));
  indexes.set('journey', indexList('journey', journeys, matched.get('journey') ?? [], nameKey));
  for (const [against, own] of matched)
    if (!indexes.has(against)) indexes.set(against, indexList(against, undefined, own, textKey));
  return {
    find: (against, text) => indexes.get(against)?.find(text),
    suggest: (against, text) => indexes.get(against)?.suggest(text),
  };
}

/** A name that only one option has, as code or label, is that option; then what a person matched counts. `named`: undefined for any code. */
function indexList(
  against: string,
  named: readonly NamedOption[] | undefined,
  matches: readonly Match[],
  keyOf: (text: string) => string,
): Index {
  const byKey = groupByKey(named ?? [], keyOf);
  const byLooseKey = groupByKey(named ?? [], nameKey);
  const codes = named && new Set(named.map(({ code }) => code));
  const codeOf = new Map<string, string>();
  for (const { text, code } of matches)
    if (code === null) codeOf.delete(keyOf(text));
    else if (code === NO_VALUE ? against !== 'cob' : codes?.has(code) !== false) codeOf.set(keyOf(text), code);
  return {
    find: (text) => {
      const key = keyOf(text);
      const [option, ...more] = byKey.get(key) ?? [];
      if (option !== undefined && more.length === 0) return { code: option.code };
      const code = codeOf.get(key);
      if (code !== undefined) return { code, isMatch: true };
      return option && { several: [option, ...more].map((one) => `${one.label} (${one.code})`) };
    },
    suggest: (text) => {
      const key = nameKey(text);
      const [option, ...more] = byLooseKey.get(key) ?? [];
      if (option !== undefined) return more.length === 0 ? option.code : undefined;
      const code = ABBREVIATIONS[against]?.[key];
      return code !== undefined && codes?.has(code) ? code : undefined;
    },
  };
}

/** The options with each name, by code and label. */
function groupByKey(named: readonly NamedOption[], keyOf: (text: string) => string) {
  const byKey = new Map<string, NamedOption[]>();
  for (const option of named)
    for (const key of new Set([keyOf(option.code), keyOf(option.label)])) {
      const found = byKey.get(key);
      if (found === undefined) byKey.set(key, [option]);
      else found.push(option);
    }
  return byKey;
}
