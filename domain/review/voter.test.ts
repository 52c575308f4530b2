import { expect, test } from 'vitest';
import { NO_PERMISSIONS, parsePermissions } from '#domain/user/permission.ts';
import { reviewAbilities } from './round.ts';
import { circleOf } from './testing.ts';
import { findDiscount, findDiscounts, missingVoters } from './voter.ts';

const GOOD = { isActive: true, mayVote: true, isVerified: true, dependence: undefined, bond: undefined };
const dependence = { given: 'vote', by: 'ann', author: 'ann' } as const;

test.each([
  [GOOD, undefined],
  [{ ...GOOD, isActive: false }, 'deactivated'],
  [{ ...GOOD, mayVote: false }, 'not_permitted'],
  [{ ...GOOD, isVerified: false }, 'not_verified'],
  [{ ...GOOD, dependence }, 'vote_from_author'],
  [{ ...GOOD, dependence: { ...dependence, given: 'link' as const } }, 'link_from_author'],
  [{ ...GOOD, bond: { kind: 'mailbox' as const, people: ['ann', 'rex'] as const } }, 'same_mailbox'],
  [{ ...GOOD, bond: { kind: 'introduced' as const, by: 'ann', people: ['rex'], isHosted: false } }, 'not_confirmed'],
  [{ ...GOOD, isActive: false, mayVote: false, isVerified: false, dependence }, 'deactivated'],
])('[R22] the vote of a voter who is %j is discounted as %s', (state, discount) => {
  expect(findDiscount(state)).toBe(discount);
});

const person = (...entries: string[]) => ({ id: 'rex', permissions: parsePermissions(entries) });
const OPEN = { isOpen: true, isAuthor: false, isDependent: false, state: 'pending_review' };

test.each([
  [person('review:view', 'review:create'), OPEN, { vote: true, comment: true }],
  [person('review:view', 'review:create'), { ...OPEN, isAuthor: true }, { vote: false, comment: true }],
  [person('review:view', 'review:create'), { ...OPEN, isDependent: true }, { vote: false, comment: true }],
  [person('review:view', 'review:create'), { ...OPEN, isOpen: false, state: 'draft' }, { vote: false, comment: true }],
  [person('review:view', 'review:create'), { ...OPEN, isOpen: false, state: 'live' }, { vote: false, comment: false }],
  [person('review:view', 'bucket:edit'), OPEN, { vote: false, comment: true }],
  [person('review:view'), OPEN, { vote: false, comment: false }],
  [{ id: 'rex', permissions: NO_PERMISSIONS }, OPEN, { vote: false, comment: false }],
])('[R2][R14][R21] %j in a round that is %j may %j', (actor, standing, abilities) => {
  expect(reviewAbilities(actor, standing)).toEqual(abilities);
});

test('a vote is waited for from all who may vote, without authors, those who depend on one, those who voted, and whose vote would not count', () => {
  const round = {
    voters: ['ann', 'bo', 'cy', 'di', 'ed', 'fay', 'gus', 'hal'],
    authors: ['ann', 'zoe'],
    isDependent: (id: string) => id === 'bo',
    voted: ['cy'],
    circle: circleOf(
      ...['ann', 'zoe', 'bo', 'cy', 'di', 'ed'].map((id) => ({ id })),
      { id: 'fay', verification: null },
      { id: 'gus', introduced_by: ['zoe'] },
      { id: 'hal', email: 'cy+hal@example.test' },
    ),
  };
  expect(missingVoters(round)).toEqual(['di', 'ed']);
});

const votes = (...ids: readonly string[]) =>
  ids.map((id) => ({ id, isActive: true, mayVote: true, dependence: undefined }));

test('[R62] of several accounts that count as one person, the first vote counts, and a confirmed one before others', () => {
  const circle = circleOf(
    { id: 'ann' },
    { id: 'eve' },
    { id: 'ada', vouched_at: new Date(0) },
    { id: 'ada2', email: 'ADA+2@example.test', vouched_at: new Date(0) },
    { id: 'pat', introduced_by: ['ada', 'eve'] },
    { id: 'pit', introduced_by: ['eve'] },
    { id: 'ann2', email: 'ann+2@example.test' },
  );
  const discounts = findDiscounts(circle, ['ann'], votes('pat', 'ada', 'ada2', 'pit', 'ann2'));
  expect(Object.fromEntries(discounts)).toEqual({ ada2: 'same_mailbox', pat: 'not_confirmed', ann2: 'same_mailbox' });
  expect([...findDiscounts(circle, ['ann'], votes('pat', 'pit')).keys()]).toEqual(['pit']);
  expect([...findDiscounts(circle, ['pat'], votes('ada', 'eve', 'pit')).keys()]).toEqual(['ada', 'eve', 'pit']);
});
