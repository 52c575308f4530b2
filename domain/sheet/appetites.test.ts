import { expect, test } from 'vitest';
import { type AppetiteTable, readAppetiteSheet, writeAppetiteSheet } from './appetites.ts';
import { createCell, editSheet, reread, type Rows } from './testing.ts';

const table = (...appetites: readonly (number | undefined)[]): AppetiteTable => ({
  partners: [
    { number: 9101, name: 'Alder' },
    { number: 9112, name: '=Beacon' },
  ],
  rows: ['cargo', 'flood'].map((slug, row) => ({
    cob: { slug, label: slug.toUpperCase() },
    cells: appetites.slice(row * 2, row * 2 + 2).map((appetite) => (appetite === undefined ? undefined : { appetite })),
  })),
});
const EXPORTED = table(1.25, 0, 2, undefined);
const read = (change: (rows: Rows) => Rows | void, now = EXPORTED) =>
  readAppetiteSheet(editSheet(reread(writeAppetiteSheet(EXPORTED)), change), now);
const type = (row: number, column: number, value: string | number | undefined) => (rows: Rows) => {
  (rows[row] ?? [])[column] = value === undefined ? undefined : createCell(value);
};

test('an unchanged sheet changes nothing, also after others changed an appetite', () => {
  for (const now of [EXPORTED, table(3, 0, 2, 1)])
    expect(read(() => undefined, now)).toEqual({ typed: [], leftOut: 0, changedSince: 0, notices: [] });
});

test('what was typed is read wherever its row and column stand', () => {
  const [change, typed] = [type(1, 1, 0.5), [{ partner: 9101, cob: 'cargo', text: '0.5' }]];
  expect(read(change)?.typed).toEqual(typed);
  expect(
    read((rows) => {
      change(rows);
      return [[createCell('Ours')], ...rows.toReversed().map((cells) => cells.toReversed())].toSorted(
        (a, b) =>
          Number(b.some((cell) => cell?.text === 'Class of business')) -
          Number(a.some((cell) => cell?.text === 'Class of business')),
      );
    })?.typed,
  ).toEqual(typed);
});

test('an appetite that others changed is counted, one without a bucket left out, an empty cell untouched', () => {
  expect(read(type(1, 1, 0.5), table(3, 0, 2, undefined))).toMatchObject({ changedSince: 1 });
  expect(read(type(1, 1, 3), table(3, 0, 2, undefined))).toMatchObject({ typed: [], changedSince: 0 });
  expect(read(type(2, 2, 1))).toMatchObject({ typed: [], leftOut: 1 });
  expect(read(type(1, 1, undefined))).toMatchObject({ typed: [] });
});

test('a sheet from elsewhere is compared with what is there now; without classes it is none', () => {
  const { sheets } = reread(writeAppetiteSheet(EXPORTED));
  const foreign = { sheets: sheets.slice(0, 1), notices: [] };
  expect(readAppetiteSheet(foreign, table(3, 0, 2, undefined))?.typed).toEqual([
    { partner: 9101, cob: 'cargo', text: '1.25' },
  ]);
  expect(readAppetiteSheet({ sheets: sheets.slice(1), notices: [] }, EXPORTED)).toBeUndefined();
});
