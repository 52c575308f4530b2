import { describe, expect, test } from 'vitest';
import {
  addEntries,
  moveEntries,
  moveEntry,
  overriddenKeys,
  removeEntries,
  removeEntry,
  replaceEntry,
  setOverrides,
  type CellChange,
} from './edit.ts';
import { entry, list, spell } from './entries.naive.ts';
import { effectiveValues, sameEntries, dropRedundantOverrides } from './entry.ts';

describe('the order', () => {
  test.each([
    ['d', 1, 'dabc'],
    ['a', 4, 'bcda'],
    ['a', 2, 'bacd'],
    ['c', 2, 'acbd'],
    ['b', 2, 'abcd'],
    ['b', 99, 'acdb'],
    ['b', -3, 'bacd'],
    ['x', 1, 'abcd'],
  ])('moving %s to %i gives %s', (dial, to, order) => {
    expect(spell(moveEntry(list('abcd'), dial, to))).toBe(order);
  });

  test.each([
    ['bd', 1, 'bdacef'],
    ['db', 3, 'acbdef'],
    ['ab', 99, 'cdefab'],
    ['ce', 3, 'abcedf'],
    ['ace', -1, 'acebdf'],
    ['bx', 6, 'acdefb'],
  ])('moving %s together to %i gives %s: they keep their order', (dials, to, order) => {
    expect(spell(moveEntries(list('abcdef'), new Set(dials), to))).toBe(order);
  });

  test('several that stand together and stay there are the same list', () => {
    const entries = list('abcd');
    expect(moveEntries(entries, new Set('bc'), 2)).toBe(entries);
    expect(spell(removeEntries(entries, new Set('bdx')))).toBe('ac');
  });

  test('a move to where it stands is the same list', () => {
    const entries = list('abc');
    expect(moveEntry(entries, 'b', 2)).toBe(entries);
  });

  test.each([
    ['xy', undefined, 'abcxy'],
    ['xy', 1, 'xyabc'],
    ['xy', 2, 'axybc'],
    ['x', 4, 'abcx'],
    ['x', 99, 'abcx'],
    ['x', 0, 'xabc'],
    ['xbx', 3, 'abxc'],
    ['ab', 1, 'abc'],
  ])('adding %s at %s gives %s: those that are there stay', (dials, at, order) => {
    const pins = [...dials].map((dial_id) => ({ dial_id, version: 5 }));
    const after = at === undefined ? addEntries(list('abc'), pins) : addEntries(list('abc'), pins, at);
    expect(spell(after)).toBe(order);
    for (const one of after) expect(one).toEqual(entry(one.dial_id, 'abc'.includes(one.dial_id) ? 1 : 5));
  });

  test('removing and replacing touch that dial alone', () => {
    expect(spell(removeEntry(list('abc'), 'b'))).toBe('ac');
    expect(replaceEntry(list('ab'), entry('b', 7))).toEqual([entry('a'), entry('b', 7)]);
  });
});

describe('the values', () => {
  const own = { max_line: 3_000_000, policy_share_cap: 5 };
  const entries = [entry('a', 1, { max_line: 1_000_000 }), entry('b')];
  const set = (...cells: CellChange[]) => setOverrides(entries, cells, () => own).map(({ overrides }) => overrides);

  test.each<[string, CellChange[], object[]]>([
    ['sets an override', [{ dial_id: 'b', key: 'max_line', value: 2 }], [{ max_line: 1_000_000 }, { max_line: 2 }]],
    ['replaces one', [{ dial_id: 'a', key: 'max_line', value: 2 }], [{ max_line: 2 }, {}]],
    ['falls back to the dial’s own', [{ dial_id: 'a', key: 'max_line', value: undefined }], [{}, {}]],
    ['what the dial says itself is none', [{ dial_id: 'a', key: 'max_line', value: 3_000_000 }], [{}, {}]],
    [
      'sets what the dial leaves open',
      [{ dial_id: 'b', key: 'min_line', value: 9 }],
      [{ max_line: 1_000_000 }, { min_line: 9 }],
    ],
    ['a dial that is not there', [{ dial_id: 'x', key: 'min_line', value: 9 }], [{ max_line: 1_000_000 }, {}]],
    [
      'many cells at once',
      [
        { dial_id: 'a', key: 'policy_share_cap', value: 4 },
        { dial_id: 'a', key: 'ignore_expiring_line', value: 'ignores' },
        { dial_id: 'b', key: 'policy_share_cap', value: 5 },
      ],
      [{ ignore_expiring_line: 'ignores', max_line: 1_000_000, policy_share_cap: 4 }, {}],
    ],
  ])('one change of cells: %s', (_, cells, after) => {
    expect(set(...cells)).toEqual(after);
  });

  test('cells that change nothing give the same list, and untouched dials stay themselves', () => {
    const same = setOverrides(entries, [{ dial_id: 'a', key: 'max_line', value: 1_000_000 }], () => own);
    expect(same).toBe(entries);
    const [first, second] = setOverrides(entries, [{ dial_id: 'a', key: 'max_line', value: 7 }], () => own);
    expect(first).not.toBe(entries[0]);
    expect(second).toBe(entries[1]);
  });

  test('which values a dial has overridden', () => {
    const one = entry('a', 1, { policy_share_cap: 1, max_line: 2, min_line: undefined });
    expect(overriddenKeys(one)).toEqual(['max_line', 'policy_share_cap']);
  });

  test('what holds is the override, else the dial’s own', () => {
    expect(effectiveValues(own, { max_line: 1, min_line: 2, policy_share_cap: undefined })).toEqual({
      max_line: 1,
      min_line: 2,
      policy_share_cap: 5,
    });
    expect(dropRedundantOverrides({ max_line: 3_000_000, policy_share_cap: 4 }, own)).toEqual({ policy_share_cap: 4 });
  });

  test.each([
    ['another dial', [entry('a'), entry('c')]],
    ['another version', [entry('a'), entry('b', 2)]],
    ['another value', [entry('a'), entry('b', 1, { max_line: 1 })]],
    ['another order', [entry('b'), entry('a')]],
    ['one less', [entry('a')]],
    ['one more', [entry('a'), entry('b'), entry('c')]],
  ])('lists are not the same with %s', (_, other) => {
    expect(sameEntries(list('ab'), other)).toBe(false);
    expect(sameEntries(list('ab'), list('ab'))).toBe(true);
  });
});
