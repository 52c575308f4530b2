import { publishedStatus } from '#domain/dial/status.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { type Rule, type Rules, rulesOf, valuesSetBy } from './bucket.ts';
import { type Decision, findDecision } from './cover.ts';
import { findGaps, type Gap } from './gaps.ts';
import { findConflict, findOverlapWitness, type OverlapWitness } from './overlap.ts';
import type { Budget } from './search.ts';
import { isInside, makeSpace, type Space } from './space.ts';

type Common = Readonly<{
  dial_id: string;
  /** Whether it is shown without being asked for: the live version does not have it, and a plain risk shows it. */
  isNew: boolean;
}>;

/** Another dial, by its position, that sets a value otherwise for risks that both match. */
export type Overlap = Readonly<{
  position: number;
  value: ValueKey;
  witness: Risk;
  /** Both dials, the one that comes first in the list first. */
  pair: readonly [string, string];
}>;

/** What was found about one dial. Dials are named by their position, from 1. */
export type Finding = Common &
  (
    | Readonly<{ kind: 'never_decides'; coveredBy: readonly number[]; witness: Risk | null }>
    | (Overlap & Readonly<{ kind: 'overlap'; others: readonly Overlap[] }>)
  );

export type Findings = Readonly<{
  /** At most one for each dial, in the order of the list. */
  dials: readonly Finding[];
  gaps: readonly Gap[];
  /** Dials whose window has ended, or starts later. They are judged by the days on which they can take part. */
  expired: readonly string[];
  upcoming: readonly string[];
  /** Whether every question was answered within the budget. */
  isComplete: boolean;
}>;

/**
 * Steps of one question, and of all together; then of the search for further overlaps of dials that have one, which is
 * given up without a word. A step takes about ten microseconds.
 */
export const VERIFY_STEPS = { question: 2000, all: 60_000, others: 20_000 };

/** How many conflicts of one dial are looked at for one that a plain risk shows. */
const MAX_TRIED = 8;

/**
 * Looks for what is probably not meant, in a list of dials that may replace the live one. It stops after each small part
 * of the work, so that whoever runs it can do something else in between.
 */
export function* verify(
  entries: readonly RatedEntry[],
  live: readonly RatedEntry[],
  today: string,
  limits = VERIFY_STEPS,
): Generator<undefined, Findings> {
  const space = makeSpace([...entries, ...live], today);
  const rules = rulesOf(entries, space);
  const liveRules = rulesOf(live, space, entries.length);
  let isComplete = true;
  const askWithin = (most: number, onSpent: () => void) => {
    let steps = most;
    return <T>(question: (budget: Budget) => T): T => {
      const given = Math.min(steps, limits.question);
      const budget = { steps: given };
      const answer = question(budget);
      steps -= given - Math.max(0, budget.steps);
      if (budget.steps < 0) onSpent();
      return answer;
    };
  };
  const ask = askWithin(limits.all, () => {
    isComplete = false;
  });
  yield;

  const statusOf = ({ entry: { dial } }: Rule) => publishedStatus(dial, today, true);
  const judged = rules.filter((rule) => statusOf(rule) !== 'expired' && valuesSetBy(rule).length > 0);
  const decisions = new Map<Rule, Decision>();
  for (const rule of judged) {
    const decision = ask((budget) => findDecision(space, rules, rule, budget));
    decisions.set(rule, decision);
    isComplete &&= decision.kind !== 'unknown';
    yield;
  }

  const before = new Map(liveRules.map((rule) => [rule.entry.dial_id, rule]));
  const deciding = judged.filter((rule) => decisions.get(rule)?.kind !== 'never');
  const conflicts = yield* listConflicts(space, deciding, before);
  const dials: Finding[] = [];
  const witnessBy = (by: typeof ask) => (conflict: Conflict) =>
    by((budget) => findOverlapWitness(space, rules, inOrder(conflict), budget));
  for (const rule of judged) {
    const { dial_id } = rule.entry;
    const decision = decisions.get(rule);
    if (decision?.kind === 'never') {
      const former = before.get(dial_id);
      const isNew =
        former === undefined || ask((budget) => findDecision(space, liveRules, former, budget)).kind !== 'never';
      const { coveredBy, witness } = decision;
      dials.push({ kind: 'never_decides', dial_id, coveredBy, witness, isNew });
    } else {
      const overlap = chooseOverlap(conflicts.get(rule) ?? [], witnessBy(ask));
      if (overlap !== undefined) dials.push(overlap);
    }
    yield;
  }

  const findAnother = witnessBy(askWithin(limits.others, () => undefined));
  for (const [index, finding] of dials.entries()) {
    if (finding.kind !== 'overlap') continue;
    const rule = rules.find(({ entry }) => entry.dial_id === finding.dial_id);
    const all = rule === undefined ? [] : (conflicts.get(rule) ?? []);
    dials[index] = { ...finding, others: listOthers(finding, all, findAnother) };
    yield;
  }

  const gaps: Gap[] = [];
  for (const key of VALUE_KEYS) {
    gaps.push(...ask((budget) => findGaps(space, [rules, liveRules], key, budget)));
    yield;
  }
  const idsOf = (status: 'expired' | 'upcoming') =>
    rules.filter((rule) => statusOf(rule) === status).map(({ entry }) => entry.dial_id);
  return { dials, gaps, expired: idsOf('expired'), upcoming: idsOf('upcoming'), isComplete };
}

