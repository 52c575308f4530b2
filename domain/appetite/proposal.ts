import { refuseSecondPerson, type SecondPerson } from '#domain/review/counterpart.ts';
import type { Permissions } from '#domain/user/permission.ts';
import { printAppetite } from './appetite.ts';
import { mayConfirm } from './permission.ts';

/**
 * Lowering the appetite of a bucket takes effect at once. Raising it is a proposal, which a second person confirms or
 * declines. Raises of one request share a proposal; each is decided once.
 */
export const RAISE_OUTCOMES = ['confirmed', 'declined', 'withdrawn', 'superseded'] as const;
export type RaiseOutcome = (typeof RAISE_OUTCOMES)[number];

export const RAISE_DECISIONS = ['confirm', 'decline', 'withdraw'] as const;
export type RaiseDecision = (typeof RAISE_DECISIONS)[number];

export const DECISION_OUTCOMES = {
  confirm: 'confirmed',
  decline: 'declined',
  withdraw: 'withdrawn',
} as const satisfies Record<RaiseDecision, RaiseOutcome>;

export type AppetiteStep = Readonly<{ was: number; appetite: number }>;

/** An unchanged appetite is in neither list. */
export const splitSteps = <S extends AppetiteStep>(
  steps: readonly S[],
): Readonly<{ lowered: readonly S[]; raised: readonly S[] }> => ({
  lowered: steps.filter(({ was, appetite }) => appetite < was),
  raised: steps.filter(({ was, appetite }) => appetite > was),
});

/** "4 lowered now. 3 raised when a second person confirms." */
export function describeSplit({ lowered, raised }: Readonly<{ lowered: number; raised: number }>): string {
  const parts = [
    lowered > 0 ? `${lowered} lowered now.` : '',
    raised > 0 ? `${raised} raised when a second person confirms.` : '',
  ];
  return parts.filter((part) => part !== '').join(' ') || 'No appetite changed.';
}

/** The current state of whoever decides, in the directory. */
export type Decider = Readonly<{ id: string; permissions: Permissions }>;

/** Why this person cannot confirm or decline what the proposer proposed; undefined if they can. */
export function refuseDecider(
  proposer: string,
  { id, permissions }: Decider,
  second: SecondPerson,
): string | undefined {
  if (!mayConfirm(permissions)) return 'This needs edit on admin or create on review.';
  return refuseSecondPerson(second, { first: proposer, second: id });
}

export const ONLY_PROPOSER_WITHDRAWS = 'Only the person who proposed this can withdraw it.';

const OUTCOME_TEXT = {
  confirmed: 'confirmed it',
  declined: 'declined it',
  withdrawn: 'withdrew it',
  superseded: 'changed the appetite',
} as const satisfies Record<RaiseOutcome, string>;

/** For a raise that no longer waits. */
export const explainClosed = (bucket: string, outcome: RaiseOutcome, by: string): string =>
  `The raise of ${bucket} no longer waits: ${by} ${OUTCOME_TEXT[outcome]}.`;

/** For a raise of an appetite that is not what it was. */
export const explainMoved = (bucket: string, was: number, now: number): string =>
  `The appetite of ${bucket} is ${printAppetite(now)} now. The raise was proposed from ${printAppetite(was)}.`;
