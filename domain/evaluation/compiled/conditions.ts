import type { DialScope } from '#domain/dial/sentence.ts';
import type { RiskValue } from '#domain/dimension/dimension.ts';
import { type IntervalSet, normalise } from '#domain/dimension/kind/intervals/interval.ts';
import { kindOf, listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import type { Miss } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';

/** What a dial can restrict: its window, its journeys and each dimension. */
export type ConditionKey = Miss['by'];

/** 20261116: sorts like the day. */
const encodeDay = (day: string): number =>
  Number(day.slice(0, 4)) * 10_000 + Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10));

export function decodeDay(number: number): string {
  const digits = String(number).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** Reads the value of a risk (undefined where unknown), and encodes it as a number or as texts. */
export type RiskReader = Readonly<{ condition: ConditionKey; readValue: (risk: Risk) => unknown }> &
  (
    | Readonly<{ holds: 'number'; encodeValue: (value: unknown) => number }>
    | Readonly<{ holds: 'texts'; encodeValue: (value: unknown) => readonly string[] }>
  );

export const RISK_READERS: readonly RiskReader[] = [
  {
    condition: 'window',
    holds: 'number',
    readValue: ({ date }) => date,
    encodeValue: (day) => encodeDay(day as string),
  },
  {
    condition: 'journeys',
    holds: 'texts',
    readValue: ({ journey }) => journey ?? undefined,
    encodeValue: (journey) => [journey as string],
  },
  ...DIMENSION_KEYS.map((key): RiskReader => {
    const { encoding } = kindOf(dimensionOf(key));
    const readValue = ({ dimensions }: Risk) => dimensions[key];
    return encoding.holds === 'number'
      ? { condition: key, holds: 'number', readValue, encodeValue: (number) => number as number }
      : { condition: key, holds: 'texts', readValue, encodeValue: (value) => encoding.textsOf(value as RiskValue) };
  }),
];

/** A restriction of a dial: a number inside these intervals, or any of these texts. */
export type Condition = Readonly<{ condition: ConditionKey; intervals: IntervalSet; texts: readonly string[] }>;

const cache = new WeakMap<DialScope, readonly Condition[]>();

/** All restrictions of a dial. Cached: the same dials are compiled again with every change of a bucket. */
export function conditionsOf(dial: DialScope): readonly Condition[] {
  const cached = cache.get(dial);
  if (cached !== undefined) return cached;
  const conditions = [...windowConditions(dial), ...journeyConditions(dial), ...dimensionConditions(dial)];
  cache.set(dial, conditions);
  return conditions;
}

function windowConditions({ active_from, active_until }: DialScope): Condition[] {
  if (active_from === null && active_until === null) return [];
  const lower = active_from === null ? null : { at: encodeDay(active_from), included: true };
  const upper = active_until === null ? null : { at: encodeDay(active_until), included: false };
  return [{ condition: 'window', intervals: normalise([{ lower, upper }]), texts: [] }];
}

const journeyConditions = ({ journeys }: DialScope): Condition[] =>
  journeys.length === 0 ? [] : [{ condition: 'journeys', intervals: [], texts: journeys }];

const dimensionConditions = ({ dimensions }: DialScope): Condition[] =>
  listSetDimensions(dimensions).map(({ key, kind: { encoding }, value }) =>
    encoding.holds === 'number'
      ? { condition: key, intervals: encoding.intervalsOf(value), texts: [] }
      : { condition: key, intervals: [], texts: encoding.textsOf(value) },
  );
