import type { DialScope } from '#domain/dial/sentence.ts';
import type { DimensionKind, KindValues, RiskValue } from '#domain/dimension/dimension.ts';
import { type IntervalSet, normalise } from '#domain/dimension/kind/intervals/interval.ts';
import { setOf } from '#domain/dimension/kind/intervals/kind.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#domain/dimension/registry.ts';
import type { Miss } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';

/** Everything by which a dial can miss: its window, its journeys and each dimension. */
export type Condition = Miss['by'];

type TextKind = Exclude<DimensionKind, 'intervals'>;

/** Dials ask for texts and risks have texts, in all kinds but one; any that is in both matches. */
const TEXTS: { readonly [K in TextKind]: (value: KindValues[K]['value']) => readonly string[] } = {
  options: (codes) => codes,
  choices: (values) => values,
  'one-of': (answer) => [answer],
  'yes-no': (answer) => (answer ? YES : NO),
};
const YES = ['yes'];
const NO = ['no'];
const textsOf = (kind: TextKind, value: unknown): readonly string[] => TEXTS[kind](value as never);

/** What a risk has, from the texts that are read of it. */
const VALUES: { readonly [K in TextKind]: (texts: readonly string[]) => KindValues[K]['risk'] | undefined } = {
  options: (codes) => codes,
  choices: (values) => values,
  'one-of': ([answer]) => answer,
  'yes-no': ([answer]) => answer === YES[0],
};
export function valueOfTexts(key: DimensionKey, texts: readonly string[]): RiskValue | undefined {
  const { kind } = dimensionOf(key);
  return kind === 'intervals' ? undefined : VALUES[kind](texts);
}

/** Days are numbers like 20261116, which are in the order of the days. */
const numberOfDay = (day: string): number =>
  Number(day.slice(0, 4)) * 10_000 + Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10));

/** The day that goes by this number. */
export function dayOfNumber(number: number): string {
  const digits = String(number).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** What risks have for a condition: its value, nothing where it is not known; and that as a number or as texts. */
export type RiskReader = Readonly<{ condition: Condition; readValue: (risk: Risk) => unknown }> &
  (
    | Readonly<{ holds: 'number'; toHad: (value: unknown) => number }>
    | Readonly<{ holds: 'texts'; toHad: (value: unknown) => readonly string[] }>
  );

export const RISK_READERS: readonly RiskReader[] = [
  { condition: 'window', holds: 'number', readValue: ({ date }) => date, toHad: (day) => numberOfDay(day as string) },
  {
    condition: 'journeys',
    holds: 'texts',
    readValue: ({ journey }) => journey ?? undefined,
    toHad: (journey) => [journey as string],
  },
  ...DIMENSION_KEYS.map((key): RiskReader => {
    const { kind } = dimensionOf(key);
    const readValue = ({ dimensions }: Risk) => dimensions[key];
    if (kind === 'intervals')
      return { condition: key, holds: 'number', readValue, toHad: (number) => number as number };
    return { condition: key, holds: 'texts', readValue, toHad: (value) => textsOf(kind, value) };
  }),
];

/** What a dial asks of one condition: a number inside these intervals or, where risks have texts, any of these texts. */
export type Asked = Readonly<{ condition: Condition; intervals: IntervalSet; texts: readonly string[] }>;

const known = new WeakMap<DialScope, readonly Asked[]>();

/** All that a dial asks of a risk. Remembered, as the same dials are compiled again with every change of a bucket. */
export function conditionsOf(dial: DialScope): readonly Asked[] {
  const before = known.get(dial);
  if (before !== undefined) return before;
  const asked = [...askedByWindow(dial), ...askedByJourneys(dial), ...askedByDimensions(dial)];
  known.set(dial, asked);
  return asked;
}

function askedByWindow({ active_from, active_until }: DialScope): Asked[] {
  if (active_from === null && active_until === null) return [];
  const lower = active_from === null ? null : { at: numberOfDay(active_from), included: true };
  const upper = active_until === null ? null : { at: numberOfDay(active_until), included: false };
  return [{ condition: 'window', intervals: normalise([{ lower, upper }]), texts: [] }];
}

const askedByJourneys = ({ journeys }: DialScope): Asked[] =>
  journeys.length === 0 ? [] : [{ condition: 'journeys', intervals: [], texts: journeys }];

const askedByDimensions = ({ dimensions }: DialScope): Asked[] =>
  listSetDimensions(dimensions).map(({ key, dimension: { kind }, value }) =>
    kind === 'intervals'
      ? { condition: key, intervals: setOf(value as string) ?? [], texts: [] }
      : { condition: key, intervals: [], texts: textsOf(kind, value) },
  );
