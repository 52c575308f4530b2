import type { BucketEntries, BucketEntry } from '#domain/bucket/entry.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { hasWord, searchWords } from '#domain/dial/search.ts';
import { searchText } from '#domain/dial/search-text.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import type { DialLookup } from './query.ts';

export type ShownEntry = Readonly<{ entry: BucketEntry; position: number }>;
export type Search = (entries: BucketEntries, lookup: DialLookup, text: string) => readonly ShownEntry[];

/** Searches like the list of dials, keeping the order: all words must match. Caches a dial's words. */
export function createSearch(nameOption: NameOption): Search {
  const cache = new WeakMap<DialData, string>();
  const textOf = (data: DialData): string => {
    const text = cache.get(data) ?? searchText(data, nameOption);
    cache.set(data, text);
    return text;
  };
  return (entries, lookup, text) => {
    const words = searchWords(text);
    const all = entries.map((entry, index) => ({ entry, position: index + 1 }));
    if (text.trim() === '') return all;
    if (words.length === 0) return [];
    return all.filter(({ entry }) => {
      const dial = lookup(entry);
      if (dial === undefined) return false;
      const found = textOf(dial.data);
      return words.every((word) => hasWord(found, word));
    });
  };
}
