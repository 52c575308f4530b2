import { expect } from 'vitest';
import { evaluate, type Evaluation, type RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import type { CompiledBucket } from './compile.ts';
import type { Kernel } from './kernel.ts';
import { createKernel } from './kernels.ts';
import { createPlainKernel } from './plain-kernel.ts';
import { findRows, resolveWinners, type Rows } from './resolve.ts';
import { winnerOf } from './winners.ts';

/** Shared by all tests: state left in a kernel must not matter. */
export const KERNELS: readonly Kernel[] = [createPlainKernel(), createKernel()];

/** Per risk and value, the position of the winning dial according to `evaluate`. */
export const referenceWinners = (entries: readonly RatedEntry[], evaluations: readonly Evaluation[]) => {
  const positions = new Map(entries.map(({ dial_id }, position) => [dial_id, position]));
  return evaluations.map(({ values }) => VALUE_KEYS.map((key) => positions.get(values[key]?.winner.dial_id ?? '')));
};

/** The same, from a compiled bucket. */
export function winnersOf(bucket: CompiledBucket, rows?: Rows): (number | undefined)[][] {
  const winners = resolveWinners(bucket, rows);
  return Array.from({ length: winners.length / 2 }, (_, at) => VALUE_KEYS.map((key) => winnerOf(winners, at, key)));
}

/** Compares winners and matching rows of each compiled bucket with the reference implementation. */
export function expectSameAsReference(
  buckets: readonly CompiledBucket[],
  entries: readonly RatedEntry[],
  risks: readonly Risk[],
): void {
  const evaluated = new Map([...new Set(risks)].map((risk) => [risk, evaluate(entries, risk)]));
  const evaluations = risks.flatMap((risk) => evaluated.get(risk) ?? []);
  const winners = referenceWinners(entries, evaluations);
  const matchingRows = entries.map((_entry, dial) =>
    evaluations.flatMap(({ dials }, row) => (dials[dial]?.miss === null ? [row] : [])),
  );
  for (const bucket of buckets) {
    const { name } = bucket.columns.kernel;
    const found = entries.map((_entry, dial) => [...findRows(bucket, [dial])]);
    const [actual, expected] = [
      { name, winners: winnersOf(bucket), found },
      { name, winners, found: matchingRows },
    ];
    // Comparing strings is much faster; toEqual only runs to describe a difference.
    if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected);
  }
}
