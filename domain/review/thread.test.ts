import { expect, test } from 'vitest';
import {
  canBeResolved,
  countByDial,
  findRejection,
  isUnresolved,
  orderRound,
  locateDial,
  roundBefore,
} from './thread.ts';

const at = (minute: number) => `2026-11-14T09:${String(minute).padStart(2, '0')}:00.000Z`;
const comment = (id: string, minute: number, more: object = {}) => ({
  id,
  at: at(minute),
  vote: null as 'approve' | 'reject' | null,
  reply_to: null as string | null,
  resolved: null as object | null,
  dial: null as { id: string } | null,
  ...more,
});
const voted = (minute: number, comment = '', choice: 'approve' | 'reject' = 'approve') => ({
  at: at(minute),
  comment,
  choice,
  discounted: null as string | null,
});
const DIAL = { dial: { id: 'd1' } };

test('orders a round: comments with replies, votes, its end, and later comments', () => {
  const items = orderRound({
    comments: [
      comment('c1', 1),
      comment('c2', 3, { vote: 'reject' }),
      comment('c3', 9, { reply_to: 'c1' }),
      comment('c4', 6, { vote: 'reject' }),
      comment('c5', 7),
    ],
    votes: [voted(2), voted(3, 'No', 'reject'), voted(6, 'Never', 'reject')],
    closed_at: at(6),
    outcome: 'rejected',
  });
  expect(
    items.map((item) =>
      item.kind === 'comment' ? [item.comment.id, ...item.replies.map(({ id }) => id)].join(' < ') : item.kind,
    ),
  ).toEqual(['c1 < c3', 'vote', 'c2', 'c4', 'ended', 'c5']);
});

test('replies and approvals are not resolved; all else is open until it is', () => {
  expect([comment('a', 1), comment('a', 1, { vote: 'reject' })].map(canBeResolved)).toEqual([true, true]);
  expect([comment('a', 1, { vote: 'approve' }), comment('b', 1, { reply_to: 'a' })].map(canBeResolved)).toEqual([
    false,
    false,
  ]);
  expect([comment('a', 1), comment('a', 1, { resolved: {} })].map(isUnresolved)).toEqual([true, false]);
});

test('the comments at a dial are counted with their replies, the unresolved ones apart', () => {
  const counts = countByDial([
    comment('a', 1, DIAL),
    comment('b', 2, { reply_to: 'a' }),
    comment('c', 3, { ...DIAL, resolved: {} }),
    comment('d', 4),
    comment('e', 5, { reply_to: 'd' }),
  ]);
  expect([...counts]).toEqual([['d1', { all: 3, unresolved: 1 }]]);
});

test('a dial that was commented on is changed, as live, or gone', () => {
  const entry = (dial_id: string, version = 1) => ({ dial_id, version, overrides: {} });
  const placeOf = locateDial(
    [entry('kept'), entry('updated'), entry('removed')],
    [entry('kept'), entry('updated', 2), entry('added')],
  );
  expect(['kept', 'updated', 'removed', 'added', 'dropped'].map(placeOf)).toEqual([
    'as-live',
    'changed',
    'changed',
    'changed',
    'gone',
  ]);
});

test('a review starts from the round before it, while it is open', () => {
  const round = (number: number) => ({ number, outcome: null, brings_forward: null });
  expect(roundBefore(round(1), [])).toBeNull();
  expect(roundBefore(round(3), [round(2), round(1)])).toBe(2);
  expect(roundBefore({ ...round(2), outcome: 'rejected' }, [round(1)])).toBeNull();
  expect(roundBefore({ ...round(2), brings_forward: 1 }, [round(1)])).toBeNull();
});

test('returns votes and unresolved comments after a rejection, and null after any other end', () => {
  const first = {
    comments: [comment('a', 1, DIAL), comment('b', 2, { resolved: {} })],
    votes: [],
    closed_at: at(3),
    outcome: 'cancelled' as const,
  };
  const second = {
    comments: [comment('c', 4, { vote: 'reject' }), comment('d', 5), comment('e', 5, { reply_to: 'd' })],
    votes: [voted(4, 'No', 'reject'), voted(5), { ...voted(6, 'Gone', 'reject'), discounted: 'deactivated' }],
    closed_at: at(6),
    outcome: 'rejected' as const,
  };
  const rejection = findRejection(second, [first]);
  expect(rejection?.votes.map(({ comment }) => comment)).toEqual(['No']);
  expect(rejection?.unresolved.map(({ id }) => id)).toEqual(['a', 'd']);
  expect(findRejection(first, [second])).toBeNull();
});
