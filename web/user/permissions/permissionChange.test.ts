import { expect, test } from 'vitest';
import { NO_PERMISSIONS, parsePermissions } from '#domain/user/permission.ts';
import { permissionsOf } from '#domain/user/role.ts';
import { changesOf, NOTHING_WANTED, setAll, setBox, withWanted } from './permissionChange.ts';

const HELD = parsePermissions(['dials:view', 'dials:delete']);

test('boxes set by hand lie over what is held, and setting one back is no change', () => {
  const set = setBox(setBox(NOTHING_WANTED, 'review:create', true), 'dials:delete', false);
  const becomes = withWanted(HELD, set);
  expect([...changesOf(HELD, becomes)]).toEqual([
    ['dials:delete', 'revoked'],
    ['review:create', 'granted'],
  ]);
  const back = withWanted(HELD, setBox(setBox(set, 'dials:delete', true), 'review:create', false));
  expect(changesOf(HELD, back).size).toBe(0);
});

test('someone else’s change in between and one’s own are both kept', () => {
  const mine = setBox(NOTHING_WANTED, 'review:create', true);
  const theirs = parsePermissions(['dials:view', 'bucket:view']);
  const becomes = withWanted(theirs, mine);
  expect(becomes).toEqual(parsePermissions(['dials:view', 'bucket:view', 'review:create']));
  expect([...changesOf(theirs, becomes).keys()]).toEqual(['review:create']);
});

test('a role fills every box, and takes what it does not have', () => {
  const becomes = withWanted(HELD, setAll(HELD, permissionsOf('Reviewer')));
  expect(becomes).toEqual(permissionsOf('Reviewer'));
  expect(changesOf(HELD, becomes).get('dials:delete')).toBe('revoked');
  expect(setAll(HELD, permissionsOf('Viewer')).has('dials:view')).toBe(false);
  expect(withWanted(HELD, setAll(HELD, NO_PERMISSIONS))).toEqual(NO_PERMISSIONS);
});
