import { describe, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '#domain/user/permission.ts';
import { returnAddress } from './returnAddress.ts';
import { isSessionOver, tokenPermissions } from './token.ts';

function tokenWith(claims: object): string {
  const binary = String.fromCodePoint(...new TextEncoder().encode(JSON.stringify(claims)));
  return `x.${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.y`;
}

describe('permissions in a token', () => {
  test('its permissions list is read, whatever other claims there are', () => {
    const token = tokenWith({ name: 'Zoë Ærø ÿ?>', permissions: ['dials:view', 'dials:edit', 'other:thing'] });
    expect(tokenPermissions(token)).toEqual({ ...NO_PERMISSIONS, dials: 3 });
  });

  test.each([[undefined], [''], ['opaque'], ['a.b.c'], ['a.e30.c'], [tokenWith({ permissions: 'dials:view' })]])(
    'without a readable list there are no permissions: %j',
    (token) => {
      expect(tokenPermissions(token)).toEqual(NO_PERMISSIONS);
    },
  );
});

test.each([
  [{ error: 'login_required' }, true],
  [{ error: 'invalid_grant' }, true],
  [{ error: 'missing_refresh_token' }, true],
  [{ error: 'timeout' }, false],
  [{ error: 'mfa_required' }, false],
  [new TypeError('Failed to fetch'), false],
  [new SyntaxError('Unexpected token <'), false],
  [undefined, false],
])('%j ends the session: %s', (error, over) => {
  expect(isSessionOver(error)).toBe(over);
});

test.each([
  ['/dials', '?tab=draft', '/dials?tab=draft'],
  ['/', '', '/'],
  ['//x', '?y=//z', '/x?y=//z'],
  ['///evil.example//x', '', '/evil.example//x'],
  ['//auth/callback', '?code=c', '/'],
  ['/auth/callback', '?code=c&state=s', '/'],
  ['/auth/callback', '?code=c&state=s', '/dials?q=cyber', '/dials?q=cyber'],
  ['/', '', '/dials?q=cyber', '/dials?q=cyber'],
  ['/users', '', '/users', '/dials?q=cyber'],
])('from %s%s the sign-in returns to %s', (pathname, search, address, left?: string) => {
  expect(returnAddress({ pathname, search, hash: '' }, left)).toBe(address);
});

test('the part of a page that a link names is kept during the sign-in', () => {
  const [pathname, search, hash] = ['/api/docs', '', '#getDial'];
  expect(returnAddress({ pathname, search, hash })).toBe('/api/docs#getDial');
  expect(returnAddress({ pathname: '/auth/callback', search: '?code=c', hash }, '/dials')).toBe('/dials');
});
