import type { HighestAmount, ProvenAmounts } from '#domain/evaluation/verify/highest.ts';
import { numberInSentence } from '#domain/review/number.ts';
import type { AmountKey } from '#domain/value/registry.ts';
import {
  type AuthorityRule,
  type ChangedPart,
  type Condition,
  type ConditionKind,
  joinWords,
  valueInSentence,
  writeLimit,
} from './rule.ts';

/**
 * What is known of a submitted draft; stored with its round, so that later rules and dials do not change it. Rounds of
 * earlier versions do not know what their draft raised; rounds from before a value existed know nothing of it.
 */
export type DraftFacts = Partial<Omit<ProvenAmounts, 'highest'>> &
  Readonly<{ highest: Readonly<Partial<Record<AmountKey, HighestAmount>>>; restarts: boolean }>;

const UNKNOWN: HighestAmount = { witness: null, atMost: Infinity };

/** Returns what is known of an amount. What is not known counts as possible, so that a signer is rather asked. */
function amountIn({ highest, raised, gained }: DraftFacts, key: AmountKey) {
  const known = highest[key] ?? UNKNOWN;
  return {
    highest: known,
    raised: raised === undefined ? known : (raised[key] ?? UNKNOWN),
    gained: gained?.[key] ?? null,
  };
}

/** The rules in force when a round was submitted that cover its bucket, and what is known of the draft. */
export type RoundAuthority = Readonly<{ facts: DraftFacts; rules: readonly AuthorityRule[] }>;

/** In percent; null: not measured, `later`: measured with the submission. */
export type ChangedShares = Readonly<Record<ChangedPart, number | null | 'later'>>;

/** `unknown`: not fully checked, which asks for the signature like `yes`. */
export type ConditionState = Readonly<{ holds: 'yes' | 'no' | 'unknown'; text: string }>;

const CHECKS = {
  above: ({ value, limit }, facts) => checkAbove(value, limit, amountIn(facts, value)),
  changes: ({ of, percent }, _facts, shares) => checkShare(of, percent, shares[of]),
  // Raised appetites are not part of a draft.
  appetite: () => ({ holds: 'no', text: 'no appetite is raised' }),
  restart: (_condition, { restarts }) =>
    restarts ? { holds: 'yes', text: 'it restarts the bucket' } : { holds: 'no', text: 'it restarts no bucket' },
  always: () => ({ holds: 'yes', text: 'every change needs it' }),
} as const satisfies {
  [K in ConditionKind]: (
    condition: Extract<Condition, { kind: K }>,
    facts: DraftFacts,
    shares: ChangedShares,
  ) => ConditionState;
};

export const checkFacts = (condition: Condition, facts: DraftFacts, shares: ChangedShares): ConditionState =>
  CHECKS[condition.kind](condition as never, facts, shares);

/**
 * A limit speaks of what the draft makes possible. It holds where the highest amount of a date rises, and is then above
 * it; an amount above it that some risk got on that date before asks for nobody.
 */
function checkAbove(key: AmountKey, limit: number, known: ReturnType<typeof amountIn>): ConditionState {
  const { highest, raised, gained } = known;
  const [name, above] = [valueInSentence(key), writeLimit(key, limit)];
  if (isAbove(raised.witness?.amount, limit))
    return { holds: 'yes', text: `${name} ${writeLimit(key, raised.witness.amount)} is above ${above}` };
  if (isAbove(raised.atMost, limit))
    return { holds: 'unknown', text: `${name} was not fully checked, and may be above ${above}` };
  if (isAbove(highest.witness?.amount, limit)) {
    const more = isAbove(gained, limit) ? `; more risks can get up to ${writeLimit(key, gained)}` : '';
    const was = writeLimit(key, highest.witness.amount);
    return { holds: 'no', text: `${name} ${was} was above ${above} before, and the highest does not rise${more}` };
  }
  if (isAbove(highest.atMost, limit)) return { holds: 'no', text: `${name} does not rise above ${above}` };
  if (highest.atMost === null) return { holds: 'no', text: `no risk gets a ${name}` };
  return { holds: 'no', text: `${name} ${writeLimit(key, highest.atMost)} is not above ${above}` };
}

const isAbove = (amount: number | null | undefined, limit: number): amount is number =>
  typeof amount === 'number' && amount > limit;

/** Says which amounts were above the limit of a rule before the draft, and ask for nobody. */
export function explainAboveBefore({ facts, rules }: RoundAuthority): string[] {
  const sentences = rules.flatMap(({ when }) =>
    when.flatMap((condition) => {
      if (condition.kind !== 'above') return [];
      const known = amountIn(facts, condition.value);
      const { holds, text } = checkAbove(condition.value, condition.limit, known);
      return holds === 'no' && isAbove(known.highest.witness?.amount, condition.limit) ? [text] : [];
    }),
  );
  return [...new Set(sentences)];
}

