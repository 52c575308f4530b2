import { readFileSync } from 'node:fs';
import type { MeasuredRisk } from '#contract/impact.ts';
import { evaluate, type RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Lists } from '#domain/impact/impact-table.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { type Chunk, openChunk } from '#domain/portfolio/chunk/chunk.ts';
import { type DialValues, VALUE_KEYS } from '#domain/value/registry.ts';

/**
 * Reads single risks from their chunks and evaluates them by the reference implementation. `starts`: the first row of
 * each chunk.
 */
export function readRisks(
  files: readonly string[],
  starts: readonly number[],
  rows: readonly number[],
  { before, after }: Lists,
  day: string | null,
): MeasuredRisk[] {
  const opened = new Map<number, Chunk>();
  return rows.map((row) => {
    const number = starts.findLastIndex((start) => start <= row);
    const chunk = opened.get(number) ?? openChunk(readFileSync(files[number] as string));
    opened.set(number, chunk);
    const { reference, risk, premium, kept } = chunk.riskAt(row - (starts[number] ?? 0));
    const measured: Risk = day === null ? risk : { ...risk, date: day };
    return {
      row,
      reference,
      risk: measured,
      premium,
      kept,
      before: valuesOf(before, measured),
      after: valuesOf(after, measured),
    };
  });
}

function valuesOf(entries: readonly RatedEntry[], risk: Risk): DialValues {
  const { values } = evaluate(entries, risk);
  return Object.fromEntries(
    VALUE_KEYS.flatMap((key) => {
      const winner = values[key]?.winner;
      return winner === undefined ? [] : [[key, winner.value]];
    }),
  );
}
