import { findClass } from '#domain/cob/class-of-business.ts';
import { AMOUNTS } from '#domain/value/kind.ts';
import { type AmountKey, isAmountKey, VALUES, valueKindOf, type ValueKey } from '#domain/value/registry.ts';

/** A rule of authority: under its conditions, one of the people must be among the approvers. */
export type AuthorityRule = Readonly<{
  id: string;
  /** Slugs; empty: every class. */
  classes: readonly string[];
  /** Numbers; empty: every partner. */
  partners: readonly number[];
  /** The rule applies if any of these holds. */
  when: readonly Condition[];
  /** One of them signs. */
  people: readonly string[];
}>;

/** `above`: a value that some risk gets. `changes`: the share of risks or premium that the draft changes. */
export type Condition =
  | Readonly<{ kind: 'above'; value: AmountKey; limit: number }>
  | Readonly<{ kind: 'changes'; of: ChangedPart; percent: number }>
  | Readonly<{ kind: 'appetite' }>
  | Readonly<{ kind: 'restart' }>
  | Readonly<{ kind: 'always' }>;
export type ConditionKind = Condition['kind'];

export const CHANGED_PARTS = ['risks', 'premium'] as const;
export type ChangedPart = (typeof CHANGED_PARTS)[number];

export const AUTHORITY_LIMITS = { rules: 200, people: 10, conditions: 8, deputyDays: 60 } as const;

/** What a rule was applied to is counted over these days, of at most so many of the newest rounds. */
export const RULE_USES = { days: 90, rounds: 1000 } as const;

export type RuleInput = Omit<AuthorityRule, 'id'>;
type RuleError = Readonly<{ path: string; message: string }>;

/** The shape is checked by the contract; whether people and partners exist by the server. */
export function checkRule(rule: RuleInput): RuleError[] {
  const errors: RuleError[] = [];
  const report = (path: string, message: string) => errors.push({ path, message });
  for (const [index, slug] of rule.classes.entries())
    if (findClass(slug) === undefined) report(`classes.${index}`, 'There is no such class of business');
  if (rule.people.length === 0) report('people', 'Choose at least one person');
  if (rule.when.length === 0) report('when', 'Say when this holds');
  if (new Set(rule.when.map((one) => JSON.stringify(one))).size < rule.when.length)
    report('when', 'The same condition is given twice');
  for (const [index, condition] of rule.when.entries()) {
    const message = checkCondition(condition);
    if (message !== undefined) report(`when.${index}`, message);
  }
  return errors;
}

function checkCondition(condition: Condition): string | undefined {
  switch (condition.kind) {
    case 'above':
      return valueKindOf(condition.value).check(condition.limit);
    case 'changes':
      return condition.percent >= 0 && condition.percent < 100 ? undefined : 'Give a percentage from 0 to below 100';
    default:
      return undefined;
  }
}

type Address = Readonly<{ cob: string; partner: number }>;

export const coversBucket = ({ classes, partners }: RuleInput, { cob, partner }: Address): boolean =>
  (classes.length === 0 || classes.includes(cob)) && (partners.length === 0 || partners.includes(partner));

/** "max line", "lead share cap": inside a sentence. */
export const valueInSentence = (key: ValueKey): string => {
  const { label } = VALUES[key];
  return label.charAt(0).toLowerCase() + label.slice(1);
};

export const writeLimit = (key: AmountKey, amount: number): string => AMOUNTS[VALUES[key].unit].describe(amount);

/** "max line is above 5,000,000", "more than 20% of risks change". */
export const CONDITION_TEXT = {
  above: ({ value, limit }) => `${valueInSentence(value)} is above ${writeLimit(value, limit)}`,
  changes: ({ of, percent }) => `more than ${percent}% of ${of} ${of === 'risks' ? 'change' : 'changes'}`,
  appetite: () => 'an appetite is raised',
  restart: () => 'a bucket is restarted',
  always: () => 'anything changes',
} as const satisfies { [K in ConditionKind]: (condition: Extract<Condition, { kind: K }>) => string };

export const describeCondition = (condition: Condition): string => CONDITION_TEXT[condition.kind](condition as never);

/** "Cyber Privacy & Tech and Marine War", "Every class". */
export const describeClasses = (classes: readonly string[]): string =>
  classes.length === 0 ? 'Every class' : joinWords(classes.map((slug) => findClass(slug)?.label ?? slug));

/** "A", "A and B", "A, B and C". */
export function joinWords(words: readonly string[], word = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${word} ${words.at(-1)}`;
}

/** The whole rule in one sentence, for the audit, evidence and screen readers. */
export function describeRule(
  rule: RuleInput,
  names: Readonly<{ person: (id: string) => string; partner: (number: number) => string }>,
): string {
  const partners = rule.partners.length === 0 ? '' : `, ${joinWords(rule.partners.map(names.partner))}`;
  const people = joinWords(rule.people.map(names.person), 'or');
  const when = rule.when.map((condition) => `when ${describeCondition(condition)}`).join(', or ');
  return `${describeClasses(rule.classes)}${partners}: one of the approvers must be ${people} ${when}.`;
}

export const AMOUNT_KEYS = (Object.keys(VALUES) as ValueKey[]).filter(isAmountKey);
