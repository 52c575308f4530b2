import { describe, expect, test } from 'vitest';
import { type Failures, findDelay, waitSentence } from './sign-in-delay.ts';

const at = new Date('2027-03-01T09:00:00.000Z');
const ago = (seconds: number) => new Date(at.getTime() - seconds * 1000);
const NONE: Failures = { count: 0, first: null, last: null };
const failures = (count: number, lastSecondsAgo = 0): Failures => ({
  count,
  first: ago(600),
  last: ago(lastSecondsAgo),
});
const stranger = { pair: NONE, address: NONE, email: NONE };

describe('how long the next attempt to sign in has to wait', () => {
  test('after two failures of one e-mail from one address it need not wait', () => {
    for (const count of [0, 1, 2]) expect(findDelay({ ...stranger, pair: failures(count) }, at)).toBeUndefined();
  });

  test('from the third failure on the delay doubles, up to fifteen minutes', () => {
    const seconds = Array.from(
      { length: 13 },
      (_, more) => findDelay({ ...stranger, pair: failures(3 + more) }, at)?.seconds,
    );
    expect(seconds).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  });

  test('time that has passed since the last failure counts towards the delay', () => {
    expect(findDelay({ ...stranger, pair: failures(6, 3) }, at)).toEqual({ seconds: 5, reason: 'pair' });
    expect(findDelay({ ...stranger, pair: failures(6, 8) }, at)).toBeUndefined();
  });

  test('after fifty failures an address waits until the first of them is fifteen minutes old', () => {
    expect(findDelay({ ...stranger, address: failures(49) }, at)).toBeUndefined();
    expect(findDelay({ ...stranger, address: failures(50) }, at)).toEqual({ seconds: 300, reason: 'address' });
  });

  test('an e-mail with thirty failures over all addresses is slowed down to one attempt in half a minute', () => {
    expect(findDelay({ ...stranger, email: failures(29) }, at)).toBeUndefined();
    expect(findDelay({ ...stranger, email: failures(30, 10) }, at)).toEqual({ seconds: 20, reason: 'email' });
    expect(findDelay({ ...stranger, email: failures(500, 30) }, at)).toBeUndefined();
  });

  test('the longest of several delays is the one to wait', () => {
    const all = { pair: failures(5), address: failures(50), email: failures(30) };
    expect(findDelay(all, at)).toEqual({ seconds: 300, reason: 'address' });
  });

  test('a known browser waits for its own failures alone, by the same doubling', () => {
    expect(findDelay({ device: failures(2) }, at)).toBeUndefined();
    expect(findDelay({ device: failures(5) }, at)).toEqual({ seconds: 4, reason: 'device' });
  });
});

test.each([
  [1, '1 second'],
  [8, '8 seconds'],
  [64, '64 seconds'],
  [128, '3 minutes'],
  [900, '15 minutes'],
])('describes a delay of %i s as %s', (seconds, words) => {
  expect(waitSentence(seconds)).toBe(`There were too many attempts. Please wait ${words} and try again.`);
});
