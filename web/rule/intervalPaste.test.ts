import { expect, test } from 'vitest';
import { insertNotation, joinPastedCells } from './IntervalField.tsx';

test.each([
  ['[0,8)\n[8,12]\n', '[0,8) [8,12]'],
  ['[0,8)\t[8,12]', '[0,8) [8,12]'],
  ['"[0,8)"\r\n"[8,12]"\r\n\r\n', '[0,8) [8,12]'],
  ['[0,8);\n[8,12],', '[0,8) [8,12]'],
])('the cells %j become %j', (text, notation) => {
  expect(joinPastedCells(text)).toBe(notation);
});

test.each(['[0,8)', '[0,8) [8,12]', '[0,8)\n'])('a single line like %j is left to the browser', (text) => {
  expect(joinPastedCells(text)).toBeUndefined();
});

test.each([
  ['', 0, 0, '[1,2]'],
  ['[5,6]', 5, 5, '[5,6] [1,2]'],
  ['[5,6]', 0, 0, '[1,2] [5,6]'],
  ['[5,6] [7,8]', 6, 11, '[5,6] [1,2]'],
])('inserted into %j from %d to %d it gives %j', (value, start, end, result) => {
  expect(insertNotation(value, start, end, '[1,2]')).toBe(result);
});
