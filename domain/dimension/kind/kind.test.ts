import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DimensionKind, DimensionValue, KindValues } from '#domain/dimension/dimension.ts';
import { INVENTED, KIND_NAMES } from '#domain/dimension/invented.ts';
import { points } from './intervals/interval.naive.ts';
import { type Interval, parseIntervals } from './intervals/interval.ts';
import type { DimensionChange } from './kind.ts';
import { kindOf } from './kinds.ts';

type Of<K extends DimensionKind> = Readonly<{
  values: fc.Arbitrary<KindValues[K]['value']>;
  /** Enough risks to tell any two values apart. */
  risks: (a: KindValues[K]['value'], b: KindValues[K]['value']) => readonly KindValues[K]['risk'][];
}>;

const parse = (notation: string): readonly Interval[] => {
  const parsed = parseIntervals(notation, { negative: true });
  return parsed.ok ? parsed.asWritten : [];
};
const notation = fc
  .array(
    fc.tuple(fc.constantFrom('[', '('), fc.integer({ min: -9, max: 9 }), fc.integer({ min: 1, max: 5 }), fc.boolean()),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) => all.map(([open, low, size, closed]) => `${open}${low},${low + size}${closed ? ']' : ')'}`).join(' '));
const colours = ['red', 'green', 'blue'];
// The separator and its escape come up often.
const code = fc.constantFrom('A', 'B', 'C;', String.raw`D\;`, 'E; F');
const members = (a: readonly string[], b: readonly string[]) => [[...a, ...b], ...[...a, ...b].map((one) => [one])];

const SAMPLES: { readonly [K in DimensionKind]: Of<K> } = {
  intervals: { values: notation, risks: (a, b) => points(parse(a), parse(b)) },
  options: { values: fc.uniqueArray(code, { minLength: 1 }), risks: members },
  choices: { values: fc.subarray(colours, { minLength: 1 }), risks: members },
  'one-of': { values: fc.constantFrom(...colours), risks: () => colours },
  'yes-no': { values: fc.boolean(), risks: () => [true, false] },
};

/** What no risk can have. */
const WRONG: Readonly<Record<DimensionKind, readonly unknown[]>> = {
  intervals: [null, '', '7', true, [7], {}, Number.NaN, Infinity, -Infinity],
  options: [null, '', ' ', 7, true, {}, [''], ['A', 7], ['A', null], [['A']]],
  choices: [null, '', 7, true, {}, 'Red', ['red', 'purple'], ['red', 7]],
  'one-of': [null, '', 7, true, {}, 'Red', 'purple', ['red']],
  'yes-no': [null, '', 0, 1, 'true', 'no', {}, [true]],
};

/** Whether a difference says nothing. */
function isEmpty(change: DimensionChange): boolean {
  if (change.kind === 'options') return change.added.length + change.removed.length === 0;
  return change.kind === 'intervals' ? change.gained + change.lost === '' : change.before === change.after;
}

/** The same difference, seen from the other side. */
function reverse(change: DimensionChange): DimensionChange {
  const sides = { before: change.after, after: change.before };
  if (change.kind === 'intervals') return { ...change, ...sides, gained: change.lost, lost: change.gained } as never;
  if (change.kind === 'choice') return { ...change, before: change.after, after: change.before };
  return { ...change, ...sides, added: change.removed, removed: change.added, kept: expect.any(Array) } as never;
}

