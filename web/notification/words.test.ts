import { expect, test } from 'vitest';
import { notificationAddress, notificationSubject, notificationText } from './words.ts';

const by = { id: 'u1', name: 'Demo Reviewer One' };

test('a notification names whose vote no longer counts', () => {
  expect(notificationText({ kind: 'bucket_vote_discounted', by, set: null })).toBe(
    'Demo Reviewer One’s vote no longer counts',
  );
  expect(notificationText({ kind: 'bucket_vote_discounted', by: null, set: null })).toBe('Vote no longer counts');
  expect(notificationText({ kind: 'bucket_voted', by, set: null })).toBe('Demo Reviewer One voted on this draft');
});

test('a notification of several buckets is of their set, where that can be seen', () => {
  const of = (buckets: number) => ({
    kind: 'bucket_submitted' as const,
    by,
    cob: 'cargo',
    partner: { number: 9101, name: 'Alder' },
    set: { id: 's1', title: 'Cyber excess, v6', buckets },
  });
  const draft = '/syndicate/9101/bucket/cargo/draft';
  expect(notificationText(of(9))).toBe('Demo Reviewer One submitted 9 drafts for review');
  expect([notificationSubject(of(9)), notificationSubject(of(1))]).toEqual(['Cyber excess, v6', 'Cargo, 9101 Alder']);
  expect(notificationAddress(of(9), true)).toBe('/review-sets/s1');
  expect([notificationAddress(of(9), false), notificationAddress(of(1), true)]).toEqual([draft, draft]);
  expect(notificationText({ ...of(3), kind: 'bucket_vote_discounted' })).toBe(
    'Demo Reviewer One’s votes on 3 drafts no longer count',
  );
});
