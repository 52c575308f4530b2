import type { ProblemName } from '#contract/problem.ts';
import type { DialAttempt } from '#domain/event/event.ts';
import type { Actor } from '#domain/user/person.ts';
import { recordingRefusals } from '#server/audit/audit.refusal.ts';
import type { Db } from '#server/db/connect.ts';
import { dialEvent } from './dial.change.ts';

type Attempt = Readonly<{ db: Db; now: () => Date; actor: Actor; id: string; attempt: DialAttempt }>;

/** A draft that cannot be published is a decision, a save with errors is not. */
const DECISIONS: Readonly<Record<DialAttempt, readonly ProblemName[]>> = {
  save: ['not-allowed', 'stale', 'conflict'],
  publish: ['not-allowed', 'stale', 'conflict', 'invalid-input'],
  discard: ['not-allowed', 'stale', 'conflict'],
  delete: ['stale', 'conflict'],
};

export function recordingDialRefusals<T>({ id, attempt, ...of }: Attempt, work: () => Promise<T>): Promise<T> {
  const record = (refusal: Readonly<{ because: ProblemName; told: string }>) =>
    dialEvent('dial_change_refused', id, { attempt, ...refusal });
  return recordingRefusals({ ...of, decisions: DECISIONS[attempt], record }, work);
}
