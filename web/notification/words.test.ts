import { expect, test } from 'vitest';
import { notificationPage, notificationQuote, notificationSubject, notificationText } from './words.ts';

const by = { id: 'u1', name: 'Demo Reviewer One' };

test('a notification names whose vote no longer counts', () => {
  const of = { by, set: null, proposal: null, choice: null, buckets: 1, comments: 1, text: '', role: null };
  expect(notificationText({ ...of, kind: 'bucket_vote_discounted' })).toBe('Demo Reviewer One’s vote is not counted');
  expect(notificationText({ ...of, kind: 'bucket_vote_discounted', by: null })).toBe('Vote not counted');
});

test.each([
  ['bucket_voted', null, 1, 'voted on this draft'],
  ['bucket_voted', 'reject', 1, 'voted to reject this draft'],
  ['bucket_voted', 'approve', 3, 'voted to approve 3 drafts'],
  ['bucket_activated', 'approve', 1, 'approved the draft; it is now live'],
  ['bucket_sent_back', 'reject', 1, 'rejected the draft; it can be edited again'],
  ['bucket_commented', null, 3, 'commented on 3 drafts'],
] as const)('a notification of %s (%s) on %i drafts states the decision', (kind, choice, buckets, text) => {
  const set = { id: 's1', title: 'Cyber excess, v6', buckets };
  expect(
    notificationText({ kind, by, set, proposal: null, choice, buckets: 1, comments: 1, text: '', role: null }),
  ).toBe(`Demo Reviewer One ${text}`);
});

test('a notification on several buckets links to their set, if it can be viewed', () => {
  const of = (buckets: number) => ({
    kind: 'bucket_submitted' as const,
    by,
    bucket: { cob: 'cargo', partner: { number: 9101, name: 'Alder' } },
    role: null,
    choice: null,
    buckets: 1,
    comments: 1,
    text: '',
    proposal: null,
    set: { id: 's1', title: 'Cyber excess, v6', buckets },
  });
  const draft = '/syndicate/9101/bucket/cargo/draft';
  expect(notificationText(of(9))).toBe('Demo Reviewer One submitted 9 drafts for review');
  expect([notificationSubject(of(9)), notificationSubject(of(1))]).toEqual(['Cyber excess, v6', 'Cargo, 9101 Alder']);
  expect(notificationPage(of(9), true)?.to).toBe('/review-sets/s1');
  expect([notificationPage(of(9), false)?.to, notificationPage(of(1), true)?.to]).toEqual([draft, draft]);
  expect(notificationText({ ...of(3), kind: 'bucket_vote_discounted' })).toBe(
    'Demo Reviewer One’s votes on 3 drafts are not counted',
  );
});

test('several comments are counted, and the last one is named', () => {
  expect(
    notificationText({
      kind: 'bucket_commented',
      by,
      set: null,
      proposal: null,
      choice: null,
      buckets: 1,
      comments: 60,
      text: '',
      role: null,
    }),
  ).toBe('60 comments, the last by Demo Reviewer One');
});

test('a request for access leads to the page of the person, with the role filled in', () => {
  const of = {
    by,
    bucket: null,
    role: 'Underwriter',
    set: null,
    proposal: null,
    choice: null,
    buckets: 1,
    comments: 1,
    text: '',
  } as const;
  const request = { ...of, kind: 'person_access_requested' } as const;
  expect(notificationText(request)).toBe('Demo Reviewer One asks for access as Underwriter');
  expect(notificationPage(request, true)).toEqual({
    to: '/users/u1?grant=Underwriter',
    needs: { scope: 'user', action: 'view' },
  });
  expect(notificationSubject(request)).toBe('');
  const answer = (kind: 'person_access_granted' | 'person_access_declined') => [
    notificationText({ ...of, kind }),
    notificationPage({ ...of, kind }, true),
  ];
  expect(answer('person_access_granted')).toEqual(['Demo Reviewer One granted you access, as you asked', undefined]);
  expect(answer('person_access_declined')).toEqual(['Demo Reviewer One declined your request for access', undefined]);
});

test('a stop of several buckets is counted, and leads to all buckets', () => {
  const bucket = { cob: 'cargo', partner: { number: 9101, name: 'Alder' } };
  const of = (buckets: number) =>
    ({
      kind: 'bucket_stopped',
      by,
      bucket,
      buckets,
      role: null,
      set: null,
      proposal: null,
      choice: null,
      comments: 1,
      text: '',
    }) as const;
  expect([notificationText(of(1)), notificationText(of(12))]).toEqual([
    'Demo Reviewer One stopped this bucket',
    'Demo Reviewer One stopped 12 buckets',
  ]);
  expect([notificationSubject(of(1)), notificationSubject(of(12))]).toEqual(['Cargo, 9101 Alder', '']);
  expect([notificationPage(of(1), true)?.to, notificationPage(of(12), true)?.to]).toEqual([
    '/syndicate/9101/bucket/cargo',
    '/syndicate',
  ]);
});

test.each([
  ['bucket_appetite_proposed', 3, 'proposed to raise the appetite of 3 buckets', ''],
  ['bucket_appetite_changed', 3, 'confirmed the raised appetite of 3 buckets', ''],
  ['bucket_appetite_declined', 1, 'declined the raised appetite of this bucket', 'Cargo, 9101 Alder'],
] as const)('%s of %i buckets leads to the proposal', (kind, buckets, text, subject) => {
  const bucket = { cob: 'cargo', partner: { number: 9101, name: 'Alder' } };
  const of = {
    by,
    bucket,
    role: null,
    set: null,
    choice: null,
    buckets,
    comments: 1,
    text: '',
    proposal: { id: 'p1', buckets },
  } as const;
  expect(notificationText({ ...of, kind })).toBe(`Demo Reviewer One ${text}`);
  expect(notificationSubject({ ...of, kind })).toBe(subject);
  expect(notificationPage({ ...of, kind }, false)).toEqual({ to: '/appetite-proposals/p1', needs: null });
});

test('an appetite that somebody else lowered leads to the bucket', () => {
  const bucket = { cob: 'cargo', partner: { number: 9101, name: 'Alder' } };
  const of = {
    kind: 'bucket_appetite_changed',
    by,
    bucket,
    role: null,
    set: null,
    proposal: null,
    buckets: 1,
  } as const;
  expect(notificationText({ ...of, choice: null, comments: 1, text: '' })).toBe(
    'Demo Reviewer One set the appetite of this bucket',
  );
  expect(notificationPage(of, true)?.to).toBe('/syndicate/9101/bucket/cargo');
});

test('an engine that falls behind is named, and the notification leads to the engines', () => {
  const behind = {
    kind: 'engine_behind' as const,
    by: null,
    bucket: null,
    set: null,
    proposal: null,
    choice: null,
    buckets: 0,
    comments: 1,
    text: 'Renewals overnight',
    role: null,
  };
  expect(notificationText(behind)).toBe('Renewals overnight does not run what is live');
  expect([notificationQuote(behind), notificationSubject(behind)]).toEqual(['', '']);
  expect(notificationPage(behind, true)).toEqual({
    to: '/admin?tab=engines',
    needs: { scope: 'admin', action: 'view' },
  });
});
