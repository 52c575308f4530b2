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

test.each([
  [
    ['Demo Underwriter', 'Demo Second Underwriter', 'Demo Viewer'],
    ['DU', 'DSU', 'DV'],
  ],
  [
    ['Ann Smith', 'Adam Stone'],
    ['ASm', 'ASt'],
  ],
  [
    ['Ann Smith', 'Adam Smith'],
    ['AnS', 'AdS'],
  ],
  [
    ['Ann Smith', 'ann  smith', 'Bo Nilsson'],
    ['AS', 'AS', 'BN'],
  ],
  [
    ['Cher', 'Cleo'],
    ['Ch', 'Cl'],
  ],
])('in one list %j are %j', (names, expected) => {
  expect(names.map((name) => initials(name, names))).toEqual(expected);
});
