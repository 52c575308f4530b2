import { expect, test } from 'vitest';
import { splitClaims } from './claims.ts';

test('standard claims come in their order, apart from the custom ones; what is of the token is left out', () => {
  const token = {
    iss: 'https://tenant.example/',
    aud: 'client',
    exp: 2,
    iat: 1,
    nonce: 'n',
    sid: 's',
    auth_time: 1,
    at_hash: 'h',
    azp: 'client',
    email_verified: false,
    email: 'ada@example.test',
    'https://tenant.example/desk': 'Cyber',
    groups: ['a'],
    sub: 'auth0|ada',
  };
  const { standard, custom } = splitClaims<unknown>(token);
  expect(Object.entries(standard)).toEqual([
    ['sub', 'auth0|ada'],
    ['email', 'ada@example.test'],
    ['email_verified', false],
  ]);
  expect(custom).toEqual({ 'https://tenant.example/desk': 'Cyber', groups: ['a'] });
});

test('a token that says nothing of its person has no claims to show', () => {
  expect(splitClaims({ iat: 1, exp: 2 })).toEqual({ standard: {}, custom: {} });
});
