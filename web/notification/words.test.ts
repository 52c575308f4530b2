import { expect, test } from 'vitest';
import { notificationText } from './words.ts';

const by = { id: 'u1', name: 'Demo Reviewer One' };

test('a notification names whose vote no longer counts', () => {
  expect(notificationText({ kind: 'bucket_vote_discounted', by })).toBe('Demo Reviewer One’s vote no longer counts');
  expect(notificationText({ kind: 'bucket_vote_discounted', by: null })).toBe('Vote no longer counts');
  expect(notificationText({ kind: 'bucket_voted', by })).toBe('Demo Reviewer One voted on this draft');
});
