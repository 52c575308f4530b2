import { Problem, type ProblemName, type RefusedBucket } from '#contract/problem.ts';
import { type Attempt, type BucketAddress, bucketId } from '#domain/event/event.ts';
import type { AttemptRecord } from './change.ts';

type AtAddress = Readonly<{ address: BucketAddress }>;

/** The kind of a combined refusal is the first of these that occurs. */
const PROBLEM_PRIORITY: readonly ProblemName[] = ['stale', 'conflict', 'not-allowed', 'not-found', 'invalid-input'];

/**
 * Runs the work for each of several buckets that change together. Collects every refusal instead of stopping at the
 * first; a single refusal is thrown as it is.
 */
export async function forEachBucket<B extends AtAddress, T>(
  buckets: readonly B[],
  work: (bucket: B) => Promise<T> | T,
): Promise<T[]> {
  const done: T[] = [];
  const problems: { address: BucketAddress; problem: Problem }[] = [];
  for (const bucket of buckets)
    try {
      done.push(await work(bucket));
    } catch (error) {
      if (!(error instanceof Problem) || buckets.length === 1) throw error;
      problems.push({ address: bucket.address, problem: error });
    }
  if (problems.length === 0) return done;
  const kinds = new Set(problems.map(({ problem }) => problem.kind));
  const refused = problems.map(({ address, problem }): RefusedBucket => {
    const { detail, changed, errors, examples } = problem.document;
    return {
      ...address,
      detail: errors?.[0]?.message ?? detail,
      ...(changed && { changed }),
      ...(examples && { examples }),
    };
  });
  throw new Problem(PROBLEM_PRIORITY.find((kind) => kinds.has(kind)) ?? 'conflict', describe(refused, buckets.length), {
    refused,
  });
}

/** Records a refusal with each refused bucket, or with all if none is named. */
export const attemptIn =
  (attempt: Attempt, buckets: readonly BucketAddress[]) =>
  ({ document }: Problem): AttemptRecord[] =>
    document.refused
      ? document.refused.map((one) => ({ attempt, id: bucketId(one), message: one.detail }))
      : buckets.map((bucket) => ({ attempt, id: bucketId(bucket) }));

const describe = ({ length }: readonly RefusedBucket[], total: number): string =>
  `${length} of ${total} buckets cannot take this change. Nothing was changed.`;
