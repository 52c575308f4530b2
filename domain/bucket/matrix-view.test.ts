import { expect, test } from 'vitest';
import { endsSoon, hasNewer, type ExistingDial } from './matrix-view.ts';

const held = (more: Partial<ExistingDial>): ExistingDial => ({
  version: 2,
  newest: 2,
  deleted: false,
  active_from: null,
  active_until: null,
  ...more,
});

test.each([
  ['the newest is held', {}, false],
  ['a later one was published', { newest: 3 }, true],
  ['the dial was deleted', { newest: 3, deleted: true }, false],
])('a newer version waits where a later one was published: %s', (_case, more, expected) => {
  expect(hasNewer(held(more))).toBe(expected);
});

test.each([
  [null, false],
  ['2026-11-14', false],
  ['2026-11-15', false],
  ['2026-11-16', true],
  ['2026-12-15', true],
  ['2026-12-16', false],
])('on 15 Nov 2026 a dial that ends on %s ends within 30 days: %s', (active_until, expected) => {
  expect(endsSoon(held({ active_until }), { today: '2026-11-15', last: '2026-12-15' })).toBe(expected);
});

test('a dial that only starts soon does not end soon', () => {
  const starts = held({ active_from: '2026-11-20', active_until: '2027-11-20' });
  expect(endsSoon(starts, { today: '2026-11-15', last: '2026-12-15' })).toBe(false);
});
