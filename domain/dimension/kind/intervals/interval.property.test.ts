import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLong } from '#server/testing/long-tests.ts';
import {
  INVALID_INTERVAL,
  complement,
  contains,
  equals,
  groupIntervals,
  intersect,
  isEmpty,
  normalise,
  parseIntervals,
  printIntervals,
  subtract,
  union,
  type Bound,
} from './interval.ts';
import { agree, isNormal, naiveHolds, naiveNumber, naiveParse, points } from './interval.naive.ts';

/** How often each property is tried, of 110,000 in all; in the ordinary run a fifth of it. */
const SHARE = isLong ? 1 : 1 / 20;
const RUNS = {
  normal: 15_000 * SHARE,
  operations: 20_000 * SHARE,
  equal: 5_000 * SHARE,
  printed: 10_000 * SHARE,
  typed: 15_000 * SHARE,
  slipped: 30_000 * SHARE,
  noise: 10_000 * SHARE,
  plain: 5_000 * SHARE,
};
const holds = <T>(runs: number, property: fc.IProperty<T>): void => fc.assert(property, { numRuns: runs });

const bound = (at: fc.Arbitrary<number>): fc.Arbitrary<Bound | null> =>
  fc.option(fc.record({ at, included: fc.boolean() }), { freq: 6 });
/** Few numbers, so that bounds meet often; empty and reversed intervals are among them. */
const near = fc.integer({ min: -6, max: 6 }).map((n) => n / 2);
const raw = fc.array(fc.record({ lower: bound(near), upper: bound(near) }), { maxLength: 5 });

describe('sets against points', () => {
  test('the normal form holds the same numbers and is normal, and once is enough', () => {
    holds(
      RUNS.normal,
      fc.property(raw, (intervals) => {
        const set = normalise(intervals);
        const same = agree(
          points(intervals),
          (x) => contains(set, x),
          (x) => naiveHolds(intervals, x),
        );
        return same && isNormal(set) && equals(normalise(set), set);
      }),
    );
  });

  test('union, intersection, difference and complement are what they are point by point, in normal form', () => {
    holds(
      RUNS.operations,
      fc.property(raw, raw, (one, two) => {
        const [a, b] = [normalise(one), normalise(two)];
        const xs = points(one, two);
        const [inA, inB] = [(x: number) => naiveHolds(one, x), (x: number) => naiveHolds(two, x)];
        const results = [
          [union(a, b), (x: number) => inA(x) || inB(x)],
          [intersect(a, b), (x: number) => inA(x) && inB(x)],
          [subtract(a, b), (x: number) => inA(x) && !inB(x)],
          [complement(a), (x: number) => !inA(x)],
        ] as const;
        return results.every(([set, expected]) => isNormal(set) && agree(xs, (x) => naiveHolds(set, x), expected));
      }),
    );
  });

  test('sets are equal exactly when they hold the same points, and empty when they hold none', () => {
    holds(
      RUNS.equal,
      fc.property(raw, raw, (one, two) => {
        const [a, b] = [normalise(one), normalise(two)];
        const xs = points(one, two);
        const same = agree(
          xs,
          (x) => naiveHolds(one, x),
          (x) => naiveHolds(two, x),
        );
        const none = agree(
          xs,
          (x) => naiveHolds(one, x),
          () => false,
        );
        return equals(a, b) === same && isEmpty(a) === none && equals(a, normalise(one.toReversed()));
      }),
    );
  });
});

/** Up to 15 significant digits, from tiny to huge. */
const wide = fc
  .tuple(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), fc.integer({ min: -30, max: 30 }))
  .map(([digits, exponent]) => Number(`${digits}e${exponent}`));

test('a printed set reads back as itself, and its text is its normal form', () => {
  holds(
    RUNS.printed,
    fc.property(fc.array(fc.record({ lower: bound(wide), upper: bound(wide) }), { maxLength: 6 }), (intervals) => {
      const set = normalise(intervals);
      const text = printIntervals(set);
      const parsed = parseIntervals(text, { negative: true });
      return /^[\d\s[\](),.-]*$/.test(text) && parsed.ok && parsed.normalised && equals(parsed.set, set);
    }),
  );
});

test('a set printed to be read, with its thousands apart, reads back as itself', () => {
  const bounds = fc.oneof(wide, fc.integer({ min: -2_000_000, max: 2_000_000 }));
  holds(
    RUNS.printed,
    fc.property(fc.array(fc.record({ lower: bound(bounds), upper: bound(bounds) }), { maxLength: 6 }), (intervals) => {
      const set = normalise(intervals);
      const parsed = parseIntervals(groupIntervals(set), { negative: true });
      return parsed.ok && equals(parsed.set, set);
    }),
  );
});

const from = (...options: readonly string[]) => fc.constantFrom(...options);
const digits = fc.oneof(
  fc.integer({ min: 0, max: 20 }).map(String),
  fc.integer({ min: 0, max: 2_000_000 }).map(String),
  fc.integer({ min: 0, max: 99_999 }).map((n) => String(n / 100)),
);
const typed = fc
  .tuple(
    from('', '', '', '-', '−', '$', '-$'),
    digits,
    from('', '', ',', "'", '_', '\u2009'),
    from('', '', '', 'k', 'M', 'bn', 'B'),
  )
  .map(
    ([sign, text, mark, suffix]) => sign + text.replace(/^\d+/, (n) => n.replaceAll(/\B(?=(\d{3})+$)/g, mark)) + suffix,
  );
