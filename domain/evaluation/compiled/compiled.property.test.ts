import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from '#domain/evaluation/evaluate.ts';
import { bucket, day, risk } from '#domain/evaluation/testing.ts';
import { isLong } from '#server/testing/long-tests.ts';
import { createColumns } from './columns.ts';
import { compileBucket } from './compile.ts';
import { findRows } from './resolve.ts';
import { expectSameAsReference, KERNELS, referenceWinners, winnersOf } from './testing.ts';

test('the kernels are two different ones', () => {
  expect(KERNELS.map(({ name }) => name)).toEqual(['plain', 'wasm']);
});

test('any bucket agrees with the reference for any risks, whatever was added and compiled in between', () => {
  // Several times the same, so that the rows which a kernel takes at once are full.
  const risks = fc.array(risk, { minLength: 2, maxLength: 5 }).map((few) => [...few, ...few, ...few, ...few, ...few]);
  fc.assert(
    fc.property(bucket, bucket, risks, fc.nat(9), (entries, others, all, half) => {
      const compiled = KERNELS.map((kernel) => {
        const columns = createColumns(kernel);
        columns.add(all.slice(0, half));
        const before = compileBucket(columns, entries);
        columns.add(all.slice(half));
        return [before, compileBucket(columns, others)] as const;
      });
      expectSameAsReference(
        compiled.map(([before]) => before),
        entries,
        all,
      );
      expectSameAsReference(
        compiled.map(([, after]) => after),
        others,
        all,
      );
    }),
    { numRuns: isLong ? 2000 : 120 },
  );
});

test('all risks can be evaluated on one day in the place of their own', () => {
  fc.assert(
    fc.property(bucket, day, fc.array(risk, { maxLength: 5 }), (entries, date, all) => {
      const compiled = KERNELS.map((kernel) => {
        const columns = createColumns(kernel);
        columns.add(all);
        return compileBucket(columns, entries, date);
      });
      expectSameAsReference(
        compiled,
        entries,
        all.map((one) => ({ ...one, date })),
      );
    }),
    { numRuns: isLong ? 400 : 30 },
  );
});

test('some of the rows, as a range or a list, have what they have among all', () => {
  const risks = fc.array(risk, { minLength: 30, maxLength: 40 });
  fc.assert(
    fc.property(
      bucket,
      risks,
      fc.nat(29),
      fc.nat(29),
      fc.subarray([...Array(30).keys()]),
      (entries, all, a, b, list) => {
        const everywhere = referenceWinners(
          entries,
          all.map((one) => evaluate(entries, one)),
        );
        const range = { from: Math.min(a, b), to: Math.max(a, b) };
        for (const kernel of KERNELS) {
          const columns = createColumns(kernel);
          for (const part of [all.slice(0, 9), all.slice(9, 10), all.slice(10)]) columns.add(part);
          const compiled = compileBucket(columns, entries);
          const rows = Uint32Array.from(list);
          expect(winnersOf(compiled, range)).toEqual(everywhere.slice(range.from, range.to));
          expect(winnersOf(compiled, rows)).toEqual(list.map((row) => everywhere[row]));
          const dials = [0, 2, 5];
          const found = new Set(findRows(compiled, dials));
          expect([...findRows(compiled, dials, range)]).toEqual(
            [...found].filter((row) => row >= range.from && row < range.to),
          );
          expect([...findRows(compiled, dials, rows)]).toEqual(list.filter((row) => found.has(row)));
        }
      },
    ),
    { numRuns: isLong ? 200 : 20 },
  );
});
