import { longestRun } from './diff.ts';
import { type BucketEntries, type BucketEntry, byDial, sameValues, setOnly } from './entry.ts';

/**
 * How the live buckets of one class differ from what most of them hold. With fewer than three there is no "most":
 * they are compared with the first. A bucket without any dial was not begun: it differs in nothing, and is no part of
 * most.
 */

const FEWEST_FOR_MOST = 3;

export type Difference = 'version' | 'override' | 'moved' | 'extra' | 'missing';

/** A dial in a bucket. Where the bucket does not hold it, there is no entry. */
export type ParityCell = Readonly<{ entry?: BucketEntry; position?: number; differs: readonly Difference[] }>;

export type ParityRow = Readonly<{
  dial_id: string;
  /** The version and the overrides that are the commonest; none where most buckets do without the dial. */
  most?: BucketEntry;
  /** How many buckets hold it. */
  held: number;
  /** One for each bucket, in their order. */
  cells: readonly ParityCell[];
}>;

export type Parity = Readonly<{
  against: 'most' | 'first';
  /** How many buckets hold any dial. */
  compared: number;
  /** In the order that most buckets have. */
  rows: readonly ParityRow[];
  /** For each bucket the number of dials that are different there. */
  differences: readonly number[];
}>;

export function compareBuckets(lists: readonly BucketEntries[]): Parity {
  const begun = lists.filter(({ length }) => length > 0);
  const against = begun.length < FEWEST_FOR_MOST ? 'first' : 'most';
  const held = Map.groupBy(lists.flat(), ({ dial_id }) => dial_id);
  const usual = against === 'first' ? byDial(begun[0] ?? []) : usualEntries(held, begun.length);
  const core = against === 'first' ? [...usual.keys()] : usualOrder([...usual.keys()], lists);
  const columns = lists.map((entries) => (entries.length === 0 ? NOTHING : compareList(entries, usual, core)));
  const rows = placeOthers(core, lists).map((dial_id) => {
    const most = usual.get(dial_id);
    return {
      dial_id,
      ...(most && { most }),
      held: held.get(dial_id)?.length ?? 0,
      cells: columns.map((column) => column.get(dial_id) ?? ABSENT),
    };
  });
  const differences = columns.map((column) => [...column.values()].filter(({ differs }) => differs.length > 0).length);
  return { against, compared: begun.length, rows, differences };
}

const NOTHING: ReadonlyMap<string, ParityCell> = new Map();
const ABSENT: ParityCell = { differs: [] };
const MISSING: ParityCell = { differs: ['missing'] };

/** What is commonest of each dial that at least half of the buckets hold. */
function usualEntries(held: ReadonlyMap<string, BucketEntries>, buckets: number): ReadonlyMap<string, BucketEntry> {
  return new Map(
    [...held].flatMap(([dial_id, entries]) => (entries.length * 2 < buckets ? [] : [[dial_id, commonest(entries)]])),
  );
}

/** A tie goes to the newest version, then to the one with fewer overrides. */
function commonest(entries: BucketEntries): BucketEntry {
  const alike = Map.groupBy(entries, ({ version, overrides }) => JSON.stringify([version, setOnly(overrides)]));
  const overridesOf = ([entry]: BucketEntries): number => Object.keys(setOnly(entry?.overrides ?? {})).length;
  const [first] = [...alike.values()].toSorted(
    (a, b) => b.length - a.length || (b[0]?.version ?? 0) - (a[0]?.version ?? 0) || overridesOf(a) - overridesOf(b),
  );
  return first?.[0] as BucketEntry;
}

/** A dial comes before another where most of the buckets that hold both have it so: sorted by how many it precedes. */
function usualOrder(ids: readonly string[], lists: readonly BucketEntries[]): string[] {
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

/** Dials that most do without stand after the dial that they follow where they are held. */
function placeOthers(core: readonly string[], lists: readonly BucketEntries[]): string[] {
  const order = [...core];
  const known = new Set(core);
  for (const entries of lists)
    for (const [index, { dial_id }] of entries.entries()) {
      if (known.has(dial_id)) continue;
      known.add(dial_id);
      order.splice(order.indexOf(entries[index - 1]?.dial_id ?? '') + 1, 0, dial_id);
    }
  return order;
}

function compareList(
  entries: BucketEntries,
  usual: ReadonlyMap<string, BucketEntry>,
  core: readonly string[],
): ReadonlyMap<string, ParityCell> {
  const rank = new Map(core.map((id, at) => [id, at]));
  const shared = entries.filter(({ dial_id }) => rank.has(dial_id));
  // What only made room for others has not moved: the smallest set that must move is what moved.
  const resting = new Set(
    longestRun(shared.map(({ dial_id }) => rank.get(dial_id) as number)).map((at) => shared[at]?.dial_id),
  );
  const cells = new Map<string, ParityCell>(core.map((id) => [id, MISSING]));
  for (const [index, entry] of entries.entries()) {
    const most = usual.get(entry.dial_id);
    cells.set(entry.dial_id, {
      entry,
      position: index + 1,
      differs: most === undefined ? ['extra'] : differencesOf(entry, most, !resting.has(entry.dial_id)),
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
