import { expect, test } from 'vitest';
import type { BucketEntry } from './entry.ts';
import { addEdits, applyEdits, type BucketEdit, type FindOwnValues, type InsertPosition } from './rollout.ts';

const OWN: Record<string, object> = {
  'a 1': { max_line: 100 },
  'a 2': { max_line: 200 },
  'b 1': { max_line: 10 },
  'c 1': { max_line: 5 },
};
const ownOf: FindOwnValues = ({ dial_id, version }) => OWN[`${dial_id} ${version}`];
const entry = (dial_id: string, version = 1, overrides = {}): BucketEntry => ({ dial_id, version, overrides });
const LIST = [entry('a'), entry('b')];

const idsAfter = (place: InsertPosition, kind: 'add' | 'move', dial_id: string): string => {
  const edit = kind === 'add' ? { kind, dial_id, version: 1, overrides: {}, place } : { kind, dial_id, place };
  const edited = applyEdits([...LIST, entry('d')], [edit], ownOf);
  return 'entries' in edited ? edited.entries.map((one) => one.dial_id).join(' ') : edited.refusal;
};

test.each<[InsertPosition, string, string]>([
  [{ at: 'top' }, 'c a b d', 'b a d'],
  [{ at: 'end' }, 'a b d c', 'a d b'],
  [{ at: 'before', dial_id: 'd' }, 'a b c d', 'a b d'],
  [{ at: 'after', dial_id: 'a' }, 'a c b d', 'a b d'],
  [{ at: 'after', dial_id: 'd' }, 'a b d c', 'a d b'],
  [{ at: 'before', dial_id: 'a' }, 'c a b d', 'b a d'],
  [{ at: 'after', dial_id: 'x' }, 'no-place', 'no-place'],
])('A dial is added or moved to %j', (place, added, moved) => {
  expect(idsAfter(place, 'add', 'c')).toBe(added);
  expect(idsAfter(place, 'move', 'b')).toBe(moved);
});

test('A dial is not placed next to itself', () => {
  expect(idsAfter({ at: 'before', dial_id: 'b' }, 'move', 'b')).toBe('no-place');
});

test('An override that a new version changes too raises a question, and is kept or dropped as answered', () => {
  const own = [entry('a', 1, { max_line: 150 }), entry('b')];
  const update = (answers: object): BucketEdit => ({ kind: 'update', dial_id: 'a', version: 2, answers });
  expect(applyEdits(own, [update({})], ownOf)).toEqual({ refusal: 'undecided', edit: 0 });
  expect(applyEdits(own, [update({ max_line: 'override' })], ownOf)).toEqual({
    entries: [entry('a', 2, { max_line: 150 }), entry('b')],
  });
  expect(applyEdits(own, [update({ max_line: 'dial' })], ownOf)).toEqual({ entries: [entry('a', 2), entry('b')] });
});

test('Sets a dial exactly as in another bucket, without redundant overrides', () => {
  const edit = { kind: 'set', dial_id: 'a', version: 2, overrides: { max_line: 200, min_line: 3 } } as const;
  expect(applyEdits(LIST, [edit], ownOf)).toEqual({ entries: [entry('a', 2, { min_line: 3 }), entry('b')] });
});

test('Applies all edits in order or none, and names the refused one', () => {
  const remove = { kind: 'remove', dial_id: 'a' } as const;
  const add: BucketEdit = { kind: 'add', dial_id: 'a', version: 2, overrides: {}, place: { at: 'end' } };
  expect(applyEdits(LIST, [remove, add], ownOf)).toEqual({ entries: [entry('b'), entry('a', 2)] });
  expect(applyEdits(LIST, [add, remove], ownOf)).toEqual({ refusal: 'present', edit: 0 });
  expect(applyEdits(LIST, [remove, remove], ownOf)).toEqual({ refusal: 'missing', edit: 1 });
});

test.each<[InsertPosition, string]>([
  [{ at: 'top' }, 'x y z a b'],
  [{ at: 'end' }, 'a b x y z'],
  [{ at: 'before', dial_id: 'b' }, 'a x y z b'],
  [{ at: 'after', dial_id: 'a' }, 'a x y z b'],
])('Several dials are added in their order to %j', (place, expected) => {
  const dials = ['x', 'y', 'z'].map((dial_id) => ({ dial_id, version: 1, overrides: {} }));
  const edited = applyEdits(
    LIST,
    addEdits(dials, () => false, place),
    ownOf,
  );
  expect('entries' in edited && edited.entries.map(({ dial_id }) => dial_id).join(' ')).toBe(expected);
});

test('Adds only the dials that the bucket does not contain yet', () => {
  const dials = ['b', 'x', 'a', 'y'].map((dial_id) => ({ dial_id, version: 2, overrides: { min_line: 5 } }));
  const edits = addEdits(dials, (id) => LIST.some(({ dial_id }) => dial_id === id), { at: 'top' });
  const added = (id: string) => entry(id, 2, { min_line: 5 });
  expect(applyEdits(LIST, edits, ownOf)).toEqual({ entries: [added('x'), added('y'), ...LIST] });
});
