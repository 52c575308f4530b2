import type { Portfolio } from '#contract/portfolio.ts';
import { dimensionOf } from '#domain/dimension/registry.ts';
import { uncapitalise } from '#domain/dimension/words.ts';
import type { Period } from '#domain/portfolio/summary.ts';
import { formatDay } from '#web/kit/format.ts';
import { agree, plural } from '#web/kit/plural.ts';

type Missing = Portfolio['dimensions'][number];

/** "Jan to Dec 2025", "Dec 2026 to Mar 2027", "Mar 2026". */
export function describePeriod({ from, until }: Period): string {
  const [first = '', last = ''] = [from, until].map((day) => formatDay(day).replace(/^\d+ /, ''));
  if (first === last) return first;
  const [month, year] = first.split(' ');
  return last.endsWith(` ${year}`) ? `${month} to ${last}` : `${first} to ${last}`;
}

/** Both days included. */
export const describeDays = ({ from, until }: Period): string => `${formatDay(from)} to ${formatDay(until)}`;

/** In percent; anything above nothing is not 0, anything below all is not 100. */
export function describeShare(part: number, all: number): string {
  if (all === 0 || part === 0) return '0%';
  if (part >= all) return '100%';
  const percent = Math.floor((part / all) * 1000) / 10;
  return percent < 0.1 ? 'under 0.1%' : `${percent}%`;
}

/** In whole percent, for one entry of a list. */
const roughShare = ({ missing, of }: Missing): string => `${Math.max(1, Math.floor((missing / of) * 100))}%`;

/** The summary of one dimension. */
export function describeMissing({ key, of, missing, has_column }: Missing): string {
  const { label } = dimensionOf(key);
  if (of === 0) return `${label}: for no class in the portfolio`;
  if (!has_column) return `${label}: not in the file`;
  return `${label}: ${missing === 0 ? 'none' : describeShare(missing, of)} missing`;
}

/** The most important fact of all of them. */
export function describeMost(dimensions: readonly Missing[]): string {
  const applicable = dimensions.filter(({ of }) => of > 0);
  const absent = applicable.filter(({ has_column }) => !has_column);
  const [first] = absent;
  if (first !== undefined)
    return `${agree(absent.length, dimensionOf(first.key).label, plural(absent.length, 'dimension'))} not in the file`;
  const [most] = applicable.toSorted((a, b) => b.missing / b.of - a.missing / a.of);
  if (most === undefined || most.missing === 0) return 'No value is missing';
  return `Most: ${uncapitalise(dimensionOf(most.key).label)}, ${roughShare(most)}`;
}

export const countMissing = (dimensions: readonly Missing[]): string => {
  const some = dimensions.filter(({ of, missing }) => of > 0 && missing > 0).length;
  return `${some} of ${dimensions.length} dimensions ${agree(some, 'has', 'have')} missing values. ${describeMost(dimensions)}.`;
};

/** In groups of four, for reading aloud or comparing. */
export const spaceHash = (hash: string): string => hash.replaceAll(/(.{4})(?=.)/g, '$1 ');
