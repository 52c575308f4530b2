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

/** Both, each once: what columns and buckets leave behind in them must not matter. */
export const KERNELS: readonly Kernel[] = [createPlainKernel(), createKernel()];

/** For each risk the place of the dial that wins each value, by the definition. */
export const winnersByDefinition = (entries: readonly RatedEntry[], evaluations: readonly Evaluation[]) => {
  const places = new Map(entries.map(({ dial_id }, place) => [dial_id, place]));
  return evaluations.map(({ values }) => VALUE_KEYS.map((key) => places.get(values[key]?.winner.dial_id ?? '')));
};

/** The same by a compiled bucket. */
export function winnersOf(bucket: CompiledBucket, rows?: Rows): (number | undefined)[][] {
  const winners = resolveWinners(bucket, rows);
  return Array.from({ length: winners.length / 2 }, (_, at) => VALUE_KEYS.map((key) => winnerOf(winners, at, key)));
}

/** Asks for every risk which dials win, and for every dial in which risks it takes part, of each compiled bucket. */
export function expectAsDefined(
  buckets: readonly CompiledBucket[],
  entries: readonly RatedEntry[],
  risks: readonly Risk[],
): void {
  const evaluated = new Map([...new Set(risks)].map((risk) => [risk, evaluate(entries, risk)]));
  const evaluations = risks.flatMap((risk) => evaluated.get(risk) ?? []);
  const winners = winnersByDefinition(entries, evaluations);
  const takingPart = entries.map((_entry, dial) =>
    evaluations.flatMap(({ dials }, row) => (dials[dial]?.miss === null ? [row] : [])),
  );
  for (const bucket of buckets) {
    const { name } = bucket.columns.kernel;
    const found = entries.map((_entry, dial) => [...findRows(bucket, [dial])]);
    const [given, wanted] = [
      { name, winners: winnersOf(bucket), found },
      { name, winners, found: takingPart },
    ];
    // Texts compare many times as fast; only what differs is looked into.
    if (JSON.stringify(given) !== JSON.stringify(wanted)) expect(given).toEqual(wanted);
  }
}
