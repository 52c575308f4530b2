import { quote } from './interval.number.ts';

/** An unparsed interval. */
export type Piece = Readonly<{ open: string; inside: string; close: string }>;

/** Splits the text at its brackets; null where it is not a white-space separated list of bracketed pieces. */
export function cutPieces(text: string): Piece[] | null {
  const next = /\s*([[(])([^[\]()]*)([\])])(?=\s|$)/y;
  const body = text.trimEnd();
  const pieces: Piece[] = [];
  while (next.lastIndex < body.length) {
    const [, open, inside, close] = next.exec(body) ?? [];
    if (open === undefined || inside === undefined || close === undefined) return null;
    pieces.push({ open, inside, close });
  }
  return pieces;
}

const MIRROR: Readonly<Record<string, string>> = { '[': ']', '(': ')', ']': '[', ')': '(' };

/**
 * Like `cutPieces`, but tolerates commas or nothing between intervals, and completes a missing bracket with the mirror of the
 * other. Null where that would be a guess.
 */
export function repairPieces(text: string): Piece[] | null {
  const pieces: Piece[] = [];
  for (const match of text.matchAll(/([[(]?)([^[\]()]*)([\])]?)/g)) {
    const [whole, open = '', inside = '', close = ''] = match;
    if (open === '' && close === '' && /^[\s,;]*$/.test(inside)) continue;
    if (open !== '' && close !== '') {
      pieces.push({ open, inside, close });
      continue;
    }
    // Next to a missing bracket, a comma towards another interval could belong to either.
    const facesPrevious = open === '' && pieces.length > 0 && /^\s*,/.test(inside);
    const facesNext = close === '' && match.index + whole.length < text.length && /,\s*$/.test(inside);
    if (open + close === '' || !/\d/.test(inside) || facesPrevious || facesNext) return null;
    pieces.push({ open: open || (MIRROR[close] ?? ''), inside, close: close || (MIRROR[open] ?? '') });
  }
  return pieces.length > 0 ? pieces : null;
}

/** Explains why `cutPieces` failed. */
export function piecesHint(text: string): string {
  const wellFormed = /^(?:\s*[[(][^[\]()]*[\])](?=\s|$))*\s*/.exec(text)?.[0] ?? '';
  const rest = text.slice(wellFormed.length);
  const [start = '', open = '', close = ''] = /^([[(]?)[^[\]()]*([\])]?)/.exec(rest) ?? [];
  if (open !== '' && close === '') return `${quote(start.trim())} has no closing bracket.`;
  if (open === '' && wellFormed !== '' && /^[,;]/.test(rest))
    return 'Put a space between two intervals, and nothing else.';
  if (open === '' && close !== '') return `${quote(start.trim())} has no opening bracket.`;
  if (open === '') return 'An interval starts with [ or ( and ends with ] or ), as in [1,5).';
  return `Only a space, and then another interval, may follow ${quote(start)}.`;
}
