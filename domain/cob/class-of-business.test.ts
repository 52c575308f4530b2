import { expect, test } from 'vitest';
import { CLASSES, classesOf, findClass } from './class-of-business.ts';

test('there are exactly 49 classes, each with its own slug', () => {
  expect(CLASSES).toHaveLength(49);
  expect(new Set(CLASSES.map(({ slug }) => slug)).size).toBe(49);
  expect(CLASSES.every(({ slug }) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toBe(true);
});

test.each([
  ['cyber-privacy-and-tech', 'Cyber Privacy & Tech'],
  ['d-and-o-ww', 'D&O WW'],
  ['fi', 'FI'],
  ['fi-d-and-o', 'FI D&O'],
  ['casualty-treaty-lt-pro-rata', 'Casualty Treaty LT Pro Rata'],
  ['marine-hull-and-war-war', 'Marine Hull And War War'],
  ['contingency-event-cancellation-and-non-appearance', 'Contingency Event Cancellation And Non Appearance'],
])('%s is %s', (slug, label) => {
  expect(findClass(slug)?.label).toBe(label);
});

test('a family name alone is no class, where it has variants', () => {
  expect(findClass('contingency')).toBeUndefined();
  expect(findClass('marine-hull-and-war')).toBeUndefined();
  expect(classesOf('FI')).toEqual(['fi', 'fi-crime', 'fi-d-and-o', 'fi-pi']);
});
