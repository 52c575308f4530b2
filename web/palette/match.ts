import { fold, isFoundInside, searchWords } from '#domain/dial/search.ts';
import type { Item } from './item.ts';

export type Hit = Readonly<{ item: Item; score: number }>;

/** The score of a word by where it matches: a whole word, a prefix, or inside one. */
const WHOLE = 4;
const BEGINS = 3;
const INSIDE = 1;
/** A name scores higher than other text; recent items rank higher. */
const IN_NAME = 2;
const RECENT = 0.5;

type Words = Readonly<{ name: readonly string[]; beside: readonly string[] }>;
const wordCache = new WeakMap<Item, Words>();

function wordsOf(item: Item): Words {
  const words = wordCache.get(item) ?? {
    name: searchWords(item.text),
    beside: searchWords([item.tag, item.note, item.also].filter(Boolean).join(' ')),
  };
  wordCache.set(item, words);
  return words;
}

function scoreWord(words: readonly string[], searched: string): number {
  let score = 0;
  for (const word of words) {
    if (word === searched) return WHOLE;
    if (word.startsWith(searched)) score = Math.max(score, BEGINS);
    else if (isFoundInside(searched) && word.includes(searched)) score = Math.max(score, INSIDE);
  }
  return score;
}

/** How well an item matches the search words, in any order; undefined if one is missing. */
export function scoreOf(item: Item, searched: readonly string[]): number | undefined {
  const { name, beside } = wordsOf(item);
  let score = item.opened === undefined ? 0 : RECENT;
  for (const word of searched) {
    const points = Math.max(scoreWord(name, word) * IN_NAME, scoreWord(beside, word));
    if (points === 0) return undefined;
    score += points / searched.length;
  }
  // Of two matches, prefer the one with less other text.
  return score - name.length / 100;
}

/** The items that match all words, best first; ties keep their order. */
export function findHits(items: readonly Item[], searched: readonly string[]): readonly Hit[] {
  return items
    .flatMap((item) => {
      const score = scoreOf(item, searched);
      return score === undefined ? [] : [{ item, score }];
    })
    .toSorted((a, b) => b.score - a.score);
}

/** "v6 excess": the version is compared with a dial's version, not searched in texts. */
export function splitVersion(typed: string): Readonly<{ text: string; version: number | undefined }> {
  const found = /(?:^|\s)v([1-9]\d{0,5})(?=\s|$)/.exec(fold(typed));
  if (found === null) return { text: typed.trim(), version: undefined };
  const text = `${typed.slice(0, found.index)} ${typed.slice(found.index + found[0].length)}`.trim();
  return { text, version: Number(found[1]) };
}

/** The words to search texts for. */
export function readWords(typed: string): readonly string[] {
  const { text } = splitVersion(typed);
  const words = searchWords(text === '' ? typed : text);
  // A sign is no word, and occurs in none.
  return words.length === 0 && typed.trim() !== '' ? [typed.trim()] : words;
}
