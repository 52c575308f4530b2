import { expect, test } from 'vitest';
import { countChanges, longestSilence, newLedger } from './ledger.ts';

test('the longest silence of a server is the longest time without an acknowledged change, up to now', () => {
  const ledger = newLedger();
  ledger.acknowledgedAt.set('a', [5, 90, 110, 160, 170]);
  expect(longestSilence(ledger, 'a', 100, 180)).toBe(50);
  expect(longestSilence(ledger, 'a', 100, 300)).toBe(130);
  expect(longestSilence(ledger, 'a', 0, 180)).toBe(85);
});

test('a server that never acknowledged anything was silent from the fault until now', () => {
  expect(longestSilence(newLedger(), 'a', 100, 400)).toBe(300);
});

test('only acknowledged changes count', () => {
  const ledger = newLedger();
  ledger.saved.add(1);
  ledger.comments.add('Word 2');
  ledger.unanswered.add('Word 3');
  expect(countChanges(ledger)).toBe(2);
});
