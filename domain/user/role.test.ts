import { describe, expect, test } from 'vitest';
import { describePermission } from './permission-words.ts';
import { ACTIONS, allows, printPermissions, SCOPES } from './permission.ts';
import { permissionsOf, roleOf, ROLES } from './role.ts';

describe('ready-made roles', () => {
  test('are these, and each is found again by its permissions', () => {
    expect(ROLES).toEqual(['Viewer', 'Underwriter', 'Reviewer', 'Auditor', 'Administrator']);
    for (const role of ROLES) expect(roleOf(permissionsOf(role))).toBe(role);
  });

  test('one permission more or less is no role', () => {
    for (const role of ROLES)
      expect(roleOf({ ...permissionsOf(role), admin: role === 'Administrator' ? 7 : 3 })).toBeUndefined();
  });

  test('a reviewer votes and edits nothing, an underwriter edits and does not vote', () => {
    const vote = { scope: 'review', action: 'create' } as const;
    const edit = { scope: 'bucket', action: 'edit' } as const;
    expect([allows(permissionsOf('Reviewer'), vote), allows(permissionsOf('Reviewer'), edit)]).toEqual([true, false]);
    expect([allows(permissionsOf('Underwriter'), vote), allows(permissionsOf('Underwriter'), edit)]).toEqual([
      false,
      true,
    ]);
    expect(printPermissions(permissionsOf('Viewer'))).toEqual(['bucket:view', 'dials:view']);
  });

  test('an auditor sees everything and changes nothing', () => {
    expect(printPermissions(permissionsOf('Auditor'))).toEqual(SCOPES.map((scope) => `${scope}:view`).toSorted());
  });

  test('no role but the administrator’s grants what nothing reads', () => {
    const every = SCOPES.flatMap((scope) => ACTIONS.map((action) => ({ scope, action })));
    const granted = ROLES.filter((role) => role !== 'Administrator').flatMap((role) =>
      every.filter((one) => allows(permissionsOf(role), one)),
    );
    expect(granted.filter((one) => describePermission(one) === undefined)).toEqual([]);
  });
});
