import fc from 'fast-check';
import type { BucketAddress } from '#domain/event/event.ts';
import type { TestApp } from './app.ts';
import { isLong } from './long-tests.ts';
import type { reviewTester } from './reviews.ts';

/** A failure prints the seed of its database: with it as SEED, the first database repeats the same sequences. */
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000_007);

/** SEQUENCES sets the number, for example to run one test long. */
export const countSequences = (ordinary: number): number =>
  Number(process.env['SEQUENCES'] ?? (isLong ? 20_000 : ordinary));

/** Enough for interesting states to be reached often. */
export const MANY_SEQUENCES = 1000;

/** Some routes read every bucket, so that a database with all sequences would become slow. */
const PER_DATABASE = 100;
/** Databases used at the same time: one sequence mostly waits for the engine. */
const LANES = 4;

/** What sequences run on: a server with its own database, and what else they need. */
export type World = Readonly<{ server: TestApp }>;

type Options<W extends World, S> = Readonly<{
  name: string;
  count: number;
  /** Whether a sequence that fails is made shorter, which runs many others; by default it is. */
  shrinks?: boolean;
  sequences: fc.Arbitrary<S>;
  open: () => Promise<W>;
  run: (world: W, sequence: S) => Promise<void>;
  /** After the last sequence of a database. */
  check: (world: W) => Promise<void>;
}>;

/** Runs random sequences on several servers at once, a few hundred on each, and prints how far it is. */
export async function runSequences<W extends World, S>(options: Options<W, S>): Promise<void> {
  const { name, count, shrinks = true, sequences, open, run, check } = options;
  const batches = Array.from({ length: Math.ceil(count / PER_DATABASE) }, (_, index) => ({
    seed: SEED + index,
    numRuns: Math.min(PER_DATABASE, count - index * PER_DATABASE),
  }));
  let done = 0;
  const runBatch = async (batch: Readonly<{ seed: number; numRuns: number }>): Promise<void> => {
    const world = await open();
    try {
      const property = fc.asyncProperty(sequences, (sequence) => run(world, sequence));
      await fc.assert(property, { ...batch, endOnFailure: !shrinks });
      await check(world);
    } finally {
      await world.server.close();
    }
    done += batch.numRuns;
    console.info(`${name}: ${done} of ${count} sequences, SEED=${batch.seed}`);
  };
  const runLane = async (): Promise<void> => {
    try {
      for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) await runBatch(batch);
    } finally {
      // After a failure the other lanes finish what they began.
      batches.length = 0;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, runLane));
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
}

/** Buckets that no sequence has used. */
export function freeBuckets({ addBuckets }: ReturnType<typeof reviewTester>): () => Promise<BucketAddress> {
  const free: BucketAddress[] = [];
  return async () => {
    if (free.length === 0) free.push(...(await addBuckets(100)));
    return free.pop() as BucketAddress;
  };
}
