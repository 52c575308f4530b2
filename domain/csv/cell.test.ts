import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bareCell, guardCell } from './cell.ts';

test.each(['=1+1', '+1', '-1', '@me', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠me', '=1\n=2'])(
  'a cell with %j starts with an apostrophe, so that no spreadsheet runs it',
  (text) => {
    expect(guardCell(text)).toBe(`'${text}`);
    expect(bareCell(guardCell(text))).toBe(text);
  },
);

test('text that starts with any number of apostrophes is read back as it was', () => {
  const start = fc.constantFrom('', "'", "''", "'=", "''＝", '=', '\n');
  fc.assert(
    fc.property(start, fc.string(), (first, rest) => {
      expect(bareCell(guardCell(first + rest))).toBe(first + rest);
    }),
  );
});

test('a cell that a person wrote with an apostrophe before plain words keeps it', () => {
  expect(bareCell("'quoted")).toBe("'quoted");
});
