import { createContext, use } from 'react';
import { splitAtHits } from '#domain/dial/search.ts';

/** The search words for the dials below. */
export const SearchedWords = createContext<readonly string[]>([]);

/** A text of a dial with the search hits marked. */
export function Marked({ text }: Readonly<{ text: string }>) {
  const words = use(SearchedWords);
  if (words.length === 0) return text;
  return splitAtHits(text, words).map((piece, index) =>
    piece.isHit ? <mark key={index}>{piece.text}</mark> : piece.text,
  );
}
