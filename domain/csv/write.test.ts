import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bareCell } from './cell.ts';
import { BOM, writeCsv, writeLine } from './write.ts';

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('","')
    .map((cell) => cell.replaceAll('""', '"'));
const text = fc
  .tuple(fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '\n', "'", '＝', '＋', '－', '＠'), fc.string())
  .map((parts) => parts.join(''))
  .filter((cell) => !cell.includes(','));

test('no cell of a file starts a formula, heads included, and each is read back as it was', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
      for (const line of [writeCsv(cells, []).slice(BOM.length), writeLine(cells)]) {
        const written = cellsOf(line);
        for (const cell of written) expect(cell).toMatch(/^(?![=+\-@\t\r\n＝＋－＠])|^-?[\d.e+-]+$/i);
        expect(written.map(bareCell)).toEqual(cells);
      }
    }),
  );
});

test.each(['-5', '-0.25', '1e-7', '-1.5e+21'])('the number %s stays a number', (number) => {
  expect(writeLine([number])).toBe(`"${number}"`);
});

test.each(['-5+1', '-', '-5 ', '--5', '-1:2', '+5', '-2e3e'])('%j is text and guarded', (cell) => {
  expect(writeLine([cell])).toBe(`"'${cell}"`);
});

test('lines may be named by field', () => {
  expect(writeCsv(['a', 'b'], [{ b: '=1' }, ['x', 'y']])).toBe(`${BOM}"a","b"\r\n"","'=1"\r\n"x","y"`);
});
