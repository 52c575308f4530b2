import { expect, test } from 'vitest';
import { explainUnacknowledged, findUnacknowledged, needsReply } from './submission.ts';

test('R28: a rejected draft with the same content needs a reply, any other draft does not', () => {
  const rejected = { outcome: 'rejected', content_hash: 'a' } as const;
  expect(needsReply(rejected, 'a')).toBe(true);
  expect(needsReply(rejected, 'b')).toBe(false);
  expect(needsReply({ ...rejected, outcome: 'cancelled' }, 'a')).toBe(false);
  expect(needsReply(undefined, 'a')).toBe(false);
});

test('R29: every newly broken example has to be named', () => {
  const [a, b] = [
    { id: '1', name: 'A' },
    { id: '2', name: 'B' },
  ];
  const name = (...broken_examples: string[]) => findUnacknowledged([a, b], { broken_examples, reply: '' });
  expect([name(), name('2'), name('1', '2', '3')]).toEqual([[a, b], [a], []]);
  expect(explainUnacknowledged([a, b])).toBe('2 examples newly break: “A” and “B”. Confirm that you know.');
  expect(explainUnacknowledged([a])).toBe('1 example newly breaks: “A”. Confirm that you know.');
});
