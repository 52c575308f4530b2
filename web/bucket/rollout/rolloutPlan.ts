import type { DialPlace } from '#contract/rollout.ts';
import { checkOverrides } from '#domain/bucket/check.ts';
import type { BucketEdit } from '#domain/bucket/rollout.ts';
import type { UpdateAnswers } from '#domain/bucket/update.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { type DialChange, diffDials } from '#domain/dial/diff.ts';
import { VALUES } from '#domain/value/registry.ts';
import { planUpdate, type UpdatePlan } from '#web/bucket/update/updatePlan.ts';

export const ROLLOUTS = ['update', 'add', 'remove'] as const;
/** The operation on the dial in many buckets: update to its newest version, add or remove. */
export type Rollout = (typeof ROLLOUTS)[number];

/** A bucket that could take the change. */
export type RolloutRow = Readonly<{
  key: string;
  place: DialPlace;
  /** Why it cannot be chosen. */
  barred: string | undefined;
  /** Preselected: it touches nobody's draft and breaks nothing. */
  isFree: boolean;
  /** What happens to the overrides; for an update only. */
  plan: UpdatePlan | undefined;
  /** Further differences, because the bucket has another version than most. */
  besides: readonly DialChange[];
  /** A rule that the remaining values would break. */
  conflict: string | undefined;
  /** Its part of the request. */
  edits: readonly BucketEdit[];
}>;

/** A bucket, its revision, and its edits. */
export const editsIn = ({ place: { partner, cob, revision }, edits }: Pick<RolloutRow, 'place' | 'edits'>) => ({
  partner: partner.number,
  cob,
  revision,
  edits: [...edits],
});

/** The decisions on overrides, by bucket. */
export type Answers = Readonly<Record<string, UpdateAnswers>>;

export type DialInBuckets = Readonly<{
  dialId: string;
  versions: readonly Readonly<{ version: number; data: DialData }>[];
  buckets: readonly DialPlace[];
}>;

export const IN_REVIEW = 'In review';

export const keyOf = ({ partner, cob }: Pick<DialPlace, 'partner' | 'cob'>): string => `${partner.number} ${cob}`;

/** For a dial in use. */
type InUseRollout = Exclude<Rollout, 'add'>;

/** The buckets with the dial that the change is for, free ones first. */
export function listRows(
  { dialId, versions, buckets }: DialInBuckets,
  rollout: InUseRollout,
  answers: Answers,
): RolloutRow[] {
  const newest = versions.at(-1);
  if (newest === undefined) return [];
  const base = baseVersion(buckets, newest.version);
  const dataOf = new Map(versions.map(({ version, data }) => [version, data]));
  const rows = buckets.filter(isFor[rollout](newest.version)).map((place): RolloutRow => {
    const key = keyOf(place);
    const row = {
      key,
      place,
      besides: [],
      plan: undefined,
      conflict: undefined,
      barred: barOf(place, rollout, newest),
      edits: [editOf(dialId, newest.version, rollout, answers[key] ?? {})],
    };
    const data = place.held && dataOf.get(place.held.version);
    if (rollout !== 'update' || place.held === null || !data || row.barred !== undefined)
      return { ...row, isFree: row.barred === undefined && place.draft === null };
    const { version, overrides } = place.held;
    const plan = planUpdate(
      { entry: { dial_id: dialId, version, overrides }, dial: { data }, newer: newest },
      answers[key] ?? {},
    );
    const [broken] = plan.open > 0 ? [] : checkOverrides(plan.next.overrides, newest.data.values);
    return {
      ...row,
      plan,
      besides: version === base ? [] : changesBesides(data, dataOf.get(base), newest.data),
      conflict: broken && `${VALUES[broken.path].label}: ${broken.message}`,
      isFree: place.draft === null && broken === undefined,
    };
  });
  return [...rows.filter(({ isFree }) => isFree), ...rows.filter(({ isFree }) => !isFree)];
}

const isFor: Readonly<Record<InUseRollout, (newest: number) => (place: DialPlace) => boolean>> = {
  update:
    (newest) =>
    ({ held, live_version }) =>
      (held !== null && held.version < newest) || (live_version !== null && live_version < newest),
  remove:
    () =>
    ({ held }) =>
      held !== null,
};

/** The older version that most of these buckets have; on a tie the newer one. */
export function baseVersion(buckets: readonly DialPlace[], newest: number): number {
  const held = buckets.flatMap((place) => place.held?.version ?? []).filter((version) => version < newest);
  const counts = [...Map.groupBy(held, (version) => version)].map(([version, of]) => ({ version, count: of.length }));
  const [first] = counts.toSorted((a, b) => b.count - a.count || b.version - a.version);
  return first?.version ?? newest;
}

function barOf(
  { held, draft }: DialPlace,
  rollout: InUseRollout,
  newest: Readonly<{ version: number }>,
): string | undefined {
  const takes = held?.version === newest.version;
  if (draft?.state === 'pending_review')
    return rollout === 'update' && takes ? `Its review takes v${newest.version} already` : IN_REVIEW;
  if (rollout !== 'update' || draft === null) return undefined;
  if (held === null) return `${draft.saved_by.name}’s draft removes this dial`;
  return takes ? `${draft.saved_by.name}’s draft takes v${newest.version} already` : undefined;
}

/** What an update from this version changes that an update from the usual one does not. */
function changesBesides(from: DialData, usual: DialData | undefined, to: DialData): DialChange[] {
  const known = new Set((usual ? diffDials(usual, to) : []).map((change) => JSON.stringify(change)));
  return diffDials(from, to).filter(
    (change) => !known.has(JSON.stringify(change)) && !(change.kind === 'text' && change.field === 'reason'),
  );
}

function editOf(dial_id: string, version: number, rollout: InUseRollout, answers: UpdateAnswers): BucketEdit {
  return rollout === 'update' ? { kind: 'update', dial_id, version, answers } : { kind: 'remove', dial_id };
}
