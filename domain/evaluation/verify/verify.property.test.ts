import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate, findMiss, type RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { bucketOf, risk } from '#domain/evaluation/testing.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { isLong } from '#server/testing/long-tests.ts';
import { type Rule, type Rules, rulesOf, valuesSetBy } from './bucket.ts';
import { type Decision, findDecision } from './cover.ts';
import { findConflict } from './overlap.ts';
import { makeSpace } from './space.ts';
import { KEYS, listRisks, subsets } from './testing.ts';
import { verifySync } from './verify.ts';

const TODAY = '2026-11-16';

type VerifiedBucket = Readonly<{
  entries: readonly RatedEntry[];
  rules: Rules;
  conflict: (a: Rule, b: Rule) => readonly string[];
  decide: (rule: Rule) => Decision;
}>;
function verifyEntries(entries: readonly RatedEntry[]): VerifiedBucket {
  const space = makeSpace(entries, TODAY);
  const rules = rulesOf(entries, space);
  return {
    entries,
    rules,
    conflict: (a, b) => findConflict(space, a, b),
    decide: (rule) => findDecision(space, rules, rule, { steps: 1e6 }),
  };
}

const small = fc
  .subarray(KEYS, { minLength: 1, maxLength: 2 })
  .chain((keys) => fc.record({ keys: fc.constant(keys), entries: bucketOf(keys, 5) }));

describe('compared with all risks of a small bucket', () => {
  const always = (
    look: (verified: VerifiedBucket, matching: (rule: Rule) => ReadonlySet<number>, risks: readonly Risk[]) => void,
  ) =>
    fc.assert(
      fc.property(small, ({ keys, entries }) => {
        const risks = listRisks(keys, [TODAY, '2026-11-17', '2026-11-18']);
        const verified = verifyEntries(entries);
        const matches = new Map(
          verified.rules.map((rule) => [
            rule,
            new Set(risks.flatMap((one, index) => (findMiss(rule.entry.dial, one) === null ? [index] : []))),
          ]),
        );
        look(verified, (rule) => matches.get(rule) ?? new Set(), risks);
      }),
      { numRuns: isLong ? 2000 : 20 },
    );
  /** Of the risks a dial matches, whether these decide all that it sets. */
  const isCovered = (rule: Rule, by: Rules, matching: (one: Rule) => ReadonlySet<number>) =>
    valuesSetBy(rule).every((key) =>
      [...matching(rule)].every((at) => by.some((one) => one.values[key] !== undefined && matching(one).has(at))),
    );

  test('a dial never decides exactly when earlier dials decide everything, and no fewer do than are named', () => {
    always(({ rules, decide }, matching) => {
      for (const rule of rules.filter((one) => valuesSetBy(one).length > 0)) {
        const earlier = rules.slice(0, rule.position - 1);
        const decision = decide(rule);
        expect(decision.kind).toBe(isCovered(rule, earlier, matching) ? 'never' : 'decides');
        if (decision.kind !== 'never' || decision.witness === null) continue;
        const named = earlier.filter(({ position }) => decision.coveredBy.includes(position));
        expect(isCovered(rule, named, matching)).toBe(true);
        const fewer = subsets(earlier.map(({ position }) => String(position))).filter(
          (few) => few.length < named.length,
        );
        const coversToo = (few: readonly string[]) =>
          isCovered(
            rule,
            earlier.filter(({ position }) => few.includes(String(position))),
            matching,
          );
        expect(fewer.filter(coversToo)).toEqual([]);
      }
    });
  });

  test('two dials conflict exactly when a risk matches both, each has one of its own, and they set a value differently', () => {
    always(({ rules, conflict }, matching) => {
      for (const a of rules)
        for (const b of rules.slice(a.position)) {
          const [left, right] = [matching(a), matching(b)];
          const meet = [...left].some((at) => right.has(at));
          const apart = [...left].some((at) => !right.has(at)) && [...right].some((at) => !left.has(at));
          const differing = VALUE_KEYS.filter(
            (key) => a.values[key] !== undefined && b.values[key] !== undefined && a.values[key] !== b.values[key],
          );
          expect(conflict(a, b)).toEqual(meet && apart ? differing : []);
        }
    });
  });

  test('a value has a gap exactly when some risk gets none', () => {
    always(({ entries, rules }, matching, risks) => {
      const { gaps, isComplete } = verifySync(entries, [], TODAY);
      expect(isComplete).toBe(true);
      const expected = VALUE_KEYS.filter((key) => {
        const setters = rules.filter(({ values }) => values[key] !== undefined);
        return setters.length > 0 && risks.some((_risk, at) => !setters.some((rule) => matching(rule).has(at)));
      });
      expect(VALUE_KEYS.filter((key) => gaps.some(({ value }) => value === key))).toEqual(expected);
    });
  });
});

