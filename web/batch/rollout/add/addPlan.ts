import type { DialPlace } from '#contract/rollout.ts';
import { dropRedundantOverrides } from '#domain/bucket/entry.ts';
import { addEdits, type InsertPosition } from '#domain/bucket/rollout.ts';
import { type DialValues, VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import { keyOf, type PlannedBucket } from '#web/batch/editPlan.ts';
import { type DialInBuckets, IN_REVIEW } from '#web/batch/rollout/rolloutPlan.ts';

/** A dial to add, in its newest version. */
export type AddedDial = Readonly<{
  dial_id: string;
  name: string;
  version: number;
  /** Its own values. */
  own: DialValues;
  /** The overrides for the chosen buckets. */
  overrides: DialValues;
  buckets: readonly DialPlace[];
}>;

/** The dial to insert next to, and on which side. */
export type Neighbour = Readonly<{ name: string; buckets: readonly DialPlace[] }>;

export type AddBucket = DialPlace &
  PlannedBucket &
  Readonly<{
    /** Those the bucket does not have yet. */
    added: readonly AddedDial[];
    /** The position of the first one after inserting. */
    position: number | undefined;
    /** The current position, if there is one dial and the bucket already has it. */
    heldAt: number | undefined;
  }>;

export function addedDial({ dialId, versions, buckets }: DialInBuckets, overrides: DialValues): AddedDial[] {
  const newest = versions.at(-1);
  if (newest === undefined) return [];
  const { version, data } = newest;
  return [
    {
      dial_id: dialId,
      name: data.name,
      version,
      own: data.values,
      overrides: dropRedundantOverrides(overrides, data.values),
      buckets,
    },
  ];
}

/** Every bucket, and the result of adding the dials. */
export function planAdding(
  dials: readonly AddedDial[],
  place: InsertPosition | undefined,
  neighbour: Neighbour | undefined,
): AddBucket[] {
  const [first, ...others] = dials;
  if (first === undefined) return [];
  const heldOf = dials.map(({ buckets }) => new Map(buckets.map((one) => [keyOf(one), one.held])));
  const beside = new Map(neighbour?.buckets.map((one) => [keyOf(one), one.held]));
  return first.buckets.map((bucket): AddBucket => {
    const key = keyOf(bucket);
    const added = dials.filter((_, index) => !heldOf[index]?.get(key));
    const position = place && positionIn(bucket, place, beside.get(key)?.position);
    const heldAt = others.length === 0 ? bucket.held?.position : undefined;
    const blockReason =
      added.length === 0
        ? `Holds ${heldAt === undefined ? 'all of them already' : `it already, at ${heldAt}`}`
        : bucket.draft?.state === 'pending_review'
          ? IN_REVIEW
          : neighbour && beside.get(key) === null
            ? `Does not hold ${neighbour.name}`
            : undefined;
    const isAdded = new Set(added.map(({ dial_id }) => dial_id));
    return {
      ...bucket,
      blockReason,
      isPreselected: false,
      added,
      position: blockReason === undefined ? position : undefined,
      heldAt,
      edits: place === undefined ? [] : addEdits(dials, (id) => !isAdded.has(id), place),
    };
  });
}

function positionIn({ dials }: DialPlace, place: InsertPosition, beside: number | undefined): number | undefined {
  if (place.at === 'top') return 1;
  if (place.at === 'end') return dials + 1;
  return beside === undefined ? undefined : place.at === 'before' ? beside : beside + 1;
}

/** The values of a dial that the chosen buckets override. */
export const overriddenIn = ({ overrides }: AddedDial): ValueKey[] =>
  VALUE_KEYS.filter((key) => overrides[key] !== undefined);