/** The whole work at once. */
export function verifyAtOnce(...asked: Parameters<typeof verify>): Findings {
  const work = verify(...asked);
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Of the dial whose row tells it, with the other one. */
type Conflict = Readonly<{ rule: Rule; other: Rule; key: ValueKey; isNew: boolean }>;

/**
 * By the dial that tells it, those that the live version does not have first, then the nearest. What is new is told by the
 * dial that was changed, everything else by the earlier one of the two.
 */
function* listConflicts(space: Space, rules: Rules, before: ReadonlyMap<string, Rule>) {
  const conflicts = new Map<Rule, Conflict[]>();
  for (const first of rules) {
    for (const second of rules.filter(({ position }) => position > first.position)) {
      const keys = findConflict(space, first, second);
      if (keys[0] === undefined) continue;
      const former = findFormerConflict(space, before, first, second);
      const key = keys.find((one) => !former.includes(one)) ?? keys[0];
      const isNew = !former.includes(key);
      const rule = isNew && !isChanged(first, before) && isChanged(second, before) ? second : first;
      const conflict = { rule, other: rule === first ? second : first, key, isNew };
      conflicts.set(rule, [...(conflicts.get(rule) ?? []), conflict]);
    }
    yield;
  }
  const distance = ({ rule, other }: Conflict) => Math.abs(rule.position - other.position);
  for (const [rule, all] of conflicts)
    conflicts.set(
      rule,
      all.toSorted((a, b) => Number(b.isNew) - Number(a.isNew) || distance(a) - distance(b)),
    );
  return conflicts;
}

function isChanged(rule: Rule, before: ReadonlyMap<string, Rule>): boolean {
  const former = before.get(rule.entry.dial_id);
  if (former === undefined || !isInside(rule.box, former.box) || !isInside(former.box, rule.box)) return true;
  return VALUE_KEYS.some((key) => rule.values[key] !== former.values[key]);
}

function findFormerConflict(space: Space, before: ReadonlyMap<string, Rule>, a: Rule, b: Rule): readonly ValueKey[] {
  const [first, second] = [before.get(a.entry.dial_id), before.get(b.entry.dial_id)];
  return first === undefined || second === undefined ? [] : findConflict(space, first, second);
}

const inOrder = ({ rule, other, key }: Conflict): readonly [Rule, Rule, ValueKey] =>
  rule.position < other.position ? [rule, other, key] : [other, rule, key];

type FindWitness = (conflict: Conflict) => OverlapWitness | undefined;

const overlapOf = (conflict: Conflict, { risk }: OverlapWitness): Overlap => {
  const [first, second, value] = inOrder(conflict);
  const pair = [first.entry.dial_id, second.entry.dial_id] as const;
  return { position: conflict.other.position, value, witness: risk, pair };
};

/** The first that a plain risk shows; where none of the nearest is, the first of all, which is told only on request. */
function chooseOverlap(conflicts: readonly Conflict[], findWitness: FindWitness): Finding | undefined {
  let fallback: Finding | undefined;
  for (const conflict of conflicts.slice(0, MAX_TRIED)) {
    const witness = findWitness(conflict);
    if (witness === undefined) continue;
    const { rule, isNew } = conflict;
    const finding = {
      kind: 'overlap' as const,
      dial_id: rule.entry.dial_id,
      ...overlapOf(conflict, witness),
      others: [],
      isNew: isNew && witness.isPlain,
    };
    if (witness.isPlain) return finding;
    fallback ??= finding;
  }
  return fallback;
}

/** What could be told in the place of an overlap: as new as that, and shown by a plain risk, too. */
function listOthers(told: Overlap & Common, conflicts: readonly Conflict[], findWitness: FindWitness): Overlap[] {
  const further = conflicts.filter(({ other, isNew }) => isNew === told.isNew && other.position !== told.position);
  return further.slice(0, MAX_TRIED).flatMap((conflict) => {
    const witness = findWitness(conflict);
    return witness?.isPlain === true ? [overlapOf(conflict, witness)] : [];
  });
}
