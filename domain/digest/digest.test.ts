import { expect, test } from 'vitest';
import { type Digest, findNeeded, isDigestDue, isTimeZone, localTime, nextAttempt, writeDigest } from './digest.ts';

const NOTHING: Digest = { waiting: [], drafts: [], discounted: [], ending: [] };
const ADDRESSES = { settings: 'https://l.example/?mail', stop: 'https://l.example/mail/s3cret' };
const line = (text: string) => ({ text, url: `https://l.example/${text}` });

test('a digest names what waits, at most ten lines a part, and is not sent without any', () => {
  expect(writeDigest('Ada', NOTHING, ADDRESSES)).toBeNull();
  const many = Array.from({ length: 12 }, (_, index) => line(`cargo-${index}`));
  const letter = writeDigest('Ada', { ...NOTHING, waiting: many, ending: [line('hull')] }, ADDRESSES);
  expect(letter?.subject).toBe('Lineslip: 12 reviews wait for your vote');
  expect(letter?.text).toContain('Waiting for your vote (12)\n- cargo-0\n  https://l.example/cargo-0');
  expect(letter?.text).toContain('- and 2 more');
  expect(letter?.text).not.toContain('Your drafts');
  expect(letter?.text).toContain('Stop it: https://l.example/mail/s3cret');
  expect(writeDigest('Ada', { ...NOTHING, drafts: [line('a')] }, ADDRESSES)?.subject).toBe(
    'Lineslip: 1 draft of yours',
  );
});

test('morning is that of the person', () => {
  const at = Date.parse('2026-11-17T22:30:00Z');
  expect(localTime(at, 'UTC')).toEqual({ day: '2026-11-17', hour: 22 });
  expect(localTime(at, 'Asia/Singapore')).toEqual({ day: '2026-11-18', hour: 6 });
  expect(isDigestDue(at, 'Asia/Singapore', '2026-11-17')).toBe(false);
  expect(isDigestDue(at + 1_800_000, 'Asia/Singapore', '2026-11-17')).toBe(true);
  expect(isDigestDue(at + 1_800_000, 'Asia/Singapore', '2026-11-18')).toBe(false);
  expect(isDigestDue(at, 'UTC', null)).toBe(false);
  expect(isDigestDue(Date.parse('2026-11-17T11:59:00Z'), 'UTC', null)).toBe(true);
  expect(['Europe/London', 'UTC', 'Europe/Nowhere', '', '../etc'].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('a letter that is not accepted is tried again at growing intervals, and given up after a day', () => {
  const claimedMs = Date.parse('2026-11-17T07:00:00Z');
  const day = 24 * 60;
  const minutes: number[] = [];
  for (let [now, attempts] = [claimedMs, 1]; ; attempts += 1) {
    const next = nextAttempt({ claimedMs, attempts }, now);
    if (next === null) break;
    now = next;
    minutes.push((now - claimedMs) / 60_000);
  }
  expect(minutes.slice(0, 7)).toEqual([2, 6, 14, 30, 62, 122, 182]);
  expect(minutes.every((minute) => minute <= day)).toBe(true);
  expect(minutes.at(-1)).toBeGreaterThan(day - 61);
});

test('people are needed if nobody else can give the missing votes, or a required signature', () => {
  const needed = (approvals: number, missing: string[], ...signatures: string[][]) =>
    findNeeded({ required: 2, approvals, missing, signatures });
  expect(needed(1, ['a'])).toEqual(['a']);
  expect(needed(0, ['a', 'b'])).toEqual(['a', 'b']);
  expect(needed(1, ['a', 'b'])).toEqual([]);
  expect(needed(2, [])).toEqual([]);
  expect(needed(1, ['a', 'b', 'c'], ['a'], ['b', 'c'])).toEqual(['a']);
  expect(needed(2, ['a'], ['a'])).toEqual(['a']);
});
