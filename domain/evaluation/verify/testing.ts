import { JOURNEYS } from '#domain/dial/dial.ts';
import type { DimensionKey } from '#domain/dimension/registry.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { CODES } from '#domain/evaluation/testing.ts';

/** A dimension of each kind, with everything a risk can have there that the random dials tell apart. */
export const subsets = (all: readonly string[]): string[][] =>
  all.reduce<string[][]>((some, one) => some.concat(some.map((few) => [...few, one])), [[]]);
const HAD = {
  risk_codes: subsets(CODES),
  company_listed_statuses: subsets(['listed', 'private', 'failed']),
  is_primary: [undefined, 'primary', 'excess'],
  company_first_year_issuance: [undefined, true, false],
  revenue_ranges: [undefined, 0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 7, 9, 10],
} satisfies Partial<Record<DimensionKey, readonly unknown[]>>;
export const KEYS = Object.keys(HAD) as (keyof typeof HAD)[];

/** Every risk there is for dials that ask for these dimensions alone: the slow way to every answer. */
export function listRisks(keys: readonly (keyof typeof HAD)[], days: readonly string[]): Risk[] {
  const journeys = [null, ...JOURNEYS.slice(0, 4).map(({ value }) => value)];
  const plain: Risk[] = days.flatMap((date) => journeys.map((journey) => ({ date, journey, dimensions: {} })));
  return keys.reduce(
    (risks, key) =>
      risks.flatMap((one) => HAD[key].map((had) => ({ ...one, dimensions: { ...one.dimensions, [key]: had } }))),
    plain,
  );
}
