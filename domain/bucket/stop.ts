import { allows, type Permissions, type Requirement } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import type { DraftState } from './state.ts';

type BucketAddress = Readonly<{ partner: number; cob: string }>;

/** What one person stops at once. A stopped bucket answers no risk until a review ends the stop. */
export type StopScope =
  | Readonly<{ kind: 'buckets'; buckets: readonly BucketAddress[] }>
  | Readonly<{ kind: 'class'; cob: string }>
  | Readonly<{ kind: 'partner'; partner: number }>
  | Readonly<{ kind: 'everything' }>;
export type StopScopeKind = StopScope['kind'];

export function coversBucket(scope: StopScope, { partner, cob }: BucketAddress): boolean {
  switch (scope.kind) {
    case 'buckets':
      return scope.buckets.some((one) => one.partner === partner && one.cob === cob);
    case 'class':
      return scope.cob === cob;
    case 'partner':
      return scope.partner === partner;
    case 'everything':
      return true;
  }
}

/** Any of these is enough. */
const MAY_STOP: readonly Requirement[] = [
  { scope: 'bucket', action: 'edit' },
  { scope: 'admin', action: 'edit' },
];

/** The permission by which a person may stop buckets; undefined if they may not. */
export const findStopPermission = (permissions: Permissions): Requirement | undefined =>
  MAY_STOP.find((needed) => allows(permissions, needed));

/** Whether a person may stop this bucket, or submit its restart for review. */
export const stopAbilities = (
  { permissions }: Actor,
  isStopped: boolean,
  draft: Readonly<{ state: DraftState }> | null,
) => ({
  stop: !isStopped && findStopPermission(permissions) !== undefined,
  restart: isStopped && draft?.state !== 'pending_review' && allows(permissions, { scope: 'bucket', action: 'edit' }),
});

export const STOP_REFUSALS = {
  permission: 'Stopping a bucket needs edit on bucket or on admin.',
  reason: 'Required',
  allStopped: 'Everything here is stopped already.',
  notStopped: 'Nothing here is stopped, so there is nothing to restart.',
  otherStop: 'The stop that this review would end has ended. Cancel the review and submit it again.',
} as const;

const NO_BUCKETS = {
  buckets: 'Choose a bucket.',
  class: 'This class has no buckets.',
  partner: 'This partner has no buckets.',
  everything: 'There are no buckets yet.',
} as const satisfies Record<StopScopeKind, string>;

type Covered = Readonly<{ all: number; running: number }>;

/** Why these buckets cannot be stopped; undefined if they can. `typed`: how many the person expects, if they were asked. */
export function refuseStop(kind: StopScopeKind, { all, running }: Covered, typed?: number): string | undefined {
  if (all === 0) return NO_BUCKETS[kind];
  if (running === 0) return STOP_REFUSALS.allStopped;
  if (typed === undefined || typed === running) return undefined;
  return `There ${running === 1 ? 'is 1 bucket' : `are ${running} buckets`} now, not ${typed}.`;
}

/** Why a review cannot end a stop; undefined if it can. `restart`: the stop it was submitted for, if any. */
export const refuseRestart = (restart: string | null, current: string | null): string | undefined =>
  restart !== null && restart !== current ? STOP_REFUSALS.otherStop : undefined;

export const ANSWERS_NO_RISK = 'It answers no risk.';

/** Beside the impact of a draft of a stopped bucket. */
export const STOPPED_IMPACT = 'This bucket is stopped: live answers no risk. The figures compare the dials.';

/** The impact of reviews that only restart: they change no dial, so there is nothing to measure. */
export const describeRestartOnly = (buckets: number): string =>
  buckets === 1
    ? 'Restarts the bucket. Its dials do not change.'
    : `Restarts ${buckets} buckets. Their dials do not change.`;

/** `when` is written in the time zone of the reader. */
type DescribedStop = Readonly<{ by: string; when: string; reason: string }>;

/** "Stopped by Demo Underwriter, 17 Nov 2026 10:42. It answers no risk." */
export const describeStop = ({ by, when }: Omit<DescribedStop, 'reason'>): string =>
  `Stopped by ${by}, ${when}. ${ANSWERS_NO_RISK}`;

/** What a review that restarts a bucket changes: "Restart: ends the stop by Demo Underwriter, 17 Nov 2026 10:42: Wrong rates". */
export const describeRestart = ({ by, when, reason }: DescribedStop): string =>
  `Restart: ends the stop by ${by}, ${when}: ${reason}`;
