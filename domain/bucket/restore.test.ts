import { expect, test } from 'vitest';
import type { EntryNote } from './check.ts';
import { entry, list, spell } from './entries.naive.ts';
import { restoreVersion } from './restore.ts';

const note = (dial_id: string, kind: EntryNote['kind']): EntryNote => ({ dial_id, kind });
const notes = [note('a', 'expired'), note('c', 'deleted'), note('d', 'upcoming')];

test.each([
  ['leaves expired and deleted dials out', false, 'bd'],
  ['keeps expired dials where they were, if wanted, but never deleted ones', true, 'abd'],
])('restoring a version %s', (_, keepExpired, expected) => {
  const { entries, deleted, expired } = restoreVersion({ entries: list('abcd'), notes }, keepExpired);
  expect([entries, deleted, expired].map(spell)).toEqual([expected, 'c', 'a']);
});

test('a restored dial has the version and the overrides it had then', () => {
  const entries = [entry('b', 3, { max_line: 5 }), entry('a', 2)];
  expect(restoreVersion({ entries, notes: [] }, false)).toEqual({ entries, deleted: [], expired: [] });
});
