import { describe, expect, test } from 'vitest';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { planPaste, type PasteRow } from './paste.ts';
import { readCell, UNREADABLE_OPTION } from '#web/bucket/cells.ts';
import { rangeOf } from './cells.ts';
import { readSheet, writeSheet } from '#web/rule/sheet.ts';

describe('clipboard texts', () => {
  test.each([
    ['1\t2\n3\t4', '1|2 3|4'],
    ['1\t2\r\n3\t4\r\n', '1|2 3|4'],
    ['1,250,000', '1,250,000'],
    ['1,250,000\n2,000', '1,250,000 2,000'],
    ['5,6\n7,8', '5|6 7|8'],
    ['Maintains,25,"1,250,000"', 'Maintains|25|1,250,000'],
    ['"a""b"""\t2', 'a"b"|2'],
    ['1\t\t3', '1||3'],
    ['5', '5'],
    ['', ''],
  ])('%j is the cells %s', (text, cells) => {
    expect(
      readSheet(text)
        .map((row) => row.join('|'))
        .join(' '),
    ).toBe(cells);
  });

  test('copied cells parse to the same cells', () => {
    const cells = [
      ['Maintains', '', '1000000'],
      ['', '3.5', '0.25'],
    ];
    expect(readSheet(writeSheet(cells))).toEqual(cells);
  });
});

describe('one cell', () => {
  test.each([
    ['max_line', '2,750,000', 2_750_000],
    ['max_line', ' 2.75m ', 2_750_000],
    ['max_line', '$350k', 350_000],
    ['max_line', '1bn', 1_000_000_000],
    ['policy_share_cap', '3.5%', 3.5],
    ['policy_share_cap', '3.5', 3.5],
    ['ignore_expiring_line', 'Expiring line', 'expiring_line'],
    ['ignore_expiring_line', 'IGNORES', 'ignores'],
    ['ignore_expiring_line', 'expiring_line', 'expiring_line'],
    ['max_line', '', undefined],
    ['min_line', '·', undefined],
  ] as const)('%s parses %j as %s', (key, text, value) => {
    expect(readCell(key, text)).toEqual({ readable: true, value, message: undefined });
  });

  test.each([
    ['max_line', 'much', false, 'Please give a number like 3,500,000, 350k or 3.5m'],
    ['max_line', '1.5', true, 'Please give whole US dollars'],
    ['max_line', '0', true, 'Value must be positive'],
    ['lead_share_cap', '120', true, 'A share is at most 100 percent'],
    ['ignore_expiring_line', 'sometimes', false, UNREADABLE_OPTION],
  ] as const)('%s does not parse %j', (key, text, readable, message) => {
    expect(readCell(key, text)).toMatchObject({ readable, message });
  });

  test('the message lists the options', () => {
    expect(UNREADABLE_OPTION).toBe('Please choose Maintains, Ignores or Expiring line');
  });
});

const rows: PasteRow[] = ['Critical', 'Healthcare', 'Distressed'].map((name, index) => ({
  dial_id: `d${index + 1}`,
  position: index + 1,
  name,
}));
const cell = (row: number, column: number) => rangeOf({ row, column }, { row, column });
const sentence = (text: string, range = cell(0, 3)) => {
  const plan = planPaste(text, range, rows);
  return plan.fits ? 'it fits' : plan.sentence;
};

describe('pasting', () => {
  test('a range starts at the active cell', () => {
    expect(planPaste('1m\t100k\n2m\t200k', cell(1, 3), rows)).toMatchObject({
      fits: true,
      range: { top: 1, bottom: 2, left: 3, right: 4 },
      cells: [
        { dial_id: 'd2', key: 'max_line', value: 1_000_000 },
        { dial_id: 'd2', key: 'min_line', value: 100_000 },
        { dial_id: 'd3', key: 'max_line', value: 2_000_000 },
        { dial_id: 'd3', key: 'min_line', value: 200_000 },
      ],
    });
  });

  test('one value fills the selection, and so does a range that fits several times', () => {
    const selected = rangeOf({ row: 0, column: 2 }, { row: 2, column: 2 });
    const one = planPaste('25%', selected, rows);
    expect(one.fits && one.cells.map(({ value }) => value)).toEqual([25, 25, 25]);
    const wide = rangeOf({ row: 0, column: 3 }, { row: 1, column: 4 });
    const twice = planPaste('5\t4', wide, rows);
    expect(twice.fits && twice.cells.map(({ value }) => value)).toEqual([5, 4, 5, 4]);
  });

  test('an empty cell falls back to the dial’s own value', () => {
    const plan = planPaste('1m\t\t5', cell(0, 3), rows);
    expect(plan.fits && plan.cells.map(({ value }) => value)).toEqual([1_000_000, undefined, 5]);
  });

  test('a range that is too large is refused with its size', () => {
    expect(sentence('1\n2\n3\n4', cell(1, 3))).toBe(
      `Nothing was pasted. It has 4 rows and 1 column; from this cell there are 2 rows and ${VALUE_KEYS.length - 2} columns.`,
    );
    expect(sentence('1\t2\t3', cell(0, VALUE_KEYS.length - 1))).toMatch(
      /^Nothing was pasted. It has 1 row and 3 columns/,
    );
  });

  test('unparsable and invalid cells are listed, and nothing is pasted', () => {
    expect(sentence('1m\nmuch\n1.5')).toBe(
      'Nothing was pasted. This does not fit: “much” for Max line of 2 Healthcare (Please give a number like 3,500,000, 350k or 3.5m), “1.5” for Max line of 3 Distressed (Please give whole US dollars).',
    );
    expect(sentence('a\tb\tc\nd\te\tf')).toMatch(/, and 3 more\.$/);
  });

  test('the dial column accepts no paste', () => {
    expect(sentence('5', cell(0, 0))).toBe('Choose the cell of a value first, to paste from there.');
  });
});
