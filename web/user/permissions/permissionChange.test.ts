import { expect, test } from 'vitest';
import { NO_PERMISSIONS, parsePermissions } from '#domain/user/permission.ts';
import { permissionsOf } from '#domain/user/role.ts';
import { changesOf, NO_BOX_CHOICES, setAll, setBox, applyChoices } from './permissionChange.ts';

const SEE_REVIEWS = { scope: 'review', action: 'view' } as const;
const DELETE_DIALS = { scope: 'dials', action: 'delete' } as const;
const CURRENT = parsePermissions(['dials:view', 'dials:delete']);

test('boxes set by hand override the saved permissions, and reverting one is no change', () => {
  const set = setBox(CURRENT, setBox(CURRENT, NO_BOX_CHOICES, SEE_REVIEWS, true), DELETE_DIALS, false);
  const becomes = applyChoices(CURRENT, set);
  expect([...changesOf(CURRENT, becomes)]).toEqual([
    ['dials:delete', 'revoked'],
    ['review:view', 'granted'],
  ]);
  const back = applyChoices(CURRENT, setBox(CURRENT, setBox(CURRENT, set, DELETE_DIALS, true), SEE_REVIEWS, false));
  expect(changesOf(CURRENT, back).size).toBe(0);
});

test('a box ticks what it needs, and clears what needs it', () => {
  const approves = setBox(CURRENT, NO_BOX_CHOICES, { scope: 'review', action: 'create' }, true);
  expect([...changesOf(CURRENT, applyChoices(CURRENT, approves)).keys()]).toEqual([
    'bucket:view',
    'review:view',
    'review:create',
  ]);
  const blind = setBox(CURRENT, approves, { scope: 'dials', action: 'view' }, false);
  expect(changesOf(CURRENT, applyChoices(CURRENT, blind)).get('dials:delete')).toBe('revoked');
});

test('someone else’s change and one’s own are both kept', () => {
  const mine = setBox(CURRENT, NO_BOX_CHOICES, SEE_REVIEWS, true);
  const theirs = parsePermissions(['dials:view', 'bucket:view']);
  const becomes = applyChoices(theirs, mine);
  expect(becomes).toEqual(parsePermissions(['dials:view', 'bucket:view', 'review:view']));
  expect([...changesOf(theirs, becomes).keys()]).toEqual(['review:view']);
});

test('a role fills every box, and clears what it does not have', () => {
  const becomes = applyChoices(CURRENT, setAll(CURRENT, permissionsOf('Reviewer')));
  expect(becomes).toEqual(permissionsOf('Reviewer'));
  expect(changesOf(CURRENT, becomes).get('dials:delete')).toBe('revoked');
  expect(setAll(CURRENT, permissionsOf('Viewer')).has('dials:view')).toBe(false);
  expect(applyChoices(CURRENT, setAll(CURRENT, NO_PERMISSIONS))).toEqual(NO_PERMISSIONS);
});
