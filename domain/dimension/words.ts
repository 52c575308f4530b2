/** A piece of a sentence. Facts are set strong: numbers and names, not the words around them. */
export type Phrase = Readonly<{ text: string; fact: boolean }>;

/** A piece of the line below a dial's name; intervals stand there in words, with their notation beside. */
export type SummaryPiece = Readonly<{ text: string; notation?: string }>;

export const fact = (text: string): Phrase => ({ text, fact: true });

const MAX_IN_SENTENCE = 6;
const MAX_IN_SUMMARY = 2;

/** "the risk code is A, B or C"; a long list names the first few and counts the rest. */
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

/** "US, Canada and 3 more": what a risk has, in a line. */
export function joinNames(names: readonly string[]): string {
  const shown = names.length > MAX_IN_SUMMARY + 1 ? names.slice(0, MAX_IN_SUMMARY) : names;
  const all = shown.length < names.length ? [...shown, `${names.length - shown.length} more`] : shown;
  return [all.slice(0, -1).join(', '), ...all.slice(-1)].filter(Boolean).join(' and ');
}

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A small first letter; abbreviations ("BI", "D&O") stay as they are. */
export const uncapitalise = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