function checkShare(of: ChangedPart, percent: number, share: ChangedShares[ChangedPart]): ConditionState {
  if (share === 'later')
    return {
      holds: 'unknown',
      text: `more than ${percent}% of ${of} may change, which is measured with the submission`,
    };
  if (share === null) return { holds: 'unknown', text: `the share of ${of} that changes is not measured` };
  const changed = `${writeShare(share, percent)}% of ${of} ${of === 'risks' ? 'change' : 'changes'}`;
  return share > percent
    ? { holds: 'yes', text: `${changed}, more than ${percent}%` }
    : { holds: 'no', text: `${changed}, not more than ${percent}%` };
}

/** One decimal, unless rounding would hide on which side of the limit it is. */
function writeShare(share: number, limit: number): string {
  const rounded = Math.round(share * 10) / 10;
  return String(rounded > limit === share > limit ? rounded : Number(share.toPrecision(15)));
}

/** Why one of these people must sign. */
export type RequiredSigner = Readonly<{ rule: string; people: readonly string[]; reasons: readonly ConditionState[] }>;

/** One per rule that applies. */
export function findRequiredSigners({ facts, rules }: RoundAuthority, shares: ChangedShares): RequiredSigner[] {
  return rules.flatMap(({ id, people, when }) => {
    const reasons = when
      .map((condition) => checkFacts(condition, facts, shares))
      .filter(({ holds }) => holds !== 'no')
      .toSorted((a, b) => Number(b.holds === 'yes') - Number(a.holds === 'yes'));
    return reasons.length === 0 ? [] : [{ rule: id, people, reasons }];
  });
}

/** Why no rule applies: "max line 4,000,000 is not above 10,000,000". Undefined where one does, or there is none. */
export function explainAnyTwo(authority: RoundAuthority, shares: ChangedShares): string | undefined {
  if (findRequiredSigners(authority, shares).length > 0) return undefined;
  const [first] = authority.rules.flatMap(({ when }) =>
    when
      .filter(({ kind }) => kind === 'above' || kind === 'changes')
      .map((condition) => checkFacts(condition, authority.facts, shares).text),
  );
  return first;
}

/** A raised appetite is confirmed by one person, who must be one of these for each rule. */
export const findAppetiteSigners = (rules: readonly AuthorityRule[]): RequiredSigner[] =>
  rules
    .filter(({ when }) => when.some(({ kind }) => kind === 'appetite' || kind === 'always'))
    .map(({ id, people }) => ({ rule: id, people, reasons: [{ holds: 'yes', text: 'the appetite is raised' }] }));

/** Said to whoever may not confirm a raised appetite. */
export const explainRaise = (people: readonly string[]): string =>
  `By the rules of authority ${joinWords(people, 'or')} confirms that this appetite is raised.`;

/** Somebody who approves, and those for whom they act as deputy that day. */
export type Signer = Readonly<{ person: string; actsFor: readonly string[] }>;

const signs = ({ people }: Pick<RequiredSigner, 'people'>, { person, actsFor }: Signer): boolean =>
  people.includes(person) || actsFor.some((one) => people.includes(one));

/** The rules that none of these people satisfies. */
export const findMissingSigners = <R extends Pick<RequiredSigner, 'people'>>(
  required: readonly R[],
  signers: readonly Signer[],
): R[] => required.filter((one) => !signers.some((signer) => signs(one, signer)));

/** Whether a signature of this person satisfies one of these rules. */
export const satisfiesAny = (required: readonly Pick<RequiredSigner, 'people'>[], signer: Signer): boolean =>
  required.some((one) => signs(one, signer));

/** The person for whom somebody signs as deputy; undefined if they sign for themselves, or not as required. */
export function findPrincipal(
  required: readonly Pick<RequiredSigner, 'people'>[],
  { person, actsFor }: Signer,
): string | undefined {
  if (required.some(({ people }) => people.includes(person))) return undefined;
  return actsFor.find((one) => required.some(({ people }) => people.includes(one)));
}

/** "One of the two must be Demo Reviewer One: max line 7,500,000 is above 5,000,000"; of as many as the round needs. */
export function explainSigner(
  { people, reasons }: RequiredSigner,
  nameOf: (person: string) => string,
  required: number,
): Readonly<{ text: string; also: readonly string[] }> {
  const [first, ...others] = reasons.map(({ text }) => text);
  const text = `One of the ${numberInSentence(required)} must be ${joinWords(people.map(nameOf), 'or')}: ${first ?? ''}`;
  return { text, also: others };
}

/** Said at submit, in the review and to administrators. */
export const NOBODY_CAN_SIGN = 'Nobody can give this approval';
