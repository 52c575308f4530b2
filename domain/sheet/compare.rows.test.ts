import { describe, expect, test } from 'vitest';
import { answer, BUCKET, compareWith, dial, edit, ids, MAX, type Rows, type } from './testing.ts';

describe('rows', () => {
  test('that are gone are always asked', () => {
    const change = (rows: Rows) => rows.filter((_, index) => index !== 3);
    const now = edit('c', { overrides: { max_line: 1 } });
    expect(compareWith(change).questions).toMatchObject([
      { kind: 'missing', dial_id: 'c', name: 'Carve-out', position: 3, sheetRow: 4, isChangedSince: false },
    ]);
    expect(compareWith(change, { now }).questions).toMatchObject([{ kind: 'missing', isChangedSince: true }]);
    expect(compareWith(change, { now }).entries).toEqual(now);
    expect(ids(answer(change, { now }, 'sheet'))).toBe('abd');
    expect(compareWith(change, { now: now.filter(({ dial_id }) => dial_id !== 'c') }).questions).toEqual([]);
  });

  test('moved by their position move, with the smallest set of moves', () => {
    const { entries, taken, questions } = compareWith(type([2, 'Position', 4]));
    expect(entries.map(({ dial_id }) => dial_id).join('')).toBe('bcda');
    expect(questions).toEqual([]);
    expect(taken).toMatchObject([
      {
        cell: 'A2',
        field: 'position',
        exported: '1',
        sheet: '4',
        now: '1',
        outcome: { kind: 'moved', from: 1, to: 4 },
      },
    ]);
  });

  test('in another order than their positions are asked once', () => {
    const change = (rows: Rows) => [...rows.slice(0, 1), ...rows.slice(1).toReversed()];
    expect(compareWith(change).questions).toEqual([{ key: 'order', kind: 'order', moves: { sheet: 3, now: 0 } }]);
    expect(ids(compareWith(change))).toBe('abcd');
    expect(ids(answer(change, {}, 'sheet'))).toBe('dcba');
    expect(ids(answer(change, {}, 'now'))).toBe('abcd');
  });

  test('that are new add a dial of the library at its newest version, or the typed one', () => {
    const change = type([6, 'Position', 2], [6, 'Dial', 'library'], [6, MAX, 3_000_000]);
    const { entries, taken } = compareWith(change);
    expect(entries[1]).toEqual({ dial_id: 'new', version: 2, overrides: { max_line: 3_000_000 } });
    expect(taken).toMatchObject([
      {
        cell: 'A6',
        field: 'presence',
        position: 2,
        exported: '–',
        sheet: '2',
        now: '–',
        outcome: { kind: 'added', at: 2 },
      },
      { field: 'max_line', exported: '–', sheet: '3,000,000', outcome: { kind: 'override' }, target: undefined },
    ]);
    expect(compareWith(type([6, 'Dial', 'Library'], [6, 'Version', 'v1'])).entries.at(-1)).toEqual({
      dial_id: 'new',
      version: 1,
      overrides: {},
    });
    expect(
      compareWith(change, { now: [...BUCKET.entries, { dial_id: 'new', version: 1, overrides: {} }] }).questions,
    ).toMatchObject([{ field: 'max_line', sheet: '3,000,000', now: '1,000,000' }, { field: 'position' }]);
  });

  test('that name an unknown dial are drafts of new ones, and not in the bucket', () => {
    const { entries, dialEdits, taken } = compareWith(
      type([6, 'Dial', 'Short waiting'], [6, MAX, 5], [6, 'Revenue', '[1,2]']),
    );
    expect(entries).toEqual(BUCKET.entries);
    expect(dialEdits).toEqual([
      {
        dial_id: undefined,
        data: dial('Short waiting', { values: { max_line: 5 }, dimensions: { revenue_ranges: '[1,2]' } }),
      },
    ]);
    expect(taken).toMatchObject([
      { dial_id: undefined, name: 'Short waiting', cell: 'B6', outcome: { kind: 'new-dial' } },
    ]);
  });

  test('that name several dials, or one twice, are wrong', () => {
    const { errors, entries } = compareWith(type([6, 'Dial', 'Twin'], [7, 'Dial', 'Library'], [8, 'Dial', 'Library']));
    expect(errors.map(({ cell, message }) => `${cell}: ${message}`)).toEqual([
      expect.stringMatching(/^B6: 2 dials have this name. Give the id of one in column [A-Z]+: twin1 or twin2$/),
      'B8: Row 8 is a copy of row 7. To add another dial, change the name in its copy.',
    ]);
    expect(entries).toHaveLength(5);
    expect(ids(compareWith(type([6, 'Dial', 'Twin'], [6, 'Id', 'twin2'])))).toBe('abcdtwin2');
  });

  test('take a version that exists', () => {
    expect(compareWith(type([2, 'Version', '2']))).toMatchObject({
      taken: [{ field: 'version', exported: 'v1', sheet: 'v2', outcome: { kind: 'version', version: 2 } }],
    });
    const { errors, entries } = compareWith(type([2, 'Version', 'v9']));
    expect([errors, entries]).toEqual([
      [{ cell: 'C2', text: 'v9', message: 'There is no published v9 of this dial.' }],
      BUCKET.entries,
    ]);
  });
});
