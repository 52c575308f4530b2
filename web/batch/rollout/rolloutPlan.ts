import type { DialPlace } from '#contract/rollout.ts';
import { checkOverrides } from '#domain/bucket/check.ts';
import { planUpdate, type UpdateAnswers, type UpdatePlan } from '#domain/bucket/update.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { type DialChange, diffDials } from '#domain/dial/diff.ts';
import { findInactiveWindow } from '#domain/dial/status.ts';
import { VALUES } from '#domain/value/registry.ts';
import { keyOf, type PlannedBucket } from '#web/batch/editPlan.ts';
import { describeDraftOwner } from '#web/bucket/words.ts';

export const TITLES = {
  update: 'Update in buckets',
  add: 'Add to buckets',
  remove: 'Remove from buckets',
} as const;
/** The operation on the dial in many buckets: update to its newest version, add or remove. */
export type Rollout = keyof typeof TITLES;
export const isRollout = (text: string): text is Rollout => Object.hasOwn(TITLES, text);

/** A bucket that takes the newest version, or loses the dial. */
export type RolloutBucket = DialPlace &
  PlannedBucket &
  Readonly<{
    /** For an update only. */
    update?: UpdatePlan;
    /** Further differences, because the bucket has another version than most. */
    besides: readonly DialChange[];
  }>;

/** The decisions on overrides, by bucket. */
export type Answers = Readonly<Record<string, UpdateAnswers>>;

export type DialInBuckets = Readonly<{
  dialId: string;
  versions: readonly Readonly<{ version: number; data: DialData }>[];
  buckets: readonly DialPlace[];
}>;

export const IN_REVIEW = 'In review';

/** For a dial in use. */
type InUseRollout = Exclude<Rollout, 'add'>;

/** The buckets with the dial that the change is for, free ones first. */
export function planRollout(
  { dialId, versions, buckets }: DialInBuckets,
  rollout: InUseRollout,
  answers: Answers,
  { today, personId }: Readonly<{ today: string; personId: string }>,
): RolloutBucket[] {
  const newest = versions.at(-1);
  if (newest === undefined) return [];
  const dataOf = new Map(versions.map(({ version, data }) => [version, data]));
  const places = placesOf({ versions, buckets }, rollout);
  const base = baseVersion({ versions, buckets });
  const same = findSameEffect(versions);
  const planned = places.map((bucket) => {
    const { held } = bucket;
    const given = answers[keyOf(bucket)] ?? {};
    const blockReason = findBlockReason(bucket, rollout, { newest: newest.version, same, personId });
    const data = rollout === 'update' && blockReason === undefined && held ? dataOf.get(held.version) : undefined;
    const update =
      data && held
        ? planUpdate({ entry: { dial_id: dialId, ...held }, dial: { data }, newer: newest }, given)
        : undefined;
    const [broken] = update?.open === 0 ? checkOverrides(update.next.overrides, newest.data.values) : [];
    const isFree = blockReason === undefined && broken === undefined && bucket.draft === null;
    const edit =
      rollout === 'update'
        ? ({ kind: 'update', dial_id: dialId, version: newest.version, answers: given } as const)
        : ({ kind: 'remove', dial_id: dialId } as const);
    const row: RolloutBucket = {
      ...bucket,
      edits: [edit],
      blockReason,
      conflict: broken && `${VALUES[broken.path].label}: ${broken.message}`,
      isPreselected: isFree && rollout === 'update',
      besides: data && held?.version !== base ? changesBesides(data, dataOf.get(base), newest.data) : [],
      ...(update && { update, open: update.open }),
      ...(data && findInactiveWindow(data, today) === undefined && { window: findInactiveWindow(newest.data, today) }),
    };
    return { row, isFree };
  });
  return planned.toSorted((a, b) => Number(b.isFree) - Number(a.isFree)).map(({ row }) => row);
}

/** The buckets that the change is for. One that would take nothing but another reason is not. */
export function placesOf(
  { versions, buckets }: Pick<DialInBuckets, 'versions' | 'buckets'>,
  rollout: InUseRollout,
): readonly DialPlace[] {
  if (rollout === 'remove') return buckets.filter(({ held }) => held !== null);
  const newest = versions.at(-1);
  if (newest === undefined) return [];
  const same = findSameEffect(versions);
  return buckets.filter(
    ({ held, live_version: live }) => (held !== null && !same.has(held.version)) || (live !== null && !same.has(live)),
  );
}

/** The newest version, and those that differ from it in their reason alone. */
function findSameEffect(versions: DialInBuckets['versions']): ReadonlySet<number> {
  const newest = versions.at(-1);
  return new Set(
    versions.filter(({ data }) => newest && diffDials(data, newest.data).length === 0).map(({ version }) => version),
  );
}

/** How many buckets have an older version that differs from the newest one in its reason alone. */
export function countSameEffect({ versions, buckets }: DialInBuckets): number {
  const newest = versions.at(-1)?.version;
  const places = new Set(placesOf({ versions, buckets }, 'update'));
  return buckets.filter((place) => place.held !== null && place.held.version !== newest && !places.has(place)).length;
}

/** The older version from which most of these buckets come; on a tie the newer one. */
export function baseVersion(dial: Pick<DialInBuckets, 'versions' | 'buckets'>): number {
  const newest = dial.versions.at(-1)?.version ?? 1;
  const same = findSameEffect(dial.versions);
  const places = placesOf(dial, 'update');
  const mostOf = (versions: readonly (number | null | undefined)[]) => {
    const differing = versions.filter((version) => version != null && !same.has(version));
    const counts = [...Map.groupBy(differing, (version) => version)].map(([version, of]) => ({
      version: version ?? newest,
      count: of.length,
    }));
    return counts.toSorted((a, b) => b.count - a.count || b.version - a.version)[0]?.version;
  };
  return mostOf(places.map(({ held }) => held?.version)) ?? mostOf(places.map((place) => place.live_version)) ?? newest;
}

function findBlockReason(
  { held, draft }: DialPlace,
  rollout: InUseRollout,
  { newest, same, personId }: Readonly<{ newest: number; same: ReadonlySet<number>; personId: string }>,
): string | undefined {
  const takes = held !== null && same.has(held.version);
  const taken =
    held === null || held.version === newest
      ? `v${newest} already`
      : `v${held.version} already, and v${newest} differs from it only in the reason`;
  if (draft?.state === 'pending_review') return rollout === 'update' && takes ? `Its review takes ${taken}` : IN_REVIEW;
  if (rollout !== 'update' || draft === null) return undefined;
  const owner = describeDraftOwner(draft.saved_by, personId);
  if (held === null) return `${owner} removes this dial`;
  return takes ? `${owner} takes ${taken}` : undefined;
}

/** What an update from this version changes that an update from the usual one does not. */
function changesBesides(from: DialData, usual: DialData | undefined, to: DialData): DialChange[] {
  const known = new Set((usual ? diffDials(usual, to) : []).map((change) => JSON.stringify(change)));
  return diffDials(from, to).filter((change) => !known.has(JSON.stringify(change)));
}
