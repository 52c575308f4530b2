import type { ProblemName } from '#contract/problem.ts';
import type { BucketAttempt, ReviewAttempt } from '#domain/event/event.ts';
import type { Actor } from '#domain/user/person.ts';
import { recordingRefusals } from '#server/audit/audit.refusal.ts';
import type { Db } from '#server/db/connect.ts';
import { bucketEvent } from './bucket.event.ts';
import type { BucketAddress } from './bucket.store.ts';

type Attempt = Readonly<{
  db: Db;
  now: () => Date;
  actor: Actor;
  address: BucketAddress;
  attempt: BucketAttempt | ReviewAttempt;
}>;

const DECISIONS: readonly ProblemName[] = ['not-allowed', 'stale', 'conflict'];

export function recordingBucketRefusals<T>({ address, attempt, ...of }: Attempt, work: () => Promise<T>): Promise<T> {
  const record = (refusal: Readonly<{ because: ProblemName; told: string }>) =>
    bucketEvent('bucket_change_refused', address, { attempt, ...refusal });
  return recordingRefusals({ ...of, decisions: DECISIONS, record }, work);
}