const RISKS = 10_000;
/** Picks one of a list by chance, the same ones in every run. */
function makeDice(seed: number) {
  let state = seed;
  return <T>(list: readonly T[]): T | undefined => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return list[Math.floor((state / 2 ** 32) * list.length)];
  };
}

test(`a dial reported as never deciding does not decide for ${RISKS} random risks that it matches`, () => {
  const pool = fc.sample(risk, { numRuns: 300, seed: 15 }).filter(({ date }) => date >= TODAY);
  const found = fc.sample(bucketOf(KEYS, 8), { numRuns: isLong ? 500 : 20, seed: 15 }).flatMap((entries) => {
    const { rules, decide } = verifyEntries(entries);
    return rules
      .filter((rule) => valuesSetBy(rule).length > 0 && hasWitness(decide(rule)))
      .map((rule) => ({ entries, rule }));
  });
  const dead = isLong ? found : found.slice(0, 4);
  expect(dead.length).toBeGreaterThan(2);
  const pick = makeDice(15);
  for (const { entries, rule } of dead) {
    const upTo = entries.slice(0, rule.position);
    const { dimensions, ...timing } = rule.entry.dial;
    // Of each part of a risk, what lets the dial take part.
    const timings = pool.filter((one) => findMiss({ dimensions: {}, ...timing }, { ...one, dimensions: {} }) === null);
    const parts = KEYS.map((key) => {
      const hads = pool.map((one) => ({ [key]: one.dimensions[key] }));
      const verified = { ...NO_SCOPE, dimensions: { [key]: dimensions[key] } };
      return hads.filter((had) => findMiss(verified, { date: TODAY, journey: null, dimensions: had }) === null);
    });
    for (let count = 0; count < RISKS; count += 1) {
      const { date = TODAY, journey = null } = pick(timings) ?? {};
      const one = {
        date,
        journey,
        dimensions: Object.assign({}, ...parts.map((part) => pick(part))) as Risk['dimensions'],
      };
      const { dials, values } = evaluate(upTo, one);
      const won = VALUE_KEYS.filter((key) => values[key]?.winner.dial_id === rule.entry.dial_id);
      if (won.length > 0 || dials.at(-1)?.miss !== null)
        expect({ one, won, miss: dials.at(-1)?.miss }).toBe('no such risk');
    }
  }
});

const NO_SCOPE = { dimensions: {}, journeys: [], active_from: null, active_until: null };
const hasWitness = (decision: Decision): boolean => decision.kind === 'never' && decision.witness !== null;

test('every finding has a witness that the reference confirms', () => {
  const buckets = fc.tuple(bucketOf(KEYS, 6), bucketOf(KEYS, 6));
  fc.assert(
    fc.property(buckets, ([entries, live]) => {
      const { rules, decide } = verifyEntries(entries);
      for (const rule of rules) {
        const decision = decide(rule);
        if (decision.kind !== 'decides') continue;
        const winners = Object.values(evaluate(entries, decision.witness).values).map(({ winner }) => winner.dial_id);
        expect(winners).toContain(rule.entry.dial_id);
      }
      const { dials, gaps } = verifySync(entries, live, TODAY);
      expect(new Set(dials.map(({ dial_id }) => dial_id)).size).toBe(dials.length);
      for (const finding of dials.filter(({ witness }) => witness !== null)) {
        const { dials: took, values } = evaluate(entries, finding.witness as Risk);
        expect(took.find(({ dial_id }) => dial_id === finding.dial_id)?.miss).toBeNull();
        if (finding.kind === 'overlap') {
          expect(took[finding.position - 1]?.miss).toBeNull();
          const [one, other] = [finding.dial_id, took[finding.position - 1]?.dial_id];
          if (finding.isNew) expect([one, other]).toContain(values[finding.value]?.winner.dial_id);
          for (const { pair, value, witness } of finding.others) {
            const shown = evaluate(entries, witness);
            expect(shown.values[value]?.winner.dial_id).toBe(pair[0]);
            expect(shown.dials.find(({ dial_id }) => dial_id === pair[1])?.miss).toBeNull();
          }
        } else {
          for (const { winner } of Object.values(values)) expect(winner.dial_id).not.toBe(finding.dial_id);
        }
      }
      for (const { value, witness, isNew } of gaps) {
        expect(evaluate(entries, witness).values[value]).toBeUndefined();
        expect(evaluate(live, witness).values[value] !== undefined).toBe(isNew);
      }
    }),
    { numRuns: isLong ? 5000 : 60 },
  );
});
