import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ACTION_BITS,
  ALL,
  NO_PERMISSIONS,
  SCOPES,
  allows,
  hasNoPermissions,
  parsePermissions,
  printPermissions,
  type Permissions,
} from './permission.ts';

describe('permissions', () => {
  test('the bits are view 1, edit 2, create 4, delete 8, all 15', () => {
    expect(ACTION_BITS).toEqual({ view: 1, edit: 2, create: 4, delete: 8 });
    expect(Object.values<number>(ACTION_BITS).reduce((a, b) => a | b)).toBe(ALL);
    expect(SCOPES).toEqual(['admin', 'bucket', 'dials', 'review', 'user']);
  });

  test('entries of one scope are combined by OR, repeated ones count once', () => {
    const entries = ['dials:view', 'dials:edit', 'dials:view', 'review:create'];
    expect(parsePermissions(entries)).toEqual({ ...NO_PERMISSIONS, dials: 3, review: 4 });
  });

  test.each([
    ['an unknown scope', ['claims:view']],
    ['an unknown action', ['dials:publish']],
    ['an action that is a name every object has', ['dials:constructor', 'dials:toString']],
    ['a third part', ['dials:view:all']],
    ['no action', ['dials', 'dials:']],
    ['spaces and capitals', [' dials:view', 'Dials:view', 'dials:View']],
    ['what is not a string', [1, null, { scope: 'dials' }]],
  ])('%s is ignored', (_case, entries) => {
    expect(parsePermissions(entries)).toEqual(NO_PERMISSIONS);
  });

  test.each([[undefined], [null], ['dials:view'], [{}], [15]])('without a list there are none: %j', (claim) => {
    expect(hasNoPermissions(parsePermissions(claim))).toBe(true);
  });

  test('printing and parsing give the same permissions', () => {
    const bits = fc.integer({ min: 0, max: ALL });
    const anyPermissions: fc.Arbitrary<Permissions> = fc.record({
      admin: bits,
      bucket: bits,
      dials: bits,
      review: bits,
      user: bits,
    });
    fc.assert(
      fc.property(anyPermissions, (permissions) => {
        expect(parsePermissions(printPermissions(permissions))).toEqual(permissions);
      }),
    );
  });

  test('an action is allowed exactly when its bit is set in its scope', () => {
    const permissions = parsePermissions(['bucket:view', 'bucket:edit']);
    expect(allows(permissions, { scope: 'bucket', action: 'edit' })).toBe(true);
    expect(allows(permissions, { scope: 'bucket', action: 'create' })).toBe(false);
    expect(allows(permissions, { scope: 'dials', action: 'view' })).toBe(false);
  });
});
