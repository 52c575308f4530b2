import { createContext } from 'react';
import type { Partner } from '#contract/bucket.ts';
import { Problem, type RefusedBucket } from '#contract/problem.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import type { DialPlace } from '#contract/rollout.ts';
import type { BucketEdit } from '#domain/bucket/rollout.ts';
import type { WindowGap } from '#domain/impact/impact.ts';
import { MAX_EDITS_PER_BUCKET, MAX_SET_BUCKETS } from '#domain/review/set.ts';
import { agree, plural } from '#web/kit/plural.ts';

/** A bucket that could change, and the edits it would get: for update, add, remove and copy alike. */
export type PlannedBucket = Readonly<{
  partner: Partner;
  cob: string;
  revision: string;
  draft: DialPlace['draft'];
  edits: readonly BucketEdit[];
  /** Why it cannot be chosen. */
  blockReason: string | undefined;
  /** A rule that the result would break. */
  conflict?: string | undefined;
  /** Set if the new version of the dial is not in force, while the one it replaces is. */
  window?: Pick<WindowGap, 'kind' | 'day'> | undefined;
  /** Questions to answer first. */
  open?: number;
  /** Whether it is chosen by default. */
  isPreselected: boolean;
}>;

/** All buckets that could change. */
export type EditPlan<Bucket extends PlannedBucket> = readonly Bucket[];

/** Explicit choices, by key; the others have their default. */
export type Choices = ReadonlyMap<string, boolean>;

export const keyOf = ({ partner, cob }: Pick<PlannedBucket, 'partner' | 'cob'>): string => `${partner.number} ${cob}`;

export const canChoose = ({ blockReason, conflict }: PlannedBucket): boolean =>
  blockReason === undefined && conflict === undefined;

export const isChosen = (bucket: PlannedBucket, choices: Choices): boolean =>
  canChoose(bucket) && (choices.get(keyOf(bucket)) ?? bucket.isPreselected);

/** Dials that buckets lose besides, by the key of the bucket. */
export type Removals = ReadonlyMap<string, ReadonlySet<string>>;

/** The bucket without these dials. */
export function withoutDials<Bucket extends PlannedBucket>(bucket: Bucket, removals: Removals): Bucket {
  const dials = [...(removals.get(keyOf(bucket)) ?? [])];
  if (dials.length === 0) return bucket;
  return { ...bucket, edits: [...bucket.edits, ...dials.map((dial_id) => ({ kind: 'remove' as const, dial_id }))] };
}

/** Whether the plan itself gives the bucket this dial in another version, or takes it away. */
export const replacesDial = ({ edits }: PlannedBucket, dialId: string): boolean =>
  edits.some(({ kind, dial_id }) => dial_id === dialId && kind !== 'move');

/** The impact is only defined once every question is answered and no rule is broken. */
export const isMeasurable = (bucket: PlannedBucket): boolean =>
  canChoose(bucket) && (bucket.open ?? 0) === 0 && bucket.edits.length > 0;

/** Its part of the request. */
/** The day that a bucket of the plan goes live; undefined: as soon as it is approved. */
export const PlanDayContext = createContext<(bucket: PlannedBucket) => string | undefined>(() => undefined);

export const requestOf = ({ partner, cob, revision, edits }: PlannedBucket) => ({
  partner: partner.number,
  cob,
  revision,
  edits: [...edits],
});

export const countOpen = (chosen: EditPlan<PlannedBucket>): number =>
  chosen.reduce((sum, { open = 0 }) => sum + open, 0);

/** Why these buckets cannot be saved yet. */
export function findStopReason(chosen: EditPlan<PlannedBucket>): string | undefined {
  if (chosen.length === 0) return 'Choose a bucket.';
  if (chosen.length > MAX_SET_BUCKETS) return `At most ${MAX_SET_BUCKETS} buckets are changed together.`;
  if (chosen.some(({ edits }) => edits.length > MAX_EDITS_PER_BUCKET))
    return `At most ${MAX_EDITS_PER_BUCKET} changes go to a bucket at once.`;
  const open = countOpen(chosen);
  return open > 0 ? `${plural(open, 'choice')} left` : undefined;
}

/** The examples that a refused submission newly breaks, of one bucket or of several. */
export function brokenExamplesIn(error: unknown): readonly Readonly<{ id: string; name: string }>[] {
  if (!(error instanceof Problem)) return [];
  const { examples = [], refused = [] } = error.document;
  return [...examples, ...refused.flatMap((one) => one.examples ?? [])];
}

/** Whether a draft was refused because its rejection is not answered. */
export function asksForReply(error: unknown): boolean {
  if (!(error instanceof Problem)) return false;
  const { detail, refused = [] } = error.document;
  return [detail, ...refused.map((one) => one.detail)].includes(BUCKET_REFUSALS.reply);
}

/** The buckets that the server refused, by key. */
export type Refusals = ReadonlyMap<string, RefusedBucket>;

/** When no bucket is left to save: names all that were refused, also by earlier attempts. */
export const refuseAll = (error: unknown, refused: Refusals): Problem =>
  new Problem(
    error instanceof Problem ? error.kind : 'conflict',
    `${agree(refused.size, 'The bucket', `None of the ${refused.size} buckets`)} can${agree(refused.size, 'not', '')} take this change. Nothing was saved.`,
    { refused: [...refused.values()] },
  );

export function refusalsIn(error: unknown): Refusals {
  const refused = error instanceof Problem ? (error.document.refused ?? []) : [];
  return new Map(refused.map((one) => [`${one.partner} ${one.cob}`, one]));
}
