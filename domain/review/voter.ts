import type { Bond, Circle } from './counterpart.ts';
import type { Dependence } from './independence.ts';

/** Why a vote does not count. */
export const DISCOUNTS = [
  'deactivated',
  'not_permitted',
  'not_verified',
  'vote_from_author',
  'link_from_author',
  'same_mailbox',
  'not_confirmed',
] as const;
export type Discount = (typeof DISCOUNTS)[number];

/** Shown with the vote, after “Not counted:”. */
export const DISCOUNT_TEXT = {
  deactivated: 'this person was deactivated',
  not_permitted: 'this person may no longer vote',
  not_verified: 'this person’s identity is not verified',
  vote_from_author: 'an author of this draft gave them the right to vote',
  link_from_author: 'an author of this draft made their sign-in link',
  same_mailbox: 'they share a mailbox with an author or another voter, and count as one person',
  not_confirmed:
    'they count as one person with an author or another voter until somebody else confirms who they are: one added or invited the other, or it is not known who made an account',
} as const satisfies Record<Discount, string>;

/** The current state of a voter in the directory. */
export type VoterState = Readonly<{
  isActive: boolean;
  mayVote: boolean;
  isVerified: boolean;
  dependence: Dependence | undefined;
  /** With an author, or with another voter whose vote counts. */
  bond: Bond | undefined;
}>;

/** Checked for every voter when a vote decides. Undefined: the vote counts. */
export function findDiscount({ isActive, mayVote, isVerified, dependence, bond }: VoterState): Discount | undefined {
  if (!isActive) return 'deactivated';
  if (!mayVote) return 'not_permitted';
  if (!isVerified) return 'not_verified';
  if (dependence !== undefined) return dependence.given === 'vote' ? 'vote_from_author' : 'link_from_author';
  return bond && BOND_DISCOUNTS[bond.kind];
}

const BOND_DISCOUNTS = {
  mailbox: 'same_mailbox',
  introduced: 'not_confirmed',
  unknown: 'not_confirmed',
} as const satisfies Record<Bond['kind'], Discount>;

export type Voter = Readonly<{ id: string }> & Pick<VoterState, 'isActive' | 'mayVote' | 'dependence'>;

/**
 * The voters of a round whose votes do not count. Of several accounts that count as one person the first vote counts, that
 * of a confirmed one before others. `voters`: in the order of their votes.
 */
export function findDiscounts(
  circle: Circle,
  authors: readonly string[],
  voters: readonly Voter[],
): ReadonlyMap<string, Discount> {
  const discounts = new Map<string, Discount>();
  const counted: string[] = [];
  const confirmed = voters.filter(({ id }) => !circle.needsConfirmation(id));
  const others = voters.filter(({ id }) => circle.needsConfirmation(id));
  for (const { id, ...state } of [...confirmed, ...others]) {
    const bond = circle.findBondWith(id, [...authors, ...counted]);
    const discount = findDiscount({ ...state, isVerified: circle.isVerified(id), bond });
    if (discount === undefined) counted.push(id);
    else discounts.set(id, discount);
  }
  return discounts;
}

/** Whether somebody's vote would add to those that count: they are verified, and no account of an author or a voter. */
export const couldCount = (circle: Circle, id: string, others: readonly string[]): boolean =>
  circle.isVerified(id) && circle.findBondWith(id, others) === undefined;

export type OpenVoting = Readonly<{
  /** Everyone with permission to vote. */
  voters: readonly string[];
  authors: readonly string[];
  isDependent: (person: string) => boolean;
  /** People whose vote already counts. */
  voted: readonly string[];
  circle: Circle;
}>;

/** Everyone whose vote on this draft would count, and is missing. */
export const missingVoters = ({ voters, authors, isDependent, voted, circle }: OpenVoting): string[] =>
  voters.filter((person) => couldCount(circle, person, [...authors, ...voted]) && !isDependent(person));
