import { expect, test } from 'vitest';
import { NO_PERMISSIONS, parsePermissions } from '#domain/user/permission.ts';
import { permissionsOf } from '#domain/user/role.ts';
import { changesOf, NOTHING_WANTED, setAll, setBox, withWanted } from './permissionChange.ts';

const SEE_REVIEWS = { scope: 'review', action: 'view' } as const;
const DELETE_DIALS = { scope: 'dials', action: 'delete' } as const;
const HELD = parsePermissions(['dials:view', 'dials:delete']);

test('boxes set by hand lie over what is held, and setting one back is no change', () => {
  const set = setBox(HELD, setBox(HELD, NOTHING_WANTED, SEE_REVIEWS, true), DELETE_DIALS, false);
  const becomes = withWanted(HELD, set);
  expect([...changesOf(HELD, becomes)]).toEqual([
    ['dials:delete', 'revoked'],
    ['review:view', 'granted'],
  ]);
  const back = withWanted(HELD, setBox(HELD, setBox(HELD, set, DELETE_DIALS, true), SEE_REVIEWS, false));
  expect(changesOf(HELD, back).size).toBe(0);
});

test('a box brings what it needs, and takes along what needs it', () => {
  const approves = setBox(HELD, NOTHING_WANTED, { scope: 'review', action: 'create' }, true);
  expect([...changesOf(HELD, withWanted(HELD, approves)).keys()]).toEqual([
    'bucket:view',
    'review:view',
    'review:create',
  ]);
  const blind = setBox(HELD, approves, { scope: 'dials', action: 'view' }, false);
  expect(changesOf(HELD, withWanted(HELD, blind)).get('dials:delete')).toBe('revoked');
});

test('someone else’s change in between and one’s own are both kept', () => {
  const mine = setBox(HELD, NOTHING_WANTED, SEE_REVIEWS, true);
  const theirs = parsePermissions(['dials:view', 'bucket:view']);
  const becomes = withWanted(theirs, mine);
  expect(becomes).toEqual(parsePermissions(['dials:view', 'bucket:view', 'review:view']));
  expect([...changesOf(theirs, becomes).keys()]).toEqual(['review:view']);
});

test('a role fills every box, and takes what it does not have', () => {
  const becomes = withWanted(HELD, setAll(HELD, permissionsOf('Reviewer')));
  expect(becomes).toEqual(permissionsOf('Reviewer'));
  expect(changesOf(HELD, becomes).get('dials:delete')).toBe('revoked');
  expect(setAll(HELD, permissionsOf('Viewer')).has('dials:view')).toBe(false);
  expect(withWanted(HELD, setAll(HELD, NO_PERMISSIONS))).toEqual(NO_PERMISSIONS);
});
