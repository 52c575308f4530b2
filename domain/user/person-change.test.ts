import { describe, expect, test } from 'vitest';
import { parsePermissions } from './permission.ts';
import { refusePersonChange } from './person-change.ts';

const manager = parsePermissions(['user:view', 'user:edit', 'admin:view', 'admin:edit']);
const change = { actorId: 'ada', personId: 'bo', was: manager, becomes: parsePermissions([]), remainingManagers: 1 };

describe('changing a person', () => {
  test('anyone else may lose everything, or be deactivated, while someone is left', () => {
    expect(refusePersonChange(change)).toBeUndefined();
    expect(refusePersonChange({ ...change, becomes: undefined })).toBeUndefined();
  });

  test('nobody deactivates themselves', () => {
    expect(refusePersonChange({ ...change, personId: 'ada', becomes: undefined })).toMatch(/deactivate yourself/);
  });

  test('nobody takes edit on user from themselves, whoever else has it', () => {
    const own = { ...change, personId: 'ada', remainingManagers: 5 };
    expect(refusePersonChange({ ...own, becomes: parsePermissions(['admin:view', 'user:view']) })).toMatch(
      /edit on user from yourself/,
    );
  });

  test('nobody takes their own last right on admin; one of several they may', () => {
    const own = { ...change, personId: 'ada' };
    expect(refusePersonChange({ ...own, becomes: parsePermissions(['user:edit']) })).toMatch(/last right on admin/);
    expect(refusePersonChange({ ...own, becomes: parsePermissions(['user:edit', 'admin:view']) })).toBeUndefined();
    const without = { ...own, was: parsePermissions(['user:edit']), becomes: parsePermissions(['user:edit']) };
    expect(refusePersonChange(without)).toBeUndefined();
  });

  test('the last who may change people stays so, whoever asks', () => {
    expect(refusePersonChange({ ...change, remainingManagers: 0 })).toMatch(/Nobody would be left/);
    expect(refusePersonChange({ ...change, becomes: undefined, remainingManagers: 0 })).toMatch(/Nobody would be left/);
    expect(
      refusePersonChange({ ...change, was: parsePermissions(['user:view']), remainingManagers: 0 }),
    ).toBeUndefined();
  });

  test('nobody gives themselves more permissions, not even in exchange for others', () => {
    const own = { ...change, personId: 'ada' };
    const held = ['user:view', 'user:edit', 'admin:view', 'admin:edit'];
    for (const entries of [
      [...held, 'review:create'],
      ['user:view', 'user:edit', 'admin:view', 'admin:create'],
    ])
      expect(refusePersonChange({ ...own, becomes: parsePermissions(entries) })).toBe(
        'You cannot give yourself more permissions. Ask another administrator.',
      );
    expect(refusePersonChange({ ...own, becomes: parsePermissions(held.slice(1)) })).toBeUndefined();
    expect(refusePersonChange({ ...change, becomes: parsePermissions([...held, 'review:create']) })).toBeUndefined();
  });

  test('the command line, which is nobody, gives anyone any permission', () => {
    const byCommand = { ...change, actorId: '', personId: 'ada', was: parsePermissions([]), remainingManagers: 0 };
    expect(refusePersonChange({ ...byCommand, becomes: parsePermissions(['user:edit']) })).toBeUndefined();
  });
});
