import type { AuthorityProposal, ShownDeputy, ShownRule } from '#contract/authority.ts';
import { joinWords, AUTHORITY_LIMITS, RULE_USES } from '#domain/authority/rule.ts';
import type { AuthorityChangeKind, AuthorityDecision } from '#domain/authority/proposal.ts';
import { daysBetween } from '#domain/day/day.ts';
import type { ApiAnswer } from '#web/base/api/nouns.ts';
import { formatDay, formatDayOrTime, inSentence, utcDay } from '#web/kit/format.ts';
import { agree, plural } from '#web/kit/plural.ts';

type Preview = ApiAnswer<'previewAuthorityRule'>;

/** "With this rule, 2 of the 31 drafts of the last 90 days would have needed Demo Reviewer Two. Both had that vote." */
export function describePreview({ days, drafts, needed, had }: Preview, people: readonly string[]): string {
  const when = `of the last ${days} days`;
  if (drafts === 0) return `No draft ${when} was for these buckets.`;
  const who = joinWords(people, 'or');
  if (needed === 0)
    return agree(
      drafts,
      `With this rule, the one draft ${when} would not have needed ${who}.`,
      `With this rule, none of the ${drafts} drafts ${when} would have needed ${who}.`,
    );
  return `With this rule, ${describeNeeded(needed, drafts)} ${when} would have needed ${who}. ${describeHad(had, needed)}`;
}

function describeNeeded(needed: number, drafts: number): string {
  if (drafts === 1) return 'the one draft';
  return needed === drafts ? `all ${drafts} drafts` : `${needed} of the ${drafts} drafts`;
}

function describeHad(had: number, needed: number): string {
  if (needed === 1) return had > 0 ? 'It had that vote.' : 'It did not have that vote.';
  if (had === needed) return `${needed === 2 ? 'Both' : 'All'} had that vote.`;
  if (had === 0) return `${needed === 2 ? 'Neither' : 'None'} had that vote.`;
  return `${had} of them had that vote.`;
}

/** "Since 1 Oct 2026 by Demo Administrator, seconded by Demo Reviewer Two. Applied to 14 drafts of the last 90 days, 1 waits." */
export function describeRuleFacts({ since, by, seconded_by, applied, waiting }: ShownRule, now: Date): string {
  const from = `Since ${inSentence(formatDayOrTime(since, now))} by ${by.name}, seconded by ${seconded_by.name}.`;
  if (applied === 0) return `${from} Applied to no draft of the last ${RULE_USES.days} days.`;
  const waits = waiting === 0 ? '' : `, ${waiting} ${agree(waiting, 'waits', 'wait')}`;
  return `${from} Applied to ${plural(applied, 'draft')} of the last ${RULE_USES.days} days${waits}.`;
}

/** "3 in force, on top of two approvals by people who are no authors" */
export const describeRules = (count: number, approvals: string): string =>
  `${count} in force, on top of ${approvals} approvals by people who are no authors`;

export type DeputyState = Readonly<{
  kind: 'current' | 'later' | 'ended';
  text: string;
  /** "13 days left" */
  left: string;
  /** How much of the time has passed, from 0 to 1. */
  passed: number;
}>;

export function describeDeputy(
  { first_day, last_day, ended_at }: Pick<ShownDeputy, 'first_day' | 'last_day' | 'ended_at'>,
  today: string,
): DeputyState {
  if (ended_at !== null)
    return { kind: 'ended', text: `ended ${formatDay(utcDay(new Date(ended_at)))}`, left: '', passed: 1 };
  if (last_day < today) return { kind: 'ended', text: `ended ${formatDay(last_day)}`, left: '', passed: 1 };
  if (first_day > today)
    return { kind: 'later', text: `${formatDay(first_day)} to ${formatDay(last_day)}`, left: '', passed: 0 };
  const left = daysBetween(today, last_day);
  return {
    kind: 'current',
    text: `until ${formatDay(last_day)}`,
    left: left === 0 ? 'last day' : `${plural(left, 'day')} left`,
    passed: (daysBetween(first_day, today) + 1) / (daysBetween(first_day, last_day) + 1),
  };
}

/** What a proposal does, as a heading. */
export const PROPOSAL_TITLES = {
  add_rule: 'New rule',
  change_rule: 'Change of this rule',
  remove_rule: 'Removal of this rule',
  add_deputy: 'New deputy',
  end_deputy: 'End of this deputy',
  use_portfolio: 'Another portfolio for Impact',
} as const satisfies Record<AuthorityChangeKind, string>;

/** What is decided, in a question. */
const SUBJECTS = {
  add_rule: 'this rule',
  change_rule: 'this change',
  remove_rule: 'the removal of this rule',
  add_deputy: 'this deputy',
  end_deputy: 'the end of this deputy',
  use_portfolio: 'this portfolio',
} as const satisfies Record<AuthorityChangeKind, string>;

const EFFECTS = {
  add_rule: 'It holds for drafts that are submitted from now on.',
  change_rule: 'It holds for drafts that are submitted from now on.',
  remove_rule: 'Drafts that are submitted from now on do not need it. Those in review still do.',
  add_deputy: 'Approvals of the deputy count as those of the person, from the first to the last day.',
  end_deputy: 'Votes that the deputy gave still count.',
  use_portfolio: 'Drafts are measured against it from now on. Reviews keep what they were measured against.',
} as const satisfies Record<AuthorityChangeKind, string>;

type DecisionWords = Readonly<{ question: string; label: string; done: string; failed: string; effect: string }>;

export function wordsOf(kind: AuthorityChangeKind, decision: AuthorityDecision): DecisionWords {
  const subject = SUBJECTS[kind];
  return {
    confirm: {
      question: `Confirm ${subject}?`,
      label: 'Confirm',
      done: 'Change confirmed',
      failed: 'Failed to confirm',
      effect: EFFECTS[kind],
    },
    decline: {
      question: `Decline ${subject}?`,
      label: 'Decline',
      done: 'Change declined',
      failed: 'Failed to decline',
      effect: 'What is in force stays as it is.',
    },
    withdraw: {
      question: `Withdraw ${subject}?`,
      label: 'Withdraw',
      done: 'Change withdrawn',
      failed: 'Failed to withdraw',
      effect: 'What is in force stays as it is.',
    },
  }[decision];
}

const HISTORY_VERBS = {
  add_rule: 'Rule',
  change_rule: 'Change of a rule',
  remove_rule: 'Removal of a rule',
  add_deputy: 'Deputy',
  end_deputy: 'End of a deputy',
  use_portfolio: 'Portfolio',
} as const satisfies Record<AuthorityChangeKind, string>;

/** "Rule confirmed", "End of a deputy withdrawn" */
export const describeOutcome = ({ kind, closed }: AuthorityProposal): string =>
  `${HISTORY_VERBS[kind]} ${closed?.outcome ?? 'proposed'}`;

export const MAX_DEPUTY_DAYS = AUTHORITY_LIMITS.deputyDays;
