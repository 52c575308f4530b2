import { expect, test } from 'vitest';
import type { BucketChange } from '#domain/bucket/summary.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { describeExceptions, groupByDifference, splitByDial } from './set-change.ts';

const DIAL = { dial_id: 'd1', name: 'Cyber excess' };
const line = { kind: 'value', value: 'max_line', before: 100, after: 150 } as const;
const cap = { kind: 'value', value: 'lead_share_cap', before: 30, after: 35 } as const;
const text = (before: string) => ({ kind: 'text', field: 'description', before, after: 'Now' }) as const;
type Updated = Extract<BucketChange, { kind: 'updated' }>;
const updated = (more: Partial<Updated> = {}): Updated => ({
  kind: 'updated',
  ...DIAL,
  before: 5,
  after: 6,
  changes: [text('Before'), line],
  kept: [],
  elsewhere: [],
  ...more,
});
const whole = { ...DIAL, version: 6, data: EMPTY_DIAL, overrides: {} };
const added = (position: number, overrides = {}): BucketChange => ({ kind: 'added', ...whole, position, overrides });
const moved = (from: number, to: number): BucketChange => ({ kind: 'reordered', ...DIAL, version: 6, from, to });
const removed: BucketChange = { kind: 'removed', ...whole, dial_id: 'd2', position: 3 };
const kept = { value: 'max_line', override: 120, before: 100, after: 150 } as const;
const override = { value: 'max_line', before: 100, after: 130, overridden: true, own: null } as const;

type Held = readonly Readonly<{ dial_id: string; version: number }>[];
const group = (differences: readonly (readonly BucketChange[] | null)[], held: readonly Held[] = []) => {
  const buckets = differences.map((changes, index) => ({
    partner: { number: 9101 + index },
    cob: 'cargo',
    changes,
    held: held[index],
  }));
  // The order that they come in says nothing.
  const { same, exceptions, apart } = groupByDifference(
    buckets.toReversed(),
    ({ changes }) => changes,
    (bucket) => bucket.held ?? [],
  );
  const number = (bucket: (typeof buckets)[number]) => bucket.partner.number - 9100;
  return { same: same.map(number), apart: apart.map(number), exceptions, of: exceptions.map((e) => number(e.bucket)) };
};

test.each<[string, readonly (readonly BucketChange[] | null)[], number[], number[], number[]]>([
  ['equal differences are the shared change', [[updated()], [updated()]], [1, 2], [], []],
  ['where a dial stands is no difference', [[added(1)], [added(9)]], [1, 2], [], []],
  ['how far a dial moves is none, but which way', [[moved(1, 4)], [moved(2, 3)], [moved(4, 1)]], [1, 2], [3], []],
  [
    'the order of the changes is none',
    [
      [updated(), removed],
      [removed, updated()],
    ],
    [1, 2],
    [],
    [],
  ],
  ['the largest group is the shared one', [[removed], [updated()], [updated()]], [2, 3], [1], []],
  ['of two as large, that with the lowest partner', [[added(1)], [removed], [removed], [added(2)]], [1, 4], [2, 3], []],
  ['no two alike: nothing is shared', [[added(1)], [removed]], [], [1, 2], []],
  ['one alone shares its change with itself', [null, [added(1)]], [2], [], [1]],
  ['what has no difference any more stands apart', [[removed], null, [removed]], [1, 3], [], [2]],
  ['an override makes another difference', [[added(1)], [added(1)], [added(1, { max_line: 2 })]], [1, 2], [3], []],
])('%s', (_what, differences, same, exceptions, apart) => {
  const found = group(differences);
  expect([found.same, found.of, found.apart]).toEqual([same, exceptions, apart]);
});

const SHARED = [updated()];
const older = updated({ before: 4, changes: [text('Long ago'), line, cap] });

