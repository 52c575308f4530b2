import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#domain/dimension/registry.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import { evaluate, type Evaluation, type RatedEntry } from './evaluate.ts';
import { readRisk, type Risk } from './risk.ts';
import { bucket, CODES, risk } from './testing.ts';

const RUNS = { numRuns: 150 };
const always = (look: (entries: readonly RatedEntry[], risk: Risk, at: number) => void) =>
  fc.assert(fc.property(bucket, risk, fc.nat(7), look), RUNS);

const takesPart = ({ dials }: Evaluation, id: string) => dials.some(({ dial_id, miss }) => dial_id === id && !miss);
const winnersOf = ({ values: all }: Evaluation) => VALUE_KEYS.map((key) => all[key]?.winner);
const without = (one: Risk, key: DimensionKey): Risk => ({
  ...one,
  dimensions: { ...one.dimensions, [key]: undefined },
});
const keysOf = (entries: readonly RatedEntry[]) =>
  new Set(entries.flatMap(({ dial: { dimensions: set } }) => Object.keys(set) as DimensionKey[]));
const sets = ({ dial: { values: own }, overrides }: RatedEntry, key: ValueKey) => overrides[key] ?? own[key];

describe('the evaluation of any bucket', () => {
  test('gives the same winners as writing all dials over each other from the last to the first', () => {
    always((entries, one) => {
      const result = evaluate(entries, one);
      const written: Partial<Record<ValueKey, unknown>> = {};
      for (const entry of entries.toReversed().filter(({ dial_id }) => takesPart(result, dial_id)))
        for (const key of VALUE_KEYS) written[key] = sets(entry, key) ?? written[key];
      expect(winnersOf(result).map((winner) => winner?.value)).toEqual(VALUE_KEYS.map((key) => written[key]));
    });
  });

  test('evaluates each dial independently, as in a bucket of its own', () => {
    always((entries, one) => {
      const alone = entries.flatMap((entry) => evaluate([entry], one).dials);
      expect(evaluate(entries, one).dials).toEqual(alone);
    });
  });

  test('never depends on a dimension that no dial sets', () => {
    always((entries, one) => {
      const usedKeys = keysOf(entries);
      const less = DIMENSION_KEYS.filter((key) => !usedKeys.has(key)).reduce(without, one);
      expect(evaluate(entries, less)).toEqual(evaluate(entries, one));
    });
  });

  test('stays the same when a dial that takes no part is moved anywhere', () => {
    always((entries, one, at) => {
      const before = evaluate(entries, one);
      for (const entry of entries.filter(({ dial_id }) => !takesPart(before, dial_id))) {
        const moved = entries.filter((other) => other !== entry).toSpliced(at, 0, entry);
        expect(evaluate(moved, one).values).toEqual(before.values);
      }
    });
  });

  test('lets a dial that takes part and sets a value beat every later one, and lists those in their order', () => {
    always((entries, one, at) => {
      const first = entries[at];
      if (first === undefined || !takesPart(evaluate(entries, one), first.dial_id)) return;
      const rest = entries.filter((entry) => entry !== first);
      const [before, after] = [evaluate(rest, one), evaluate([first, ...rest], one)];
      for (const key of VALUE_KEYS.filter((value) => sets(first, value) !== undefined)) {
        const others = before.values[key];
        expect(after.values[key]?.winner).toMatchObject({ dial_id: first.dial_id, value: sets(first, key) });
        expect(after.values[key]?.beaten).toEqual(others === undefined ? [] : [others.winner, ...others.beaten]);
      }
    });
  });

  test('has the same winners without a dial that wins nothing', () => {
    always((entries, one) => {
      const before = winnersOf(evaluate(entries, one));
      const losers = entries.filter(({ dial_id }) => before.every((winner) => winner?.dial_id !== dial_id));
      for (const loser of losers)
        expect(
          winnersOf(
            evaluate(
              entries.filter((entry) => entry !== loser),
              one,
            ),
          ),
        ).toEqual(before);
    });
  });

  test('never adds a match when less is known of a risk', () => {
    always((entries, one) => {
      const before = evaluate(entries, one);
      const less = [{ ...one, journey: null }, ...[...keysOf(entries)].map((key) => without(one, key))];
      for (const after of less.map((risk) => evaluate(entries, risk)))
        expect(after.dials.filter(({ dial_id }) => takesPart(after, dial_id) && !takesPart(before, dial_id))).toEqual(
          [],
        );
    });
  });

  test('never loses a match when a risk gets another code', () => {
    always((entries, one, at) => {
      const more = Object.entries(one.dimensions).map(([key, had]) => [
        key,
        Array.isArray(had) && dimensionOf(key as DimensionKey).kind === 'options' ? [...had, CODES[at % 4]] : had,
      ]);
      const before = evaluate(entries, one);
      const after = evaluate(entries, { ...one, dimensions: Object.fromEntries(more) });
      expect(before.dials.filter(({ dial_id }) => takesPart(before, dial_id) && !takesPart(after, dial_id))).toEqual(
        [],
      );
    });
  });

  test('lets overrides decide nothing but values', () => {
    always((entries, one) => {
      const plain = entries.map((entry) => ({ ...entry, overrides: {} }));
      expect(evaluate(entries, one).dials).toEqual(evaluate(plain, one).dials);
      for (const winner of winnersOf(evaluate(plain, one))) expect(winner?.source).not.toBe('override');
    });
  });

  test('changes neither the bucket nor the risk', () => {
    always((entries, one) => {
      const [bucketBefore, riskBefore] = structuredClone([entries, one]);
      evaluate(freeze(entries), freeze(one));
      expect([entries, one]).toEqual([bucketBefore, riskBefore]);
    });
  });

  test('is the same for a risk that was written as JSON and read again', () => {
    always((entries, one) => {
      const reading = readRisk(JSON.parse(JSON.stringify(one)));
      expect(reading).toEqual({ ok: true, risk: one });
      if (reading.ok) expect(evaluate(entries, reading.risk)).toEqual(evaluate(entries, one));
    });
  });
});

/** Makes every attempt to change it, however deep, an error. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

test('the buckets and risks above are telling: dials often take part, and miss by everything there is', () => {
  const dials = fc
    .sample(fc.tuple(bucket, risk), { numRuns: 600, seed: 15 })
    .flatMap(([entries, one]) => evaluate(entries, one).dials);
  const taking = dials.filter(({ miss }) => miss === null);
  expect(taking.length / dials.length).toBeGreaterThan(0.15);
  expect(new Set(dials.flatMap(({ miss }) => miss?.by ?? []))).toEqual(
    new Set(['window', 'journeys', ...DIMENSION_KEYS]),
  );
});
