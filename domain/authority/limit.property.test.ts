import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from '#domain/evaluation/evaluate.ts';
import { bucketOf } from '#domain/evaluation/testing.ts';
import { proveAmounts } from '#domain/evaluation/verify/highest.ts';
import { KEYS, listRisks } from '#domain/evaluation/verify/testing.ts';
import { FIRST_DAY } from '#domain/day/day.ts';
import { isLong } from '#server/testing/long-tests.ts';
import { explainAboveBefore, findRequiredSigners } from './requirement.ts';
import { AMOUNT_KEYS } from './rule.ts';

const DAYS = [FIRST_DAY, '2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18'];

/** A sequence of drafts of one bucket, each live before the next one: a raise may be spread over several. */
const sequences = fc.subarray(KEYS, { minLength: 1, maxLength: 2 }).chain((keys) =>
  fc.record({
    keys: fc.constant(keys),
    lists: fc.array(bucketOf(keys, 4), { minLength: 2, maxLength: 4 }),
    value: fc.constantFrom(...AMOUNT_KEYS),
    limit: fc.integer({ min: 0, max: 4 }),
  }),
);

test('[R49] whenever a risk on any date gets more than the limit, and more than any risk on that date before, the signer is asked, and never otherwise', () => {
  fc.assert(
    fc.property(sequences, ({ keys, lists, value, limit }) => {
      const risks = listRisks(keys, DAYS);
      const amounts = lists.map((entries) =>
        risks.map((risk) => evaluate(entries, risk).values[value]?.winner.value ?? -Infinity),
      );
      for (const [index, after] of lists.entries()) {
        const before = index === 0 ? [] : (lists[index - 1] ?? []);
        const was = index === 0 ? [] : (amounts[index - 1] ?? []);
        const best = new Map<string, number>();
        for (const [at, { date }] of risks.entries())
          best.set(date, Math.max(best.get(date) ?? -Infinity, was[at] ?? -Infinity));
        const is = amounts[index] ?? [];
        const isRaised = is.some(
          (amount, at) => amount > limit && amount > (best.get(risks[at]?.date ?? '') ?? -Infinity),
        );
        const authority = {
          facts: { ...proveAmounts(before, after), restarts: false },
          rules: [
            { id: 'r', classes: [], partners: [], people: ['x'], when: [{ kind: 'above' as const, value, limit }] },
          ],
        };
        expect(findRequiredSigners(authority, { risks: 0, premium: 0 }).length > 0).toBe(isRaised);
        // A bucket above the limit either asks or says so.
        if (is.some((amount) => amount > limit))
          expect(isRaised || explainAboveBefore(authority).length === 1).toBe(true);
      }
    }),
    { numRuns: isLong ? 400 : 20 },
  );
});
