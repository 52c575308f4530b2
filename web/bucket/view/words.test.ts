import { expect, test } from 'vitest';
import { formatAgo } from '#web/kit/format.ts';
import { readVersionChoice, versionAddress } from '#web/bucket/address.ts';

const now = new Date('2026-11-16T12:00:00Z');

test.each([
  ['2026-11-16T11:59:30Z', 'just now'],
  ['2026-11-16T11:59:00Z', '1 minute ago'],
  ['2026-11-16T11:01:00Z', '59 minutes ago'],
  ['2026-11-16T10:58:00Z', '1 hour ago'],
  ['2026-11-16T09:58:00Z', '2 hours ago'],
])('%s was %s', (moment, text) => {
  expect(formatAgo(moment, now)).toBe(text);
});

test('longer ago it shows the day and hour', () => {
  expect(formatAgo('2026-11-10T09:58:00Z', now)).toMatch(/^10 Nov 2026 \d\d:\d\d$/);
});

test.each(['?version=11', '?as_of=2026-11-03'])('%s asks for an older version', (search) => {
  expect(versionAddress(readVersionChoice(new URLSearchParams(search)))).toBe(search);
});

test.each(['', 'version=0', 'version=x', 'as_of=2026-02-30', 'as_of=yesterday'])(
  '%s means the live version',
  (search) => {
    expect(readVersionChoice(new URLSearchParams(search))).toBeUndefined();
    expect(versionAddress(undefined)).toBe('?');
  },
);
