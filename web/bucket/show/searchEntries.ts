import type { BucketEntries, BucketEntry } from '#domain/bucket/entry.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { hasWord, searchWords } from '#domain/dial/search.ts';
import { searchText } from '#domain/dial/search-text.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import type { DialLookup } from '#web/bucket/query.ts';

export type ShownEntry = Readonly<{ entry: BucketEntry; position: number }>;
export type Search = (entries: BucketEntries, lookup: DialLookup, text: string) => readonly ShownEntry[];

/** Finds as the list of dials does, and keeps the order: all words must be there. A dial's words are read once. */
export function createSearch(nameOption: NameOption): Search {
  const known = new WeakMap<DialData, string>();
  const textOf = (data: DialData): string => {
    const text = known.get(data) ?? searchText(data, nameOption);
    known.set(data, text);
    return text;
  };
  return (entries, lookup, text) => {
    const words = searchWords(text);
    const all = entries.map((entry, index) => ({ entry, position: index + 1 }));
    if (words.length === 0) return all;
    return all.filter(({ entry }) => {
      const dial = lookup(entry);
      if (dial === undefined) return false;
      const found = textOf(dial.data);
      return words.every((word) => hasWord(found, word));
    });
  };
}
