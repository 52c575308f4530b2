import type { Dependence } from './independence.ts';

/** Why a vote does not count. */
export const DISCOUNTS = [
  'deactivated',
  'not_permitted',
  'not_verified',
  'vote_from_author',
  'link_from_author',
] as const;
export type Discount = (typeof DISCOUNTS)[number];

/** Shown with the vote, after “Not counted:”. */
export const DISCOUNT_TEXT = {
  deactivated: 'this person was deactivated',
  not_permitted: 'this person may no longer vote',
  not_verified: 'this person’s identity is not verified',
  vote_from_author: 'an author of this draft gave them the right to vote',
  link_from_author: 'an author of this draft made their sign-in link',
} as const satisfies Record<Discount, string>;

/** The current state of a voter in the directory. */
export type VoterState = Readonly<{
  isActive: boolean;
  mayVote: boolean;
  isVerified: boolean;
  dependence: Dependence | undefined;
}>;

/** Checked for every voter when a vote decides. Undefined: the vote counts. */
export function findDiscount({ isActive, mayVote, isVerified, dependence }: VoterState): Discount | undefined {
  if (!isActive) return 'deactivated';
  if (!mayVote) return 'not_permitted';
  if (!isVerified) return 'not_verified';
  if (dependence === undefined) return undefined;
  return dependence.given === 'vote' ? 'vote_from_author' : 'link_from_author';
}

export type OpenVoting = Readonly<{
  /** Everyone with permission whose vote would count. */
  voters: readonly string[];
  authors: readonly string[];
  isDependent: (person: string) => boolean;
  /** People whose vote already counts. */
  voted: readonly string[];
}>;

/** Everyone who may vote on this draft and has not. */
export const missingVoters = ({ voters, authors, isDependent, voted }: OpenVoting): string[] =>
  voters.filter((person) => !authors.includes(person) && !voted.includes(person) && !isDependent(person));
