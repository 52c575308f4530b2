import { describe, expect, test } from 'vitest';
import { type DialData, EMPTY_DIAL } from '#domain/dial/dial.ts';
import { entry } from './entries.naive.ts';
import { findOnlyMove, summariseChanges } from './summary.ts';

const dialData = (name: string, values: DialData['values']): DialData => ({ ...EMPTY_DIAL, name, values });
const VERSIONS: Readonly<Record<string, DialData>> = {
  'a 1': dialData('Excess', { max_line: 100, policy_share_cap: 4 }),
  'a 2': dialData('Excess and more', { max_line: 200, policy_share_cap: 4 }),
  'b 1': dialData('Base', {}),
  'c 1': dialData('Healthcare', { min_line: 5 }),
};
const dataOf = ({ dial_id, version }: { dial_id: string; version: number }) => {
  const data = VERSIONS[`${dial_id} ${version}`];
  if (data === undefined) throw new Error(`Nothing is known of ${dial_id} ${version}`);
  return data;
};

describe('the change summary', () => {
  test('the same list has none', () => {
    expect(summariseChanges([entry('a')], [entry('a')], dataOf)).toEqual([]);
  });

  test('lists added and removed dials in full, with their positions', () => {
    const changes = summariseChanges([entry('b'), entry('c')], [entry('b'), entry('a', 1, { max_line: 7 })], dataOf);
    expect(changes).toEqual([
      { kind: 'added', ...entry('a', 1, { max_line: 7 }), name: 'Excess', position: 2, data: VERSIONS['a 1'] },
      { kind: 'removed', ...entry('c'), name: 'Healthcare', position: 2, data: VERSIONS['c 1'] },
    ]);
  });

  test('an updated dial by what its version changed, under its new name', () => {
    expect(summariseChanges([entry('a')], [entry('a', 2)], dataOf)).toEqual([
      {
        kind: 'updated',
        dial_id: 'a',
        name: 'Excess and more',
        before: 1,
        after: 2,
        changes: [
          { kind: 'text', field: 'name', before: 'Excess', after: 'Excess and more' },
          { kind: 'value', value: 'max_line', before: 100, after: 200 },
        ],
        kept: [],
        elsewhere: [],
      },
    ]);
  });

  test.each([
    ['came', {}, { max_line: 1 }, { before: 100, after: 1, overridden: true }],
    ['went', { max_line: 150 }, {}, { before: 150, after: 200, overridden: false }],
  ])('a value whose dial was updated while its override %s is listed once, with both causes', (_, was, is, move) => {
    const changes = summariseChanges([entry('a', 1, was)], [entry('a', 2, is)], dataOf);
    expect(changes).toMatchObject([
      { kind: 'updated', changes: [{ kind: 'text', field: 'name' }], kept: [], elsewhere: ['max_line'] },
      { kind: 'overridden', values: [{ value: 'max_line', ...move, own: { before: 100, after: 200 } }] },
    ]);
  });

  test('an override that stays hides what the new version says of its value', () => {
    const [change, ...more] = summariseChanges(
      [entry('a', 1, { max_line: 50 })],
      [entry('a', 2, { max_line: 50 })],
      dataOf,
    );
    expect(more).toEqual([]);
    expect(change).toMatchObject({
      changes: [{ kind: 'text', field: 'name' }],
      kept: [{ value: 'max_line', before: 100, after: 200, override: 50 }],
      elsewhere: [],
    });
  });

  test.each([
    ['came', {}, { max_line: 150 }, [{ value: 'max_line', before: 100, after: 150, overridden: true, own: null }]],
    ['went', { max_line: 150 }, {}, [{ value: 'max_line', before: 150, after: 100, overridden: false, own: null }]],
    [
      'changed',
      { max_line: 150 },
      { max_line: 50 },
      [{ value: 'max_line', before: 150, after: 50, overridden: true, own: null }],
    ],
    [
      'came in the open',
      {},
      { min_line: 9 },
      [{ value: 'min_line', before: null, after: 9, overridden: true, own: null }],
    ],
    [
      'went in the open',
      { min_line: 9 },
      {},
      [{ value: 'min_line', before: 9, after: null, overridden: false, own: null }],
    ],
    [
      'one came, one went, one stayed',
      { max_line: 150, min_line: 9 },
      { policy_share_cap: 3, min_line: 9 },
      [
        { value: 'max_line', before: 150, after: 100, overridden: false, own: null },
        { value: 'policy_share_cap', before: 4, after: 3, overridden: true, own: null },
      ],
    ],
  ])('an override that %s, as the value holds in the bucket', (_, before, after, values) => {
    expect(summariseChanges([entry('a', 1, before)], [entry('a', 1, after)], dataOf)).toEqual([
      { kind: 'overridden', dial_id: 'a', name: 'Excess', version: 1, values },
    ]);
  });

  test('categories in their order; a dial that changed in several ways is in each', () => {
    const before = [entry('b'), entry('c'), entry('a')];
    const after = [entry('a', 2, { max_line: 1 }), entry('b'), entry('c')];
    const changes = summariseChanges(before, after, dataOf);
    expect(changes.map(({ kind, dial_id }) => [kind, dial_id])).toEqual([
      ['updated', 'a'],
      ['overridden', 'a'],
      ['reordered', 'a'],
    ]);
    const moved = { dial_id: 'a', name: 'Excess and more', version: 2, from: 3, to: 1 };
    expect(changes.at(-1)).toEqual({ kind: 'reordered', ...moved });
    expect(changes[1]).toMatchObject({ values: [{ value: 'max_line', before: 100, after: 1, overridden: true }] });
  });

  test.each([
    ['one override', [entry('a')], [entry('a', 1, { max_line: 1 })], 'max_line'],
    ['two overrides', [entry('a')], [entry('a', 1, { max_line: 1, min_line: 1 })], undefined],
    ['an override and another dial', [entry('a')], [entry('a', 1, { max_line: 1 }), entry('b')], undefined],
    [
      'an override of a dial that moved',
      [entry('a'), entry('b')],
      [entry('b'), entry('a', 1, { max_line: 1 })],
      undefined,
    ],
    ['nothing', [entry('a')], [entry('a')], undefined],
  ])('the one value that changes, of %s', (_, before, after, value) => {
    expect(findOnlyMove(summariseChanges(before, after, dataOf))?.value).toBe(value);
  });
});
