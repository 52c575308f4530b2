import { longestRun } from './diff.ts';
import { type BucketEntries, type BucketEntry, byDial, sameValues, setOnly } from './entry.ts';

/**
 * Compares the live buckets of a class with what most of them contain. Fewer than three are compared with the first. Empty
 * buckets are ignored.
 */

const MIN_BUCKETS_FOR_MOST = 3;

export type Difference = 'version' | 'override' | 'moved' | 'extra' | 'missing';

/** A dial in a bucket; no entry where the bucket does not contain it. */
export type ParityCell = Readonly<{ entry?: BucketEntry; position?: number; differs: readonly Difference[] }>;

export type ParityRow = Readonly<{
  dial_id: string;
  /** The most common version and overrides; undefined where most buckets do not contain the dial. */
  most?: BucketEntry;
  /** The number of buckets that contain it. */
  held: number;
  /** One per bucket, in order. */
  cells: readonly ParityCell[];
}>;

export type Parity = Readonly<{
  against: 'most' | 'first';
  /** The number of non-empty buckets. */
  compared: number;
  /** In the most common order. */
  rows: readonly ParityRow[];
  /** Per bucket, the number of dials that differ. */
  differences: readonly number[];
}>;

export function compareBuckets(lists: readonly BucketEntries[]): Parity {
  const nonEmpty = lists.filter(({ length }) => length > 0);
  const against = nonEmpty.length < MIN_BUCKETS_FOR_MOST ? 'first' : 'most';
  const entriesOfDial = Map.groupBy(lists.flat(), ({ dial_id }) => dial_id);
  const mostCommon =
    against === 'first' ? byDial(nonEmpty[0] ?? []) : findMostCommonEntries(entriesOfDial, nonEmpty.length);
  const core = against === 'first' ? [...mostCommon.keys()] : findMostCommonOrder([...mostCommon.keys()], lists);
  const columns = lists.map((entries) => (entries.length === 0 ? NO_CELLS : compareList(entries, mostCommon, core)));
  const rows = insertOthers(core, lists).map((dial_id) => {
    const most = mostCommon.get(dial_id);
    return {
      dial_id,
      ...(most && { most }),
      held: entriesOfDial.get(dial_id)?.length ?? 0,
      cells: columns.map((column) => column.get(dial_id) ?? ABSENT),
    };
  });
  const differences = columns.map((column) => [...column.values()].filter(({ differs }) => differs.length > 0).length);
  return { against, compared: nonEmpty.length, rows, differences };
}

const NO_CELLS: ReadonlyMap<string, ParityCell> = new Map();
const ABSENT: ParityCell = { differs: [] };
const MISSING: ParityCell = { differs: ['missing'] };

/** The most common entry of each dial that at least half of the buckets contain. */
function findMostCommonEntries(
  entriesOfDial: ReadonlyMap<string, BucketEntries>,
  buckets: number,
): ReadonlyMap<string, BucketEntry> {
  return new Map(
    [...entriesOfDial].flatMap(([dial_id, entries]) =>
      entries.length * 2 < buckets ? [] : [[dial_id, findMostCommonEntry(entries)]],
    ),
  );
}

/** Ties go to the newest version, then to fewer overrides. */
function findMostCommonEntry(entries: BucketEntries): BucketEntry {
  const groups = Map.groupBy(entries, ({ version, overrides }) => JSON.stringify([version, setOnly(overrides)]));
  const overridesOf = ([entry]: BucketEntries): number => Object.keys(setOnly(entry?.overrides ?? {})).length;
  const [first] = [...groups.values()].toSorted(
    (a, b) => b.length - a.length || (b[0]?.version ?? 0) - (a[0]?.version ?? 0) || overridesOf(a) - overridesOf(b),
  );
  return first?.[0] as BucketEntry;
}

/** Sorts dials by the number of others they precede in most buckets (Copeland's method). */
function findMostCommonOrder(ids: readonly string[], lists: readonly BucketEntries[]): string[] {
  const index = new Map(ids.map((id, at) => [id, at]));
  const size = ids.length;
  const lead = new Int16Array(size * size);
  for (const entries of lists) {
    const order = entries.flatMap(({ dial_id }) => index.get(dial_id) ?? []);
    for (const [at, above] of order.entries())
      for (let next = at + 1; next < order.length; next += 1) {
        const below = order[next] as number;
        (lead[above * size + below] as number) += 1;
        (lead[below * size + above] as number) -= 1;
      }
  }
  const precedes = ids.map((_, at) =>
    lead.subarray(at * size, (at + 1) * size).reduce((sum, votes) => sum + Math.sign(votes), 0),
  );
  return ids.toSorted((a, b) => (precedes[index.get(b) as number] ?? 0) - (precedes[index.get(a) as number] ?? 0));
}

/** Inserts dials that most buckets lack after their predecessor in the bucket that has them. */
function insertOthers(core: readonly string[], lists: readonly BucketEntries[]): string[] {
  const order = [...core];
  const seen = new Set(core);
  for (const entries of lists)
    for (const [index, { dial_id }] of entries.entries()) {
      if (seen.has(dial_id)) continue;
      seen.add(dial_id);
      order.splice(order.indexOf(entries[index - 1]?.dial_id ?? '') + 1, 0, dial_id);
    }
  return order;
}

function compareList(
  entries: BucketEntries,
  mostCommon: ReadonlyMap<string, BucketEntry>,
  core: readonly string[],
): ReadonlyMap<string, ParityCell> {
  const rank = new Map(core.map((id, at) => [id, at]));
  const shared = entries.filter(({ dial_id }) => rank.has(dial_id));
  // Only the smallest set of dials that must move counts as moved.
  const unmoved = new Set(
    longestRun(shared.map(({ dial_id }) => rank.get(dial_id) as number)).map((at) => shared[at]?.dial_id),
  );
  const cells = new Map<string, ParityCell>(core.map((id) => [id, MISSING]));
  for (const [index, entry] of entries.entries()) {
    const most = mostCommon.get(entry.dial_id);
    cells.set(entry.dial_id, {
      entry,
      position: index + 1,
      differs: most === undefined ? ['extra'] : differencesOf(entry, most, !unmoved.has(entry.dial_id)),
    });
  }
  return cells;
}

function differencesOf(entry: BucketEntry, most: BucketEntry, isMoved: boolean): Difference[] {
  return [
    ...(entry.version === most.version ? [] : (['version'] as const)),
    ...(sameValues(entry.overrides, most.overrides) ? [] : (['override'] as const)),
    ...(isMoved ? (['moved'] as const) : []),
  ];
}
