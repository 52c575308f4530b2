import { Problem } from '#contract/problem.ts';
import type { ChangeCounts } from '#domain/bucket/change-kind.ts';
import { type BucketDiff, countChanges, diffEntries } from '#domain/bucket/diff.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { type BucketChange, summariseChanges } from '#domain/bucket/summary.ts';
import type { Db } from '#server/db/connect.ts';
import { type Pin, readPinnedData } from '#server/dial/dial.pin.service.ts';
import { findEntries } from './bucket.version.store.ts';
import type { BucketHead } from './bucket.store.ts';
import * as versions from './bucket.version.store.ts';

/** A side of a comparison: the live version, the draft, or a version number. */
export type Side = 'live' | 'draft' | number;
export type BucketChanges = Readonly<{
  counts: ChangeCounts;
  changes: readonly BucketChange[];
  before: readonly string[];
  after: readonly string[];
}>;

export async function summarise(db: Db, head: BucketHead, from: Side, to: Side): Promise<BucketChanges> {
  const current = await versions.findCurrent(db, head.id);
  const sides = [await findSide(db, head, current, from), await findSide(db, head, current, to)] as const;
  const entries = await findEntries(db, sides);
  const [before, after] = [entries.get(sides[0].id) ?? [], entries.get(sides[1].id) ?? []];
  const [changes] = await summariseLists(db, [{ before, after }]);
  return changes as BucketChanges;
}

export type ListPair = Readonly<{ before: BucketEntries; after: BucketEntries }>;

/** The differences between the lists of each pair. */
export async function summariseLists(db: Db, pairs: readonly ListPair[]): Promise<BucketChanges[]> {
  const compared = pairs.map((pair) => ({ ...pair, diff: diffEntries(pair.before, pair.after) }));
  const pins = compared.flatMap(({ diff, before, after }) => pinsOf(diff, before, after));
  const dataOf = await readPinnedData(db, pins);
  const ids = (list: BucketEntries) => list.map(({ dial_id }) => dial_id);
  return compared.map(({ before, after, diff }) => ({
    counts: countChanges(diff),
    changes: summariseChanges(before, after, dataOf),
    before: ids(before),
    after: ids(after),
  }));
}

async function findSide(
  db: Db,
  head: BucketHead,
  current: readonly versions.StoredVersion[],
  side: Side,
): Promise<versions.StoredVersion> {
  const found =
    typeof side === 'number'
      ? await versions.findNumber(db, head.id, side)
      : current.find(({ state }) => (state === 'live') === (side === 'live'));
  if (found === undefined)
    throw new Problem('not-found', side === 'draft' ? BUCKET_REFUSALS.noDraft : `This bucket has no version ${side}.`);
  return found;
}

/** The pins a summary needs: the changed dials of both sides. */
function pinsOf(diff: BucketDiff, before: BucketEntries, after: BucketEntries): Pin[] {
  const changed = new Set([
    ...[...diff.added, ...diff.removed].map(({ entry }) => entry.dial_id),
    ...[...diff.updated, ...diff.overridden, ...diff.reordered].map(({ dial_id }) => dial_id),
  ]);
  return [...before, ...after].filter(({ dial_id }) => changed.has(dial_id));
}
