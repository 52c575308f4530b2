import { describe, expect, test } from 'vitest';
import { refuseDemo, refuseStart, SIGN_IN_MODES } from './sign-in-mode.ts';

describe('how people sign in', () => {
  test('is decided by the first start: any of the three, where nobody is there yet', () => {
    for (const wanted of SIGN_IN_MODES)
      expect(refuseStart({ kept: undefined, wanted, hasRealPeople: false })).toBeUndefined();
  });

  test('stays as it was decided', () => {
    for (const kept of ['password', 'tenant'] as const)
      expect(refuseStart({ kept, wanted: kept, hasRealPeople: true })).toBeUndefined();
    expect(refuseStart({ kept: 'demo', wanted: 'demo', hasRealPeople: false })).toBeUndefined();
  });

  test('is not changed by other settings; the refusal says what to set', () => {
    expect(refuseStart({ kept: 'password', wanted: 'tenant', hasRealPeople: true })).toBe(
      'This database is set up for passwords, and the settings ask for a hosted tenant. ' +
        'Set SIGN_IN=password and leave out AUTH_DOMAIN. ' +
        'To change it for good, stop every server and run: npm run users -- mode tenant.',
    );
    expect(refuseStart({ kept: 'tenant', wanted: 'password', hasRealPeople: true })).toContain(
      'Set AUTH_DOMAIN, AUTH_CLIENT_ID and AUTH_AUDIENCE, and leave out SIGN_IN.',
    );
    expect(refuseStart({ kept: 'demo', wanted: 'password', hasRealPeople: false })).toContain('mode password.');
  });

  test('never becomes the demo where real people are, and no command for it is offered', () => {
    expect(refuseStart({ kept: 'password', wanted: 'demo', hasRealPeople: true })).toBe(
      'This database is set up for passwords, and the settings ask for the demo sign-in. ' +
        'Set SIGN_IN=password and leave out AUTH_DOMAIN.',
    );
    for (const kept of [undefined, 'demo'] as const)
      expect(refuseStart({ kept, wanted: 'demo', hasRealPeople: true })).toBe(
        'This database has people who are not demo people, and the demo sign-in would let anyone be any of them. ' +
          'Set SIGN_IN=password and leave out AUTH_DOMAIN, or set AUTH_DOMAIN to sign in with a hosted tenant.',
      );
    expect(refuseDemo(true)).toMatch(/would let anyone be any of them/);
    expect(refuseDemo(false)).toBeUndefined();
  });
});