test.each<[string, readonly BucketChange[], object]>([
  [
    'an override that stays, in place of what the others get',
    [updated({ changes: [text('Before')], kept: [kept] })],
    { own: [{ part: { kind: 'kept', kept }, instead: { change: line } }], missing: [], sharesRest: true, why: 'keeps' },
  ],
  [
    'what an older version brings besides; not how its text read',
    [older],
    { own: [{ part: { change: cap }, instead: undefined }], versions: [{ before: 4, after: 6 }], why: 'older' },
  ],
  ['what it lacks', [updated({ changes: [text('Before')] })], { own: [], missing: [{ change: line }], why: 'less' }],
  [
    'a change that only it has',
    [updated(), removed],
    { own: [{ part: { change: removed } }], missing: [], sharesRest: true, why: 'more' },
  ],
  [
    'a new override',
    [updated({ changes: [text('Before')] }), { kind: 'overridden', ...DIAL, version: 6, values: [override] }],
    { own: [{ part: { move: override }, instead: { change: line } }], missing: [], why: 'overrides' },
  ],
  [
    'an override that it loses, which is no new one',
    [
      updated({ changes: [text('Before')] }),
      { kind: 'overridden', ...DIAL, version: 6, values: [{ ...override, overridden: false }] },
    ],
    { own: [{ part: { move: { overridden: false } } }], why: 'released' },
  ],
  [
    'all of it, where nothing is shared',
    [removed],
    { own: [{ part: { change: removed } }], sharesRest: false, why: 'other' },
  ],
])('an exception shows only what is its own: %s', (_what, changes, expected) => {
  const { exceptions } = group([SHARED, SHARED, changes]);
  expect(exceptions).toMatchObject([expected]);
});

const own = (max_line: number) => ({ ...EMPTY_DIAL, values: { max_line } });
const hold = (version: number, line: number, overrides = {}) => ({
  ...whole,
  version,
  position: 1,
  data: own(line),
  overrides,
});
const gone = (...args: Parameters<typeof hold>): BucketChange => ({ kind: 'removed', ...hold(...args) });
const addedAt = (...args: Parameters<typeof hold>): BucketChange => ({ kind: 'added', ...hold(...args) });

test('where all lose a dial, an exception names the value that only it loses, not the dial', () => {
  const all = gone(6, 1_000_000);
  const { exceptions, same } = group([
    [all],
    [all],
    // An override that changes nothing is no difference.
    [gone(6, 1_000_000, { max_line: 1_000_000 })],
    [gone(6, 1_000_000, { max_line: 1_250_000 })],
    [gone(5, 900_000)],
  ]);
  const difference = { kind: 'whole-difference', change: 'removed', ...DIAL };
  const value = { value: 'max_line', there: 1_000_000 };
  expect(same).toEqual([1, 2, 3]);
  expect(exceptions.map(({ own, missing, why }) => [own.map(({ part }) => part), missing, why])).toEqual([
    [
      [{ ...difference, version: 6, instead: null, values: [{ ...value, here: 1_250_000, overridden: true }] }],
      [],
      'overrides',
    ],
    [
      [{ ...difference, version: 5, instead: 6, values: [{ ...value, here: 900_000, overridden: false }] }],
      [],
      'other',
    ],
  ]);
});

test.each<[string, BucketChange, Held, object]>([
  ['a dial it never held is not said to stay', gone(6, 100), [], { change: 'removed', held: null }],
  ['a dial that it keeps', gone(6, 100), [{ dial_id: 'd1', version: 6 }], { change: 'removed', held: 6 }],
  ['one that it had before', addedAt(6, 100), [{ dial_id: 'd1', version: 6 }], { change: 'added', held: 6 }],
  [
    'an update it has already',
    updated(),
    [{ dial_id: 'd1', version: 6 }],
    { change: 'updated', held: 6, is_new: true },
  ],
  ['an older version that stays', updated(), [{ dial_id: 'd1', version: 4 }], { held: 4, is_new: false }],
  ['an update of what it never held', updated(), [], { change: 'updated', held: null }],
])('what an exception does not touch is one line: %s', (_what, change, held, expected) => {
  const { exceptions } = group([[change, removed], [change, removed], [removed]], [[], [], held]);
  expect(exceptions.map(({ own, missing }) => [own, missing])).toMatchObject([
    [[], [{ kind: 'untouched', ...DIAL, ...expected }]],
  ]);
});

test('of several dials, an exception shows those that differ, each with its own parts', () => {
  const other = updated({ dial_id: 'd3', name: 'Cyber primary', changes: [cap] });
  const { exceptions } = group([
    [updated(), other],
    [updated(), other],
    [updated(), { ...other, changes: [] }, removed],
  ]);
  expect(exceptions.map(splitByDial)).toMatchObject([
    [
      { name: 'Cyber primary', version: { before: 5, after: 6 }, own: [], missing: [{ change: cap }] },
      { dial_id: 'd2', version: undefined, own: [{ part: { change: removed } }], missing: [] },
    ],
  ]);
});

test('why there are exceptions is counted in words', () => {
  const whys = (['keeps', 'older', 'older'] as const).map((why) => ({ why }));
  expect(describeExceptions(whys)).toBe('one keeps its own value, two come from an older version');
});
