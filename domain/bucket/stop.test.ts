import { describe, expect, test } from 'vitest';
import { parsePermissions } from '#domain/user/permission.ts';
import { permissionsOf, ROLES } from '#domain/user/role.ts';
import {
  coversBucket,
  describeRestart,
  describeRestartOnly,
  describeStop,
  findStopPermission,
  refuseRestart,
  refuseStop,
  STOP_REFUSALS,
  stopAbilities,
} from './stop.ts';

const CARGO = { partner: 9101, cob: 'cargo' };
const HULL = { partner: 9101, cob: 'hull' };
const OTHER_CARGO = { partner: 9112, cob: 'cargo' };

describe('R35 a stop', () => {
  test.each([
    [{ kind: 'buckets', buckets: [CARGO] } as const, [true, false, false]],
    [{ kind: 'class', cob: 'cargo' } as const, [true, false, true]],
    [{ kind: 'partner', partner: 9101 } as const, [true, true, false]],
    [{ kind: 'everything' } as const, [true, true, true]],
  ])('of %j covers what it names', (scope, covered) => {
    expect([CARGO, HULL, OTHER_CARGO].map((address) => coversBucket(scope, address))).toEqual(covered);
  });

  test.each([
    [['bucket:view', 'bucket:edit'], 'bucket'],
    [['admin:view', 'admin:edit'], 'admin'],
    [['bucket:edit', 'admin:edit'], 'bucket'],
    [['bucket:view', 'review:create', 'admin:view'], undefined],
    [[], undefined],
  ])('with %j is allowed by %s', (permissions, scope) => {
    expect(findStopPermission(parsePermissions(permissions))?.scope).toBe(scope);
  });

  test('is allowed to underwriters and administrators', () => {
    expect(ROLES.filter((role) => findStopPermission(permissionsOf(role)))).toEqual(['Underwriter', 'Administrator']);
  });

  test.each([
    ['class', { all: 0, running: 0 }, 0, 'This class has no buckets.'],
    ['partner', { all: 0, running: 0 }, 0, 'This partner has no buckets.'],
    ['everything', { all: 0, running: 0 }, 0, 'There are no buckets yet.'],
    ['class', { all: 3, running: 0 }, 0, STOP_REFUSALS.allStopped],
    ['buckets', { all: 1, running: 0 }, undefined, STOP_REFUSALS.allStopped],
    ['class', { all: 13, running: 13 }, 12, 'There are 13 buckets now, not 12.'],
    ['class', { all: 3, running: 1 }, 3, 'There is 1 bucket now, not 3.'],
    ['class', { all: 13, running: 12 }, 12, undefined],
    ['buckets', { all: 2, running: 1 }, undefined, undefined],
  ] as const)('of a %s with %j, %s of them expected: %s', (kind, covered, typed, refusal) => {
    expect(refuseStop(kind, covered, typed)).toBe(refusal);
  });

  test('is described with who, when and why', () => {
    const stop = { by: 'Demo Underwriter', when: '17 Nov 2026 10:42', reason: 'Wrong rates' };
    expect(describeStop(stop)).toBe('Stopped by Demo Underwriter, 17 Nov 2026 10:42. It answers no risk.');
    expect(describeRestart(stop)).toBe('Restart: ends the stop by Demo Underwriter, 17 Nov 2026 10:42: Wrong rates');
  });
});

describe('R37 a restart', () => {
  test('ends the stop that was reviewed, no other', () => {
    expect(refuseRestart(null, null)).toBeUndefined();
    expect(refuseRestart(null, 'one')).toBeUndefined();
    expect(refuseRestart('one', 'one')).toBeUndefined();
    expect(refuseRestart('one', 'two')).toBe(STOP_REFUSALS.otherStop);
    expect(refuseRestart('one', null)).toBe(STOP_REFUSALS.otherStop);
  });

  test('alone says that no dial changes', () => {
    expect(describeRestartOnly(1)).toBe('Restarts the bucket. Its dials do not change.');
    expect(describeRestartOnly(31)).toBe('Restarts 31 buckets. Their dials do not change.');
  });

  test.each([
    ['Underwriter', false, null, { stop: true, restart: false }],
    ['Underwriter', true, null, { stop: false, restart: true }],
    ['Underwriter', true, 'draft', { stop: false, restart: true }],
    ['Underwriter', true, 'pending_review', { stop: false, restart: false }],
    ['Reviewer', false, null, { stop: false, restart: false }],
    ['Reviewer', true, null, { stop: false, restart: false }],
  ] as const)('as %s, stopped %s, with a draft that is %s: %j', (role, isStopped, state, abilities) => {
    const actor = { id: 'one', permissions: permissionsOf(role) };
    expect(stopAbilities(actor, isStopped, state && { state })).toEqual(abilities);
  });
});