const side = fc.option(typed, { nil: '', freq: 6 });
const oneTyped = fc
  .record({
    open: from('[', '('),
    sides: fc.tuple(side, side),
    inOrder: fc.integer({ max: 9, min: 0 }),
    comma: from(',', ', ', ' , ', ',\u2009'),
    pad: from('', '', ' '),
    close: from(']', ')'),
  })
  .map(({ open, sides: [a, b], inOrder, comma, pad, close }) => {
    const swap = inOrder > 0 && a !== '' && b !== '' && naiveNumber(a) > naiveNumber(b);
    return `${open}${pad}${swap ? b : a}${comma}${swap ? a : b}${pad}${close}`;
  });
const notation = fc
  .tuple(fc.array(oneTyped, { minLength: 1, maxLength: 3 }), from(' ', ' ', ' ', '  ', '\n'))
  .map(([intervals, gap]) => intervals.join(gap));

const ALPHABET = [..."[]()[](),,,..  -−+$kmbn0123456789'_;x\u2009"];
/** A slip of the finger: a character left out, added, replaced, or two in the wrong order. */
const slip = fc.record({ at: fc.nat(), kind: from('drop', 'add', 'replace', 'swap'), char: from(...ALPHABET) });
const slipped = fc.tuple(notation, fc.array(slip, { minLength: 1, maxLength: 3 })).map(([text, slips]) => {
  const chars = [...text];
  for (const { at, kind, char } of slips) {
    const i = at % (chars.length + 1);
    if (kind === 'swap') chars.splice(i, 2, ...chars.slice(i, i + 2).toReversed());
    else chars.splice(i, kind === 'add' ? 0 : 1, ...(kind === 'drop' ? [] : [char]));
  }
  return chars.join('');
});
const noise = fc.array(from(...ALPHABET), { maxLength: 14 }).map((chars) => chars.join(''));

describe('notation against the grammar', () => {
  test.each([
    ['typed notation', RUNS.typed, notation],
    ['notation with slips', RUNS.slipped, slipped],
    ['noise', RUNS.noise, noise],
  ])('%s is accepted exactly when the grammar has it, and means the same', (_kind, runs, texts) => {
    holds(
      runs,
      fc.property(texts, fc.boolean(), (text, negative) => {
        // Without any bracket it is read as people write, which has a property of its own.
        fc.pre(/[[\]()]/.test(text) || text.trim() === '');
        const parsed = parseIntervals(text, { negative });
        const expected = naiveParse(text, negative);
        if (!parsed.ok) {
          return (
            expected === null &&
            parsed.message === INVALID_INTERVAL &&
            Boolean(parsed.hint) &&
            mends(parsed.repair, negative)
          );
        }
        const { set, asWritten } = parsed;
        // Written out, both forms read back as the same set.
        const again = [asWritten, set].map((intervals) => parseIntervals(printIntervals(intervals), { negative }));
        return (
          expected !== null &&
          equals(asWritten, expected) &&
          isNormal(set) &&
          agree(
            points(expected),
            (x) => contains(set, x),
            (x) => naiveHolds(expected, x),
          ) &&
          again.every((other) => other.ok && equals(other.set, set)) &&
          parsed.normalised === (text === printIntervals(set))
        );
      }),
    );
  });

  test('what people write without brackets is the same as its notation, which reads back as the same set', () => {
    const plain = fc.oneof(
      fc.tuple(typed, from('-', ' - ', '–', ' to ', ' up to ', ' and '), typed).map(([a, between, b]) => {
        const [low, high] = naiveNumber(a) > naiveNumber(b) ? [b, a] : [a, b];
        return [`${low}${between}${high}`, `[${low}, ${high}]`] as const;
      }),
      fc
        .tuple(from('>= ', '>', 'over ', 'at least '), typed)
        .map(([word, n]) => [`${word}${n}`, `${/=|least/.test(word) ? '[' : '('}${n}, )`] as const),
      fc
        .tuple(from('<=', '< ', 'below ', 'up to '), typed)
        .map(([word, n]) => [`${word}${n}`, `( ,${n}${/=|up/.test(word) ? ']' : ')'}`] as const),
      typed.map((n) => [`${n}+`, `[${n}, )`] as const),
    );
    holds(
      RUNS.plain,
      fc.property(plain, ([text, bracketed]) => {
        const parsed = parseIntervals(text, { negative: true });
        const expected = parseIntervals(bracketed, { negative: true });
        // Of two numbers of which the second alone has a suffix, what is meant is offered, not guessed.
        if (!parsed.ok) return !expected.ok || (parsed.hint ?? '').startsWith('It is not clear');
        const again = parseIntervals(printIntervals(parsed.asWritten), { negative: true });
        return expected.ok && equals(parsed.set, expected.set) && again.ok && equals(again.set, parsed.set);
      }),
    );
  });

  /** A repair is offered only where it is valid, and already written out. */
  const mends = (repair: string | undefined, negative: boolean): boolean => {
    if (repair === undefined) return true;
    const intervals = naiveParse(repair, negative);
    return intervals !== null && intervals.length > 0 && printIntervals(intervals) === repair;
  };

  test.each([
    ['typed notation', notation, [0.6, 0.98]],
    ['notation with slips', slipped, [0.1, 0.6]],
  ] as const)('%s is a mix of what is valid, what can be repaired and what cannot', (_kind, texts, [least, most]) => {
    const results = fc
      .sample(texts, { numRuns: 5000, seed: 1 })
      .map((text) => parseIntervals(text, { negative: true }));
    const valid = results.filter((parsed) => parsed.ok).length / results.length;
    const repaired = results.filter((parsed) => !parsed.ok && parsed.repair !== undefined).length / results.length;
    expect(valid).toBeGreaterThan(least);
    expect(valid).toBeLessThan(most);
    expect(repaired).toBeGreaterThan(0.03);
    expect(valid + repaired).toBeLessThan(1);
  });
});
