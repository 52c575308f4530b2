import { expect, test } from 'vitest';
import { NO_PERMISSIONS, parsePermissions } from '#domain/user/permission.ts';
import { reviewAbilities } from './round.ts';
import { findDiscount, missingVoters } from './voter.ts';

const GOOD = { isActive: true, mayVote: true, isVerified: true, dependence: undefined };
const dependence = { given: 'vote', by: 'ann', author: 'ann' } as const;

test.each([
  [GOOD, undefined],
  [{ ...GOOD, isActive: false }, 'deactivated'],
  [{ ...GOOD, mayVote: false }, 'not_permitted'],
  [{ ...GOOD, isVerified: false }, 'not_verified'],
  [{ ...GOOD, dependence }, 'vote_from_author'],
  [{ ...GOOD, dependence: { ...dependence, given: 'link' as const } }, 'link_from_author'],
  [{ isActive: false, mayVote: false, isVerified: false, dependence }, 'deactivated'],
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

test('a vote is waited for from all who may vote, without authors, those who depend on one, and those who voted', () => {
  const round = {
    voters: ['ann', 'bo', 'cy', 'di', 'ed'],
    authors: ['ann', 'zoe'],
    isDependent: (id: string) => id === 'bo',
    voted: ['cy'],
  };
  expect(missingVoters(round)).toEqual(['di', 'ed']);
});
