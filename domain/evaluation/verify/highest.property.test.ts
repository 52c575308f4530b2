import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AMOUNT_KEYS } from '#domain/authority/rule.ts';
import { FIRST_DAY } from '#domain/day/day.ts';
import { evaluate, type RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { bucketOf } from '#domain/evaluation/testing.ts';
import type { AmountKey } from '#domain/value/registry.ts';
import { isLong } from '#server/testing/long-tests.ts';
import { HIGHEST_STEPS, proveAmounts } from './highest.ts';
import { KEYS, listRisks } from './testing.ts';

/** The first day that engines accept, and one between any two days on which a dial starts or ends, the long past included. */
const DAYS = [FIRST_DAY, '2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18'];
const PLENTY = { dial: 1e6, all: 1e7 };

/** A list, and a draft of it: another list, or the same dials with some moved, changed, added or taken away. */
const drafts = fc.subarray(KEYS, { minLength: 1, maxLength: 2 }).chain((keys) =>
  fc.record({
    keys: fc.constant(keys),
    before: bucketOf(keys, 4),
    more: bucketOf(keys, 3),
    order: fc.infiniteStream(fc.nat(6)),
  }),
);
type Draft = Readonly<{ risks: readonly Risk[]; before: readonly RatedEntry[]; after: readonly RatedEntry[] }>;

const always = (look: (draft: Draft) => void) =>
  fc.assert(
    fc.property(drafts, ({ keys, before, more, order }) => {
      const added = more.map((entry, index) => ({ ...entry, dial_id: `m${index}` }));
      const places = [...before, ...added].map((entry) => ({ entry, place: order.next().value ?? 0 }));
      const after = places
        .filter(({ place }) => place > 0)
        .toSorted((a, b) => a.place - b.place)
        .map(({ entry }) => entry);
      look({ risks: listRisks(keys, DAYS), before, after });
    }),
    { numRuns: isLong ? 400 : 20 },
  );

/** What each risk gets; -Infinity where nothing. */
const amountsOf = (entries: readonly RatedEntry[], risks: readonly Risk[]) => {
  const answers = risks.map((risk) => evaluate(entries, risk).values);
  return (key: AmountKey): number[] => answers.map((values) => values[key]?.winner.value ?? -Infinity);
};
/** By day, what the best risk of it gets. */
const bestByDay = (risks: readonly Risk[], amounts: readonly number[]) => {
  const best = new Map<string, number>();
  for (const [at, { date }] of risks.entries())
    best.set(date, Math.max(best.get(date) ?? -Infinity, amounts[at] ?? -Infinity));
  return best;
};
const highestOf = (amounts: readonly number[]): number | null => {
  const most = amounts.reduce((a, b) => Math.max(a, b), -Infinity);
  return most === -Infinity ? null : most;
};

test('the highest amounts are those of all risks on all dates, and their witnesses get them', () => {
  always(({ risks, before, after }) => {
    const proven = proveAmounts(before, after, PLENTY);
    const [had, has] = [amountsOf(before, risks), amountsOf(after, risks)];
    for (const key of AMOUNT_KEYS) {
      const [was, is] = [had(key), has(key)];
      const best = bestByDay(risks, was);
      const raised = is.filter((amount, at) => amount > (best.get(risks[at]?.date ?? '') ?? -Infinity));
      for (const [{ witness, atMost }, most] of [
        [proven.highest[key], highestOf(is)],
        [proven.raised[key], highestOf(raised)],
      ] as const) {
        expect([witness?.amount ?? null, atMost]).toEqual([most, most]);
        if (witness !== null) expect(evaluate(after, witness.risk).values[key]?.winner.value).toBe(most);
      }
      const gained = highestOf(is.filter((amount, at) => amount > (was[at] ?? -Infinity)));
      const found = proven.gained[key];
      if (found !== null) expect(found).toBeLessThanOrEqual(gained ?? -Infinity);
      expect(found ?? -Infinity).toBeGreaterThanOrEqual(proven.raised[key].witness?.amount ?? -Infinity);
    }
  });
});

test('a search that runs out of steps claims nothing: nothing raised falsely, none hidden', () => {
  always(({ risks, before, after }) => {
    const [had, has] = [amountsOf(before, risks), amountsOf(after, risks)];
    for (const all of [0, 1, 2, 5, HIGHEST_STEPS.all]) {
      const { highest, raised } = proveAmounts(before, after, { dial: all, all });
      for (const key of AMOUNT_KEYS) {
        const is = has(key);
        const best = bestByDay(risks, had(key));
        const rises = is.filter((amount, at) => amount > (best.get(risks[at]?.date ?? '') ?? -Infinity));
        for (const [{ witness, atMost }, amounts] of [
          [highest[key], is],
          [raised[key], rises],
        ] as const) {
          if (witness !== null) expect(amounts).toContain(witness.amount);
          expect(atMost ?? -Infinity).toBeGreaterThanOrEqual(highestOf(amounts) ?? -Infinity);
        }
      }
    }
  });
});
