import { describe, expect, test } from 'vitest';
import { moveEntry } from '#domain/bucket/edit.ts';
import { findDropTarget, rowChanges } from './rows.ts';
import { rowAfterKey } from '#web/kit/grid.ts';

/** One row has a notice and is taller. */
const rows = [
  { start: 0, end: 52 },
  { start: 52, end: 137 },
  { start: 137, end: 189 },
  { start: 189, end: 241 },
];

describe('the target of a dragged row', () => {
  test.each([
    ['above the first', -10, 3, { position: 1, line: 0 }],
    ['upper half of the second', 60, 4, { position: 2, line: 52 }],
    ['lower half of the second', 120, 4, { position: 3, line: 137 }],
    ['far below the last', 900, 1, { position: 4, line: 241 }],
    ['down: the rows below close up', 170, 1, { position: 3, line: 189 }],
    ['on itself', 150, 3, undefined],
    ['just above itself', 120, 3, undefined],
    ['just below itself', 190, 3, undefined],
  ])('%s', (_case, y, from, expected) => {
    expect(findDropTarget(rows, y, [from])).toEqual(expected);
  });

  test.each([
    ['between two that are dragged: they come together', 140, [1, 3], { position: 2, line: 137 }],
    ['below two that are dragged', 900, [1, 3], { position: 3, line: 241 }],
    ['inside those that stand together', 140, [2, 3], undefined],
  ])('several rows, %s', (_case, y, from, expected) => {
    expect(findDropTarget(rows, y, from)).toEqual(expected);
  });

  test('the row lands at the line, in both directions', () => {
    const entries = ['a', 'b', 'c', 'd'].map((dial_id) => ({ dial_id, version: 1, overrides: {} }));
    for (const from of [1, 2, 3, 4])
      for (let y = -5; y < 260; y += 3) {
        const place = findDropTarget(rows, y, [from]);
        const id = entries[from - 1]?.dial_id ?? '';
        const moved = moveEntry(entries, id, place?.position ?? from).map(({ dial_id }) => dial_id);
        const others = entries.filter(({ dial_id }) => dial_id !== id);
        const above = others.filter(({ dial_id }) => {
          const row = rows[entries.findIndex((entry) => entry.dial_id === dial_id)];
          return row !== undefined && (row.start + row.end) / 2 < y;
        });
        expect(moved.indexOf(id)).toBe(above.length);
      }
  });
});

describe('the keys that move rows', () => {
  test.each([
    ['ArrowUp', 10, 9],
    ['ArrowUp', 1, 1],
    ['ArrowDown', 10, 11],
    ['ArrowDown', 30, 30],
    ['Home', 10, 1],
    ['End', 10, 30],
    ['PageUp', 15, 5],
    ['PageUp', 4, 1],
    ['PageDown', 15, 25],
    ['PageDown', 28, 30],
    ['x', 10, undefined],
  ])('%s from %i of 30', (key, from, to) => {
    expect(rowAfterKey(key, from - 1, 30)).toBe(to && to - 1);
  });
});

describe('the change note of a row', () => {
  const entry = (dial_id: string, version = 1) => ({ dial_id, version, overrides: {} });
  test('added, updated and moved, but not shifted by others', () => {
    const live = [entry('a'), entry('b'), entry('c', 5), entry('d')];
    const changes = rowChanges(live, [entry('new'), entry('d'), entry('a'), entry('b'), entry('c', 6)]);
    expect(Object.fromEntries(changes)).toEqual({
      new: { added: true, updated: undefined, moved: undefined },
      d: { added: false, updated: undefined, moved: '4 → 2' },
      c: { added: false, updated: 'v5 → v6', moved: undefined },
    });
  });
});
