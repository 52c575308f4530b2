import { HIGHEST_STEPS, type ProvenAmounts } from '#domain/evaluation/verify/highest.ts';
import { hashOf } from '#server/bucket/bucket.version.service.ts';
import { WorkFirst } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { type Pin, readPinnedData } from '#server/dial/dial.pin.service.ts';
import { createThread } from '#server/thread/thread.ts';
import { pinKey, type ProofJob, type ProvedLists, runProofJob } from './proof.job.ts';

type Steps = typeof HIGHEST_STEPS;

/** What each pair of lists makes possible, in their order. */
export type ReadProofs = (db: Db, owner: string, lists: readonly ProvedLists[]) => Promise<readonly ProvenAmounts[]>;

export type Proofs = Readonly<{
  /** Proves in a thread. For work that holds no lock. */
  prove: ReadProofs;
  /** Returns what is proven already, for a change: it starts again once the rest is proven. */
  require: ReadProofs;
  countWaiting: () => number;
  close: () => Promise<void>;
}>;

/** Steps for all drafts of one submission: a few seconds. Drafts that get too few are "not fully checked". */
const MAX_STEPS = 5 * HIGHEST_STEPS.all;
/** Proofs that are kept: those of a few large sets. */
const MAX_KEPT = 1000;

const stepsFor = (count: number): Steps => ({
  ...HIGHEST_STEPS,
  all: Math.min(HIGHEST_STEPS.all, Math.floor(MAX_STEPS / Math.max(1, count))),
});
const pinsOf = (lists: readonly ProvedLists[]): Pin[] => lists.flatMap(({ before, after }) => [...before, ...after]);

/**
 * Proves what drafts make possible, in a thread of its own: a proof takes up to two seconds, in which no lock is held and
 * the server answers others.
 */
export function createProofs(db: Db, onError: (error: unknown) => void): Proofs {
  const thread = createThread({
    file: new URL('./proof.thread.ts', import.meta.url),
    sentences: {
      failed: 'The limits of authority could not be checked. Please try again.',
      late: 'Checking the limits of authority took too long. Please submit fewer buckets at a time.',
      full: 'Too many drafts are being checked at once. Please try again.',
    },
    onError,
  });
  const kept = new Map<string, ProvenAmounts>();
  const nameOf = ({ before, after }: ProvedLists, steps: Steps): string =>
    `${hashOf(before)} ${hashOf(after)} ${steps.all}`;

  async function prove(
    read: Db,
    owner: string,
    lists: readonly ProvedLists[],
    steps: Steps = stepsFor(lists.length),
  ): Promise<readonly ProvenAmounts[]> {
    const names = lists.map((list) => nameOf(list, steps));
    const known = new Map(names.flatMap((name) => (kept.has(name) ? [[name, kept.get(name)] as const] : [])));
    const missing = lists.filter((_list, index) => !known.has(names[index] ?? ''));
    if (missing.length > 0) {
      const job = await readJob(read, missing, steps);
      const proven = (await thread.ask(owner, job)) as readonly ProvenAmounts[];
      for (const [index, list] of missing.entries()) known.set(nameOf(list, steps), proven[index]);
    }
    return names.map((name) => {
      const proof = known.get(name) as ProvenAmounts;
      kept.delete(name);
      kept.set(name, proof);
      for (const oldest of kept.keys()) {
        if (kept.size <= MAX_KEPT) break;
        kept.delete(oldest);
      }
      return proof;
    });
  }

  return {
    prove: (read, owner, lists) => prove(read, owner, lists),
    async require(_trx, owner, lists) {
      const steps = stepsFor(lists.length);
      const found = lists.flatMap((list) => kept.get(nameOf(list, steps)) ?? []);
      if (found.length === lists.length) return found;
      throw new WorkFirst(async () => void (await prove(db, owner, lists, steps)));
    },
    countWaiting: () => thread.countWaiting(),
    close: () => thread.close(),
  };
}

async function readJob(db: Db, lists: readonly ProvedLists[], steps: Steps): Promise<ProofJob> {
  const pins = pinsOf(lists);
  const dataOf = await readPinnedData(db, pins);
  const dials = new Map(pins.map((pin) => [pinKey(pin), dataOf(pin)]));
  return { lists, dials: [...dials], steps };
}

/** Proves at once, for the demo's history, which is made while nobody waits. */
export const proveNow: ReadProofs = async (db, _owner, lists) =>
  runProofJob(await readJob(db, lists, stepsFor(lists.length)));
