/* Has no imports, so that pages that only fold or highlight text do not load the dial rules. */

/** Removes accents and case, and spells out "&": "D&O" matches "d&o" and "dando". */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and');
}

/** `2,500,000`, `2.5m`, `12.5`, `300`, with nothing that belongs to a longer number or a word around it. */
const NUMBER = /(?<![\p{L}\p{N}]|\p{N}[.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:k|m|bn)?(?![\p{L}\p{N}]|[.,]\p{N})/gu;
/** In `[1,500]` the comma separates two numbers. */
const INTERVAL = /(?<=[[(]\s*-?[\d.]*(?:k|m|bn)?\s*),(?=\s*-?[\d.]*(?:k|m|bn)?\s*[\])])/g;
const MULTIPLES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, bn: 1e9 };

/** Ends a number that is complete: 2.5m is not the beginning of 25m. Never part of a word. */
const END = '.';

/** `2.5m` and `2,500,000` are the number 2500000; one that could still be typed on has no end. */
function searchNumber(written: string): string {
  const [, digits = '', suffix = ''] = /^([\d,.]*)(\D*)$/.exec(written) ?? [];
  const value = String(Number((Number(digits.replaceAll(',', '')) * (MULTIPLES[suffix] ?? 1)).toPrecision(15)));
  const isComplete = suffix !== '' || digits.split(',').length > 2;
  return isComplete ? value + END : value;
}

/** Letters and digits, and whole numbers; everything else separates words. */
export function searchWords(text: string): string[] {
  const folded = fold(text).replaceAll(INTERVAL, ' ');
  const numbers = (folded.match(NUMBER) ?? []).map(searchNumber);
  const rest = folded.replaceAll(NUMBER, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set([...rest, ...numbers])];
}

const startsWithDigit = (word: string): boolean => /^\d/.test(word);

/** As the search text of a dial has it: every number is complete. */
export const storedWord = (word: string): string => (/^[\d.]*\d$/.test(word) ? word + END : word);

/** Sort key of a name. */
export const nameKey = (name: string): string => fold(name).trim();

/** Words of three or more letters match anywhere, shorter ones and numbers only at the start of a word. */
export const isFoundInside = (searched: string): boolean => searched.length >= 3 && !startsWithDigit(searched);

/** In the search text of a dial every word follows a space. */
export const searchedAs = (searched: string): string => (isFoundInside(searched) ? searched : ` ${searched}`);

/** Whether a searched word occurs in the search text of a dial. */
export const hasWord = (text: string, searched: string): boolean => text.includes(searchedAs(searched));

export type TextPiece = Readonly<{ text: string; isHit: boolean }>;

/** Splits a text at the search hits, to highlight them. */
export function splitAtHits(text: string, words: readonly string[]): readonly TextPiece[] {
  const letters = [...text];
  // Folding can turn one letter into none or several.
  const folded = letters.flatMap((letter, at) => Array.from(fold(letter), (part) => ({ part, at })));
  const line = folded.map(({ part }) => (/[\p{L}\p{N}]/u.test(part) ? part : ' ')).join('');
  const hits = new Set<number>();
  for (const word of words)
    for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1))
      if (isFoundInside(word) || at === 0 || line[at - 1] === ' ')
        for (const { at: letter } of folded.slice(at, at + word.length)) hits.add(letter);
  for (const { 0: number, index } of text.toLowerCase().matchAll(NUMBER)) {
    const stored = storedWord(searchNumber(number));
    if (!words.some((word) => startsWithDigit(word) && stored.startsWith(word))) continue;
    const from = Array.from(text.slice(0, index)).length;
    for (let at = from; at < from + number.length; at += 1) hits.add(at);
  }
  const pieces: TextPiece[] = [];
  for (const [at, letter] of letters.entries()) {
    const last = pieces.at(-1);
    if (last?.isHit === hits.has(at)) pieces.splice(-1, 1, { ...last, text: last.text + letter });
    else pieces.push({ text: letter, isHit: hits.has(at) });
  }
  return pieces;
}

/** Shorter words are close to too many others. */
const MIN_CORRECTED = 4;

/** Any word one typo away starts with `start` or contains `end`; undefined for words too short to correct. */
export function typoPieces(searched: string): Readonly<{ start: string; end: string }> | undefined {
  const { length } = searched;
  // Another number is no typing error.
  if (length < MIN_CORRECTED || /\d/.test(searched)) return undefined;
  const end = Math.max(3, Math.ceil((length - 1) / 2));
  return { start: searched.slice(0, Math.max(2, length - 1 - end)), end: searched.slice(-end) };
}

/** Whether a word or its prefix is one typo away: a letter missing, extra, wrong, or two swapped. */
export function isOneTypoApart(typed: string, word: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === word[same]) same += 1;
  const [left, right] = [typed.slice(same), word.slice(same)];
  if (right.slice(1).startsWith(left)) return true;
  // With nothing after the typo, any word with this prefix would match.
  if (left.length <= 1) return right.length <= 1;
  const [first = '', second = ''] = left;
  return (
    right.startsWith(left.slice(1)) ||
    right.slice(1).startsWith(left.slice(1)) ||
    right.startsWith(`${second}${first}${left.slice(2)}`)
  );
}
