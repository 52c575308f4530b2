import { refuseSecondPerson, SECOND_PERSON, type SecondPerson } from '#domain/review/counterpart.ts';
import { allows, type Permissions, type Requirement } from '#domain/user/permission.ts';
import type { Deputy } from './deputy.ts';
import { AUTHORITY_LIMITS, type RuleInput } from './rule.ts';

/**
 * Authority is itself changed by two: one person proposes, another one with edit on admin confirms. Until then what was
 * in force stays in force.
 */
export type AuthorityChange =
  | Readonly<{ kind: 'add_rule'; rule: RuleInput }>
  | Readonly<{ kind: 'change_rule'; id: string; rule: RuleInput }>
  | Readonly<{ kind: 'remove_rule'; id: string }>
  | Readonly<{ kind: 'add_deputy'; deputy: Deputy }>
  | Readonly<{ kind: 'end_deputy'; id: string }>
  /** Another portfolio, while a rule counts its risks. */
  | Readonly<{ kind: 'use_portfolio'; portfolio: string }>;
export type AuthorityChangeKind = AuthorityChange['kind'];

export const AUTHORITY_DECISIONS = ['confirm', 'decline', 'withdraw'] as const;
export type AuthorityDecision = (typeof AUTHORITY_DECISIONS)[number];
export const AUTHORITY_OUTCOMES = {
  confirm: 'confirmed',
  decline: 'declined',
  withdraw: 'withdrawn',
} as const satisfies Record<AuthorityDecision, string>;
export type AuthorityOutcome = (typeof AUTHORITY_OUTCOMES)[AuthorityDecision];

export const MAY_CHANGE_AUTHORITY = { scope: 'admin', action: 'edit' } as const satisfies Requirement;

/** Whoever confirms or declines, by the current state of the directory. */
export type AuthorityDecider = Readonly<{ id: string; permissions: Permissions }>;

export const AUTHORITY_REFUSALS = {
  permission: 'This needs edit on admin.',
  ...SECOND_PERSON,
  notOwn: 'Only the person who proposed this can withdraw it.',
  closed: 'This was decided meanwhile. Reload to see the outcome.',
  gone: 'What this changes is no longer in force. Decline it, or let its author withdraw it.',
  waiting: 'A change of this rule waits for a second person already.',
  full: `There are ${AUTHORITY_LIMITS.rules} rules already. Remove one first.`,
} as const;

/** Why this person cannot decide like this; undefined if they can. */
export function refuseAuthorityDecision(
  proposer: string,
  { id, permissions }: AuthorityDecider,
  decision: AuthorityDecision,
  second: SecondPerson,
): string | undefined {
  if (decision === 'withdraw') return id === proposer ? undefined : AUTHORITY_REFUSALS.notOwn;
  if (!allows(permissions, MAY_CHANGE_AUTHORITY)) return AUTHORITY_REFUSALS.permission;
  return refuseSecondPerson(second, { first: proposer, second: id });
}
