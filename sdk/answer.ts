import type { FieldError } from '#domain/dial/check.ts';
import { readRisk } from '#domain/evaluation/risk.ts';
import type { Counters } from '#domain/feed/counters.ts';
import type { Decision, Rules } from '#domain/feed/rules.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { LineslipAnswer, LineslipQuery, LineslipValues } from './types.ts';

/** What is wrong with a risk, by path. */
export class InvalidRiskError extends Error {
  override readonly name = 'InvalidRiskError';
  readonly errors: readonly FieldError[];
  constructor(errors: readonly FieldError[]) {
    super(
      `The risk is invalid. ${errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join(' ')}`,
    );
    this.errors = errors;
  }
}

/** Answers by the rules of this moment, and counts. */
export function answerQuery(rules: Rules, counters: Counters, hour: string, query: LineslipQuery): LineslipAnswer {
  const reading = readRisk(query.risk);
  if (!reading.ok) throw new InvalidRiskError(reading.errors);
  const decision = rules.decide(query, reading.risk);
  counters.add(query, decision, hour);
  return describeDecision(decision, rules.release.sequence);
}

/** A value of the registry that the public types lack does not compile. */
({}) satisfies Record<Exclude<ValueKey, keyof LineslipValues>, never>;

function describeDecision(
  { reason, bucket, version, entries, evaluation }: Decision,
  sequence: number,
): LineslipAnswer {
  const values: Record<string, unknown> = {};
  const winners: Record<string, unknown> = {};
  for (const key of VALUE_KEYS) {
    const winner = evaluation.values[key]?.winner;
    if (winner === undefined) continue;
    const { dial_id, value, source } = winner;
    const entry = entries.find((one) => one.dial_id === dial_id);
    values[key] = value;
    winners[key] = { value, dial_id, name: entry?.name ?? '', version: entry?.version ?? 0, source };
  }
  return {
    reason,
    values,
    winners,
    dials: evaluation.dials.map(({ dial_id, miss }, index) => ({ dial_id, name: entries[index]?.name ?? '', miss })),
    bucket: bucket === undefined ? null : describeBucket(bucket, version),
    sequence,
  };
}

function describeBucket(bucket: NonNullable<Decision['bucket']>, version = bucket.version): LineslipAnswer['bucket'] {
  const { partner, cob, appetite, next, approved } = bucket;
  return { partner, cob, version, appetite, approved: next?.version === version ? next.approved : approved };
}
