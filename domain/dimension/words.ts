/** A piece of a sentence. Facts (numbers and names) are emphasised. */
export type Phrase = Readonly<{ text: string; fact: boolean }>;

/** A piece of a dial's summary line; intervals are in words, with their notation. */
export type SummaryPiece = Readonly<{ text: string; notation?: string }>;

export const fact = (text: string): Phrase => ({ text, fact: true });

const MAX_IN_SENTENCE = 6;
const MAX_IN_SUMMARY = 2;

/** "the risk code is A, B or C"; long lists are truncated. */
export function joinFacts(lead: string, facts: readonly (readonly Phrase[])[]): Phrase[] {
  if (facts.length === 0) return [];
  const named = facts.length > MAX_IN_SENTENCE ? facts.slice(0, MAX_IN_SENTENCE - 1) : facts;
  const rest = facts.length - named.length;
  const items = rest > 0 ? [...named, [fact(`${rest} more`)]] : named;
  const glue = (index: number) => (index === 0 ? `${lead} ` : index === items.length - 1 ? ' or ' : ', ');
  return items.flatMap((item, index) => [{ text: glue(index), fact: false }, ...item]);
}

/** "Excess", "CY or CZ", "4 countries". */
export function summariseNames(names: readonly string[], noun: string): SummaryPiece[] {
  return [{ text: names.length > MAX_IN_SUMMARY ? `${names.length} ${noun}` : names.join(' or ') }];
}

/** "US, Canada and 3 more". */
export function joinNames(names: readonly string[]): string {
  const shown = names.length > MAX_IN_SUMMARY + 1 ? names.slice(0, MAX_IN_SUMMARY) : names;
  const all = shown.length < names.length ? [...shown, `${names.length - shown.length} more`] : shown;
  return [all.slice(0, -1).join(', '), ...all.slice(-1)].filter(Boolean).join(' and ');
}

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Leaves abbreviations ("BI", "D&O") as they are. */
export const uncapitalise = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