describe.each(KIND_NAMES)('a dimension of the kind %s', (name) => {
  const kind = kindOf(INVENTED[name]);
  const { values, risks } = SAMPLES[name] as unknown as Of<'one-of'> & Of<'options'>;
  const value = values as fc.Arbitrary<DimensionValue>;
  const always = (look: (a: DimensionValue, b: DimensionValue) => void, numRuns = 1000) =>
    fc.assert(
      fc.property(value, value, (a, b) => {
        look(a, b);
      }),
      { numRuns },
    );
  const risksOf = (a: DimensionValue, b: DimensionValue) => risks(a as never, b as never);

  test('is certain that no risk matches two values exactly when none does', () => {
    always((a, b) => {
      const both = risksOf(a, b).some((risk) => kind.matches(a, risk) && kind.matches(b, risk));
      expect(kind.findDisjointReason(a, b) === undefined).toBe(both);
    });
  });

  test('treats two values as equal exactly when they match the same risks, and then has no diff', () => {
    always((a, b) => {
      const same = risksOf(a, b).every((risk) => kind.matches(a, risk) === kind.matches(b, risk));
      expect([kind.equals(a, b), isEmpty(kind.diff(a, b)), kind.equals(a, a)]).toEqual([same, same, true]);
    });
  });

  test('loses in one direction what it gains in the other', () => {
    always((a, b) => expect(kind.diff(b, a)).toEqual(reverse(kind.diff(a, b))));
    always((a) => expect(kind.diff(a, undefined)).toEqual(reverse(kind.diff(undefined, a))));
  });

  test('round-trips through a cell', () => {
    always((one) => {
      const cell = kind.codec.write(one);
      expect(kind.codec.read(cell, () => undefined)).toEqual({ value: one });
    });
  });

  test('normalises to an equal, valid value', () => {
    always((one) => {
      const kept = kind.normalise(one);
      expect([kind.isValue(kept), kind.equals(one, kept), kind.check(kept)]).toEqual([true, true, undefined]);
      expect(kind.normalise(kept)).toEqual(kept);
    });
  });

  test('has words for every value: a clause, a part of the summary, a description and texts to be found by', () => {
    always((one) => {
      const nameOption = (_list: string, option: string) => option;
      expect(kind.clause(one, nameOption).some(({ fact }) => fact)).toBe(true);
      expect(kind.summarise(one, nameOption)).not.toEqual([]);
      expect(kind.describe(one, nameOption)).not.toBe('');
      expect(kind.searchTexts(one, nameOption)).not.toEqual([]);
    });
  });

  test('says why a risk does not match: what it has and what the dial wants', () => {
    const nameOption = (_list: string, option: string) => option;
    always((a, b) => {
      for (const risk of risksOf(a, b).filter((one) => !kind.matches(a, one))) {
        const words = kind.explainMiss(a, risk, nameOption);
        expect(words).toMatch(/, asks for .|(is not one|are none) of its \d+ ./);
        expect(words).not.toContain('not known');
      }
      expect(kind.explainMiss(a, undefined, nameOption)).toMatch(/^not known, asks for ./);
    }, 50);
  });

  test('does not match a risk that has no value', () => {
    always((one) => expect(kind.matches(one, undefined)).toBe(false));
  });

  test('divides risk values into bins: each value is matched like its bin, or by nothing', () => {
    always((a, b) => {
      const { bins, matched } = kind.divide([a, b]);
      const answers = (risk: Parameters<typeof kind.matches>[1]) => [a, b].map((one) => kind.matches(one, risk));
      const matchesOfBins = bins.map((_bin, index) => matched.map((indices) => indices.includes(index)));
      expect(matchesOfBins).toEqual(bins.map(answers));
      const known = new Set([[false, false], ...matchesOfBins].map(String));
      const parts = risksOf(a, b).flatMap((risk: unknown) =>
        Array.isArray(risk) ? risk.map((code: unknown) => [code]) : [risk],
      );
      for (const part of parts) expect(known).toContain(String(answers(part as never)));
    }, 200);
  });

  test('gives a risk two of them exactly where it can have several, and then both match', () => {
    always((a, b) => {
      const { bins, several } = kind.divide([a, b]);
      expect(several).toBe(name === 'options' || name === 'choices');
      const [first, last] = [bins[0], bins.at(-1)];
      if (first === undefined || last === undefined || bins.length < 2) return;
      const both = kind.combine(first, last);
      expect(both !== undefined).toBe(several);
      if (both !== undefined)
        for (const one of [a, b])
          expect(kind.matches(one, both)).toBe(kind.matches(one, first) || kind.matches(one, last));
    }, 200);
  });

  test('reads what a risk can have from JSON, unchanged', () => {
    always((a, b) => {
      for (const risk of risksOf(a, b))
        expect(kind.readRisk(JSON.parse(JSON.stringify(risk)))).toEqual({ value: risk });
    }, 50);
  });

  test('reports anything else in a risk as a sentence, without guessing', () => {
    const message: unknown = expect.stringMatching(new RegExp(`^${INVENTED[name].label} must be .*\\.$`));
    expect(WRONG[name].map((wrong) => kind.readRisk(wrong))).toEqual(WRONG[name].map(() => ({ message })));
  });
});

test('a number is gained exactly when it is covered now and was not', () => {
  const kind = kindOf(INVENTED.intervals);
  fc.assert(
    fc.property(notation, notation, (a, b) => {
      const change = kind.diff(a, b);
      const gained = change.kind === 'intervals' ? change.gained : '';
      for (const x of points(parse(a), parse(b)))
        expect(kind.matches(gained, x)).toBe(kind.matches(b, x) && !kind.matches(a, x));
    }),
  );
});

test('only a dimension that allows negative numbers reads one from a risk', () => {
  const { negative: _allowed, ...positive } = INVENTED.intervals;
  expect(kindOf(INVENTED.intervals).readRisk(-1)).toEqual({ value: -1 });
  expect(kindOf(positive).readRisk(-1)).toEqual({ message: 'Fleet age cannot be negative.' });
  expect(kindOf(positive).readRisk(0)).toEqual({ value: 0 });
});

test.each(['options', 'choices'] as const)('one text is a list of one for a risk, where the kind is %s', (name) => {
  expect(kindOf(INVENTED[name]).readRisk('red')).toEqual({ value: ['red'] });
  expect(kindOf(INVENTED[name]).readRisk(['red', 'green'])).toEqual({ value: ['red', 'green'] });
  expect(kindOf(INVENTED[name]).readRisk([])).toEqual({ value: [] });
});
