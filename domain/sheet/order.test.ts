import { describe, expect, test } from 'vitest';
import { orderRows, type OrderedRow } from './order.ts';

/** Rows by their letters; capitals are new. A digit after a letter is its typed position. */
const rows = (text: string): OrderedRow[] =>
  [...text.matchAll(/([a-z])(\d?)/gi)].map(([, letter = '', digit = '']) => ({
    dial_id: letter,
    isExported: letter === letter.toLowerCase(),
    position: digit === '' ? undefined : Number(digit),
  }));

const orders = (base: string, sheet: string) => {
  const { byRows, byPositions } = orderRows([...base], rows(sheet));
  const [first, second] = [byRows, byPositions].map(({ ids, moves }) => `${ids.join('')} ${moves}`);
  return first === second ? first : { rows: first, positions: second };
};

describe('the order of a sheet', () => {
  test.each([
    ['as exported', 'abcde', 'abcde', 'abcde 0'],
    ['a position is typed', 'abcdefghi', 'abcd9efghi', 'abcefghid 1'],
    ['a position beyond the end', 'abc', 'a9bc', 'bca 1'],
    ['two change places by number', 'abcd', 'a2b1cd', 'bacd 1'],
    ['two want the same place: the upper row is first', 'abcd', 'abc1d1', 'cdab 2'],
    ['rows moved, and renumbered', 'abcd', 'd1a2b3c4', 'dabc 1'],
    ['a row is missing', 'abcd', 'abd', 'abcd 0'],
    ['a row is missing, and those below are renumbered', 'abcd', 'abd3', 'abcd 0'],
    ['a new row below another', 'abc', 'abNc', 'abNc 0'],
    ['a new row first', 'abc', 'Nabc', 'Nabc 0'],
    ['a new row at the end, with a position', 'abc', 'abcN2', 'aNbc 0'],
    ['a new row, and those below are renumbered', 'abc', 'aN2b3c4', 'aNbc 0'],
    ['two new rows', 'abc', 'aNMbc', 'aNMbc 0'],
  ])('%s', (_, base, sheet, expected) => {
    expect(orders(base, sheet)).toBe(expected);
  });

  test.each([
    ['rows sorted to look at them', 'abcd', 'dcba', { rows: 'dcba 3', positions: 'abcd 0' }],
    ['one row moved', 'abcd', 'dabc', { rows: 'dabc 1', positions: 'abcd 0' }],
    ['rows moved, another position typed', 'abcd', 'dab4c', { rows: 'dabc 1', positions: 'acdb 1' }],
    ['a missing row stays in its place', 'abcd', 'dab', { rows: 'dabc 1', positions: 'abcd 0' }],
    ['new rows stand where they are in either', 'abc', 'cNab', { rows: 'cNab 1', positions: 'abcN 0' }],
  ])('%s: asked', (_, base, sheet, expected) => {
    expect(orders(base, sheet)).toEqual(expected);
  });
});
