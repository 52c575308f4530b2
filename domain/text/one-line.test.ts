import { expect, test } from 'vitest';
import { isOneLine } from './one-line.ts';

test.each(['\n', '\r', '\t', '\0', '\u0007', '\u007F', '\u0085', '\u2028', '\u2029', '\u202E', '\u2066', '\u2069'])(
  '%j is in no line',
  (character) => {
    expect(isOneLine(`one${character}two`)).toBe(false);
  },
);

test.each(['Müller & Söhne', 'شركة', '日本', "O'Hara – 1/2", '👩‍🚀', 'a\u00A0b', ''])('%j is one', (text) => {
  expect(isOneLine(text)).toBe(true);
});
