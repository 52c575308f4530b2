import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grant, refuseIncomplete, revoke } from './permission-needs.ts';
import { ACTIONS, ALL, NO_PERMISSIONS, parsePermissions, printPermissions, SCOPES } from './permission.ts';
import { permissionsOf, ROLES } from './role.ts';

const APPROVE = { scope: 'review', action: 'create' } as const;

test('granting approval grants its prerequisites; revoking one revokes the approval', () => {
  const granted = grant(parsePermissions(['dials:view']), APPROVE);
  expect(printPermissions(granted)).toEqual(['bucket:view', 'dials:view', 'review:view', 'review:create']);
  expect(printPermissions(revoke(granted, { scope: 'bucket', action: 'view' }))).toEqual(['dials:view', 'review:view']);
  expect(printPermissions(revoke(granted, APPROVE))).toEqual(['bucket:view', 'dials:view', 'review:view']);
});

test('names the missing prerequisite', () => {
  expect(refuseIncomplete(NO_PERMISSIONS, parsePermissions(['review:create']))).toBe(
    '“Approve or reject” needs “See queue and comments” and “Read buckets” too.',
  );
  expect(refuseIncomplete(NO_PERMISSIONS, parsePermissions(['bucket:view', 'bucket:edit', 'dials:delete']))).toBe(
    '“Delete unused dials” needs “Read dials” too.',
  );
  expect(refuseIncomplete(NO_PERMISSIONS, parsePermissions(['bucket:delete']))).toBe(
    '“Delete on Buckets” needs “Read buckets” too.',
  );
});

test('an existing gap does not block other changes, unless it grows', () => {
  const was = parsePermissions(['review:create', 'bucket:view']);
  expect(refuseIncomplete(was, parsePermissions(['review:create', 'bucket:view', 'dials:view']))).toBeUndefined();
  expect(refuseIncomplete(was, parsePermissions(['review:create']))).toMatch(/^“Approve or reject” needs/);
});

test('roles are complete, and whatever is granted and taken one by one stays so', () => {
  for (const role of ROLES) expect(refuseIncomplete(NO_PERMISSIONS, permissionsOf(role))).toBeUndefined();
  const pair = fc.record({ scope: fc.constantFrom(...SCOPES), action: fc.constantFrom(...ACTIONS), on: fc.boolean() });
  fc.assert(
    fc.property(fc.array(pair, { maxLength: ALL }), (steps) => {
      const end = steps.reduce((held, step) => (step.on ? grant(held, step) : revoke(held, step)), NO_PERMISSIONS);
      expect(refuseIncomplete(NO_PERMISSIONS, end)).toBeUndefined();
    }),
  );
});
