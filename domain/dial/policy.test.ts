import { describe, expect, test } from 'vitest';
import { parsePermissions } from '#domain/user/permission.ts';
import { dialAbilities, mayChangeDraft, refuseDelete, refuseDiscard } from './policy.ts';

const actor = (...actions: string[]) => ({
  id: 'me',
  permissions: parsePermissions(actions.map((of) => `dials:${of}`)),
});
const mine = { createdBy: 'me' };
const theirs = { createdBy: 'someone' };

describe('who may change a draft', () => {
  test.each([
    ['view alone, one’s own', ['view'], mine, false],
    ['create, one’s own', ['view', 'create'], mine, true],
    ['create, someone else’s', ['view', 'create'], theirs, false],
    ['edit, someone else’s', ['view', 'edit'], theirs, true],
    ['edit, one’s own', ['edit'], mine, true],
    ['delete alone, one’s own', ['view', 'delete'], mine, false],
  ])('%s', (_case, actions, draft, expected) => {
    expect(mayChangeDraft(actor(...actions), draft)).toBe(expected);
  });
});

describe('what a person may do with a dial', () => {
  const NONE = { edit: false, publish: false, discard: false, duplicate: false, delete: false };
  const change = { edit: true, publish: true, discard: true };
  test.each([
    ['view alone', ['view'], { draft: mine }, {}],
    ['create, own draft of a published dial', ['view', 'create'], { draft: mine }, { ...change, duplicate: true }],
    [
      'create, own draft, never published: nothing would be left without it',
      ['view', 'create'],
      { draft: mine, isPublished: false },
      { ...change, discard: false, duplicate: true },
    ],
    ['create, someone else’s draft', ['view', 'create'], { draft: theirs }, { duplicate: true }],
    ['create, no draft: starting a version needs edit', ['view', 'create'], {}, { duplicate: true }],
    ['edit, no draft: nothing to publish', ['view', 'edit'], {}, { edit: true }],
    ['edit, someone else’s draft', ['view', 'edit'], { draft: theirs }, change],
    ['delete, in no bucket', ['view', 'delete'], {}, { delete: true }],
    ['delete, in a bucket', ['view', 'delete'], { inUse: true }, {}],
  ])('%s', (_case, actions, state, expected) => {
    const published = { draft: null, isPublished: true, inUse: false };
    expect(dialAbilities(actor(...actions), { ...published, ...state })).toEqual({ ...NONE, ...expected });
  });
});

test('a draft is discarded only where a published version stays', () => {
  expect(refuseDiscard(true)).toBeUndefined();
  expect(refuseDiscard(false)).toBe(
    'This dial was never published, so nothing would be left of it. To remove it, please use Delete Dial.',
  );
});

describe('a dial in use', () => {
  const name = (number: number) => `Cargo, ${number} Alder`;
  test('is not deleted, and the refusal names the buckets', () => {
    expect(refuseDelete([])).toBeUndefined();
    expect(refuseDelete(['Cyber Privacy & Tech, 9101 Alder'])).toBe(
      'A bucket holds this dial: Cyber Privacy & Tech, 9101 Alder. Please remove it there first.',
    );
    expect(refuseDelete([1, 2, 3, 4, 5, 6, 7].map(name))).toBe(
      `Buckets hold this dial: ${[1, 2, 3, 4, 5].map(name).join('; ')}; and 2 more. Please remove it there first.`,
    );
  });
});
