/* Stands on nothing, so that a page that only folds or marks text does not load the rules of dials. */

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

/** Words of three letters are found anywhere, shorter ones only where a word begins: no index could help with those. */
export const isFoundInside = (searched: string): boolean => searched.length >= 3;

/** Whether a searched word occurs in the search text of a dial. */
export const hasWord = (text: string, searched: string): boolean =>
  text.includes(isFoundInside(searched) ? searched : ` ${searched}`);

export type TextPiece = Readonly<{ text: string; isHit: boolean }>;

/** A text in pieces, so that those can be marked in which a searched word occurs, as it would be found there. */
export function splitAtHits(text: string, words: readonly string[]): readonly TextPiece[] {
  const letters = [...text];
  // Folding may make none or several letters of one.
  const folded = letters.flatMap((letter, at) => Array.from(fold(letter), (part) => ({ part, at })));
  const line = folded.map(({ part }) => (/[\p{L}\p{N}]/u.test(part) ? part : ' ')).join('');
  const hits = new Set<number>();
  for (const word of words)
    for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1))
      if (isFoundInside(word) || at === 0 || line[at - 1] === ' ')
        for (const { at: letter } of folded.slice(at, at + word.length)) hits.add(letter);
  const pieces: TextPiece[] = [];
  for (const [at, letter] of letters.entries()) {
    const last = pieces.at(-1);
    if (last?.isHit === hits.has(at)) pieces.splice(-1, 1, { ...last, text: last.text + letter });
    else pieces.push({ text: letter, isHit: hits.has(at) });
  }
  return pieces;
}

/** A word of fewer letters is close to too many others. */
const MIN_CORRECTED = 4;

/** Words that are one typing error away begin with the one piece, or hold the other; nothing where it is too short to tell. */
export function typoPieces(searched: string): Readonly<{ start: string; end: string }> | undefined {
  const { length } = searched;
  if (length < MIN_CORRECTED) return undefined;
  const end = Math.max(3, Math.ceil((length - 1) / 2));
  return { start: searched.slice(0, Math.max(2, length - 1 - end)), end: searched.slice(-end) };
}

/** Whether a word, or its beginning, is what was typed but for one error: a letter missing, too many, wrong, or two swapped. */
export function isOneTypoApart(typed: string, word: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === word[same]) same += 1;
  const [left, right] = [typed.slice(same), word.slice(same)];
  if (right.slice(1).startsWith(left)) return true;
  // With nothing typed behind the error, any word would do that begins like this one.
  if (left.length <= 1) return right.length <= 1;
  const [first = '', second = ''] = left;
  return (
    right.startsWith(left.slice(1)) ||
    right.slice(1).startsWith(left.slice(1)) ||
    right.startsWith(`${second}${first}${left.slice(2)}`)
  );
}
