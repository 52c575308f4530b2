import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Checkpoints } from '#server/audit/audit.checkpoint.ts';
import {
  type AttemptRecord,
  type Change,
  type ChangeResult,
  type ChangeKit,
  runChange,
} from '#server/change/change.ts';
import type { Problem } from '#contract/problem.ts';

type Task<T> = Readonly<{
  actor: Actor;
  attempt: AttemptRecord | ((refusal: Problem) => readonly AttemptRecord[]);
  work: (change: Change) => Promise<ChangeResult<T>>;
}>;

/** Runs a change of a review; if something goes live, the end of the audit chain is signed with it. */
export const participation =
  (kit: ChangeKit, checkpoints: Pick<Checkpoints, 'add' | 'announce'>) =>
  async <T>({ actor, attempt, work }: Task<T>): Promise<T> => {
    const { answer, checkpoint } = await runChange(kit, {
      actor,
      attempt,
      work: async (change) => {
        const { answer, ...changed } = await work(change);
        return { ...changed, answer: { answer, checkpoint: undefined as SignedCheckpoint | undefined } };
      },
      finish: async (trx, { events, answer: given }) => {
        const isLive = events.some(({ action }) => action === 'bucket_activated');
        return isLive ? { ...given, checkpoint: await checkpoints.add(trx) } : given;
      },
    });
    checkpoints.announce(checkpoint);
    return answer;
  };
