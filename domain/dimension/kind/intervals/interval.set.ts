import { holdsNothing, type Bound, type Interval, type IntervalSet } from './interval.type.ts';

const EVERYTHING: IntervalSet = [{ lower: null, upper: null }];

/** Negative when `a` starts before `b`; an inclusive start precedes an exclusive one. */
function compareLower(a: Bound | null, b: Bound | null): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  return a.at - b.at || Number(b.included) - Number(a.included);
}

/** Negative when `a` ends before `b`; an exclusive end precedes an inclusive one. */
function compareUpper(a: Bound | null, b: Bound | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a.at - b.at || Number(a.included) - Number(b.included);
}

/** Whether an end and a later start leave no gap: `[1,2) [2,3]` meet, `[1,2) (2,3]` do not. */
function meets(end: Bound | null, start: Bound | null): boolean {
  if (end === null || start === null) return true;
  return start.at < end.at || (start.at === end.at && (start.included || end.included));
}

export function normalise(intervals: readonly Interval[]): IntervalSet {
  const sorted = intervals
    .filter((interval) => !holdsNothing(interval))
    .toSorted((a, b) => compareLower(a.lower, b.lower));
  const set: Interval[] = [];
  for (const next of sorted) {
    const last = set.at(-1);
    if (last === undefined || !meets(last.upper, next.lower)) set.push(next);
    else if (compareUpper(last.upper, next.upper) < 0) set[set.length - 1] = { lower: last.lower, upper: next.upper };
  }
  return set;
}

export function contains(set: IntervalSet, value: number): boolean {
  if (Number.isNaN(value)) return false;
  return set.some(
    ({ lower, upper }) =>
      (lower === null || value > lower.at || (lower.included && value === lower.at)) &&
      (upper === null || value < upper.at || (upper.included && value === upper.at)),
  );
}

export function union(a: IntervalSet, b: IntervalSet): IntervalSet {
  return normalise([...a, ...b]);
}

export function intersect(a: IntervalSet, b: IntervalSet): IntervalSet {
  const set: Interval[] = [];
  for (let i = 0, j = 0; ;) {
    const left = a[i];
    const right = b[j];
    if (left === undefined || right === undefined) return set;
    const leftEndsFirst = compareUpper(left.upper, right.upper) < 0;
    const lower = compareLower(left.lower, right.lower) > 0 ? left.lower : right.lower;
    const shared = { lower, upper: leftEndsFirst ? left.upper : right.upper };
    if (!holdsNothing(shared)) set.push(shared);
    if (leftEndsFirst) i += 1;
    else j += 1;
  }
}

const flip = (bound: Bound): Bound => ({ at: bound.at, included: !bound.included });

export function complement(set: IntervalSet): IntervalSet {
  if (set.length === 0) return EVERYTHING;
  const gaps: Interval[] = [];
  let lower: Bound | null = null;
  for (const interval of set) {
    if (interval.lower !== null) gaps.push({ lower, upper: flip(interval.lower) });
    if (interval.upper === null) return gaps;
    lower = flip(interval.upper);
  }
  return [...gaps, { lower, upper: null }];
}

export function subtract(a: IntervalSet, b: IntervalSet): IntervalSet {
  return intersect(a, complement(b));
}

export function isEmpty(set: IntervalSet): boolean {
  return set.length === 0;
}

const sameBound = (a: Bound | null, b: Bound | null): boolean =>
  a === null || b === null ? a === b : a.at === b.at && a.included === b.included;

export function equals(a: IntervalSet, b: IntervalSet): boolean {
  return (
    a.length === b.length &&
    a.every((interval, i) => {
      const other = b[i];
      return other !== undefined && sameBound(interval.lower, other.lower) && sameBound(interval.upper, other.upper);
    })
  );
}
