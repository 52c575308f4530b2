import { fold, isFoundInside, searchWords } from '#domain/dial/search.ts';
import type { Item } from './item.ts';

export type Hit = Readonly<{ item: Item; score: number }>;

/** What a word is worth by where it is found: a whole word, the beginning of one, or inside one. */
const WHOLE = 4;
const BEGINS = 3;
const INSIDE = 1;
/** A name says more than what stands beside it; what was looked at lately is likelier to be meant. */
const IN_NAME = 2;
const RECENT = 0.5;

type Words = Readonly<{ name: readonly string[]; beside: readonly string[] }>;
const known = new WeakMap<Item, Words>();

function wordsOf(item: Item): Words {
  const words = known.get(item) ?? {
    name: searchWords(item.text),
    beside: searchWords([item.tag, item.note, item.also].filter(Boolean).join(' ')),
  };
  known.set(item, words);
  return words;
}

function worthOf(words: readonly string[], searched: string): number {
  let worth = 0;
  for (const word of words) {
    if (word === searched) return WHOLE;
    if (word.startsWith(searched)) worth = Math.max(worth, BEGINS);
    else if (isFoundInside(searched) && word.includes(searched)) worth = Math.max(worth, INSIDE);
  }
  return worth;
}

/** How well an item fits the searched words, in whatever order they were typed; nothing where one of them is missing. */
export function scoreOf(item: Item, searched: readonly string[]): number | undefined {
  const { name, beside } = wordsOf(item);
  let score = item.opened === undefined ? 0 : RECENT;
  for (const word of searched) {
    const worth = Math.max(worthOf(name, word) * IN_NAME, worthOf(beside, word));
    if (worth === 0) return undefined;
    score += worth / searched.length;
  }
  // Of two that fit, the one that says little else.
  return score - name.length / 100;
}

/** Those that have all words, the best first; of equals in the order in which they are known. */
export function findHits(items: readonly Item[], searched: readonly string[]): readonly Hit[] {
  return items
    .flatMap((item) => {
      const score = scoreOf(item, searched);
      return score === undefined ? [] : [{ item, score }];
    })
    .toSorted((a, b) => b.score - a.score);
}

/** "v6 excess": the version is not looked for in texts, but in what a dial is at. */
export function splitVersion(typed: string): Readonly<{ text: string; version: number | undefined }> {
  const found = /(?:^|\s)v([1-9]\d{0,5})(?=\s|$)/.exec(fold(typed));
  if (found === null) return { text: typed.trim(), version: undefined };
  const text = `${typed.slice(0, found.index)} ${typed.slice(found.index + found[0].length)}`.trim();
  return { text, version: Number(found[1]) };
}

/** The words that texts are searched for. */
export function readWords(typed: string): readonly string[] {
  const { text } = splitVersion(typed);
  return searchWords(text === '' ? typed : text);
}
