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
  /** Shown by default: not in the live version, and demonstrated by a plain risk. */
  isNew: boolean;
}>;

/** Another dial that sets a value differently for risks that both match. */
export type Overlap = Readonly<{
  position: number;
  value: ValueKey;
  witness: Risk;
  /** Both dials, in list order. */
  pair: readonly [string, string];
}>;

/** Positions are 1-based. */
export type Finding = Common &
  (
    | Readonly<{ kind: 'never_decides'; coveredBy: readonly number[]; witness: Risk | null }>
    | (Overlap & Readonly<{ kind: 'overlap'; others: readonly Overlap[] }>)
  );

export type Findings = Readonly<{
  /** At maxSteps one per dial, in list order. */
  dials: readonly Finding[];
  gaps: readonly Gap[];
  /** Dials whose window has ended or not started. They are checked on the days they are active. */
  expired: readonly string[];
  upcoming: readonly string[];
  /** Whether every check finished within its budget. */
  isComplete: boolean;
}>;

/**
 * Step budgets: per question, for all questions, and for the search for alternatives overlaps, which may end early without
 * marking the result incomplete. A step takes about ten microseconds.
 */
export const VERIFY_STEPS = { question: 2000, all: 60_000, others: 20_000 };

/** Conflicts per dial to try for one that a plain risk demonstrates. */
const MAX_TRIED = 8;

/**
 * Finds probable mistakes in a list of dials. Yields often, so that the caller can do other work in between.
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
  const createBudgetedRun = (maxSteps: number, onExhausted: () => void) => {
    let steps = maxSteps;
    return <T>(question: (budget: Budget) => T): T => {
      const granted = Math.min(steps, limits.question);
      const budget = { steps: granted };
      const answer = question(budget);
      steps -= granted - Math.max(0, budget.steps);
      if (budget.steps < 0) onExhausted();
      return answer;
    };
  };
  const run = createBudgetedRun(limits.all, () => {
    isComplete = false;
  });
  yield;

  const statusOf = ({ entry: { dial } }: Rule) => publishedStatus(dial, today, true);
  const checked = rules.filter((rule) => statusOf(rule) !== 'expired' && valuesSetBy(rule).length > 0);
  const decisions = new Map<Rule, Decision>();
  for (const rule of checked) {
    const decision = run((budget) => findDecision(space, rules, rule, budget));
    decisions.set(rule, decision);
    isComplete &&= decision.kind !== 'unknown';
    yield;
  }

  const before = new Map(liveRules.map((rule) => [rule.entry.dial_id, rule]));
  const deciding = checked.filter((rule) => decisions.get(rule)?.kind !== 'never');
  const conflicts = yield* listConflicts(space, deciding, before);
  const dials: Finding[] = [];
  const createWitnessFinder = (by: typeof run) => (conflict: Conflict) =>
    by((budget) => findOverlapWitness(space, rules, inOrder(conflict), budget));
  for (const rule of checked) {
    const { dial_id } = rule.entry;
    const decision = decisions.get(rule);
    if (decision?.kind === 'never') {
      const former = before.get(dial_id);
      const isNew =
        former === undefined || run((budget) => findDecision(space, liveRules, former, budget)).kind !== 'never';
      const { coveredBy, witness } = decision;
      dials.push({ kind: 'never_decides', dial_id, coveredBy, witness, isNew });
    } else {
      const overlap = chooseOverlap(conflicts.get(rule) ?? [], createWitnessFinder(run));
      if (overlap !== undefined) dials.push(overlap);
    }
    yield;
  }

  const findAnother = createWitnessFinder(createBudgetedRun(limits.others, () => undefined));
  for (const [index, finding] of dials.entries()) {
    if (finding.kind !== 'overlap') continue;
    const rule = rules.find(({ entry }) => entry.dial_id === finding.dial_id);
    const all = rule === undefined ? [] : (conflicts.get(rule) ?? []);
    dials[index] = { ...finding, others: listOthers(finding, all, findAnother) };
    yield;
  }

  const gaps: Gap[] = [];
  for (const key of VALUE_KEYS) {
    gaps.push(...run((budget) => findGaps(space, [rules, liveRules], key, budget)));
    yield;
  }
  const idsOf = (status: 'expired' | 'upcoming') =>
    rules.filter((rule) => statusOf(rule) === status).map(({ entry }) => entry.dial_id);
  return { dials, gaps, expired: idsOf('expired'), upcoming: idsOf('upcoming'), isComplete };
}

export function verifySync(...args: Parameters<typeof verify>): Findings {
  const work = verify(...args);
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** `rule` is the dial that shows the conflict. */
type Conflict = Readonly<{ rule: Rule; other: Rule; key: ValueKey; isNew: boolean }>;

/**
 * Conflicts by the dial that shows them: new ones first, then the nearest. New conflicts are shown at the changed dial, the
 * others at the earlier of the two.
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

/** The first conflict that a plain risk demonstrates; otherwise the first of all, which is not shown by default. */
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

/** Alternatives to the shown overlap: equally new, and demonstrated by a plain risk. */
function listOthers(shown: Overlap & Common, conflicts: readonly Conflict[], findWitness: FindWitness): Overlap[] {
  const alternatives = conflicts.filter(
    ({ other, isNew }) => isNew === shown.isNew && other.position !== shown.position,
  );
  return alternatives.slice(0, MAX_TRIED).flatMap((conflict) => {
    const witness = findWitness(conflict);
    return witness?.isPlain === true ? [overlapOf(conflict, witness)] : [];
  });
}
