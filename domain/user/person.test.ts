import { expect, test } from 'vitest';
import { initials } from './person.ts';

test.each([
  ['Demo Underwriter', 'DU'],
  ['Demo Second Underwriter', 'DU'],
  ['  ada   lovelace ', 'AL'],
  ['Cher', 'C'],
  ['', '?'],
])('the initials of "%s" are %s', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
