import { Problem, type ProblemName, type RefusedBucket } from '#contract/problem.ts';
import type { BucketAddress } from '#domain/event/event.ts';

type AtAddress = Readonly<{ address: BucketAddress }>;

/** Of several refusals, the first of these that is among them names the whole. */
const PROBLEM_PRIORITY: readonly ProblemName[] = ['stale', 'conflict', 'not-allowed', 'not-found', 'invalid-input'];

/**
 * The work for each of several buckets that change together. Every bucket that cannot take part is named, not only the
 * first; the refusal of a single one is its own.
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
    const { detail, changed, errors } = problem.document;
    return { ...address, detail: errors?.[0]?.message ?? detail, ...(changed && { changed }) };
  });
  throw new Problem(PROBLEM_PRIORITY.find((kind) => kinds.has(kind)) ?? 'conflict', describe(refused, buckets.length), {
    refused,
  });
}

const describe = ({ length }: readonly RefusedBucket[], total: number): string =>
  `${length} of ${total} buckets cannot take this change. Nothing was changed.`;
