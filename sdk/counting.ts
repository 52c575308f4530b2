import {
  BATCH_LIMITS,
  type BucketCount,
  type CounterBatch,
  type Counters,
  UNKNOWN_VERSION,
} from '#domain/feed/counters.ts';
import { ServerError, type Source } from './source.ts';
import type { Store } from './store.ts';

type CountingOptions = Readonly<{
  counters: Counters;
  store: Store;
  source: Pick<Source, 'postBatch'>;
  createId: () => string;
}>;

/** Batches that the server did not acknowledge. Beyond this, decisions are counted as dropped. */
export const MAX_BATCHES = 1000;

/** The server read the batch and will never take it. */
const REFUSALS: ReadonlySet<number | null> = new Set([400, 413, 422]);

/** Stores each batch before it is sent, under the id that makes a repetition count once. */
export function createCounting({ counters, store, source, createId }: CountingOptions) {
  /** In order; the text only of a batch that the disk did not take. */
  const waiting = new Map<string, string | null>();
  let dropped = 0;

  /** The batches that an earlier process did not get acknowledged. */
  async function open(): Promise<void> {
    for (const id of await store.listBatches()) waiting.set(id, null);
  }

  async function closeBatches(): Promise<void> {
    const parts = splitCounts(counters.take());
    if (parts.length === 0 && dropped > 0 && waiting.size < MAX_BATCHES) parts.push([]);
    for (const buckets of parts) {
      if (waiting.size >= MAX_BATCHES) {
        dropped += sumDecisions(buckets);
        continue;
      }
      const id = createId();
      const text = JSON.stringify({ id, dropped, buckets } satisfies CounterBatch);
      dropped = 0;
      const isStored = await store.writeBatch(id, text).then(
        () => true,
        () => false,
      );
      waiting.set(id, isStored ? null : text);
    }
  }

  /** Oldest first. The first failure ends it, and the rest waits for the next time. */
  async function sendBatches(): Promise<void> {
    for (const [id, unstored] of waiting) {
      const text = unstored ?? (await store.readBatch(id));
      if (text !== null) await sendBatch(text);
      await store.removeBatch(id);
      waiting.delete(id);
    }
  }

  async function sendBatch(text: string): Promise<void> {
    try {
      await source.postBatch(text);
    } catch (error) {
      if (!(error instanceof ServerError) || !REFUSALS.has(error.status)) throw error;
      // The server stored the rest of the batch, and counted as dropped what it refuses.
      if (error.problem === UNKNOWN_VERSION) return;
      dropped += countDecisions(text);
    }
  }

  return {
    open,
    flush: async (): Promise<void> => {
      await closeBatches();
      await sendBatches();
      if (dropped === 0) return;
      // What was refused just now.
      await closeBatches();
      await sendBatches();
    },
  };
}

const sumDecisions = (buckets: readonly BucketCount[]): number =>
  buckets.reduce((sum, { decisions }) => sum + decisions, 0);

/** Parts that the server reads at once. Their length in characters is that in bytes: they hold names of the code only. */
function splitCounts(buckets: readonly BucketCount[]): BucketCount[][] {
  const parts: BucketCount[][] = [];
  let length = Infinity;
  for (const bucket of buckets) {
    const more = JSON.stringify(bucket).length + 1;
    const part = parts.at(-1);
    length += more;
    if (part !== undefined && part.length < BATCH_LIMITS.buckets && length < BATCH_LIMITS.bytes / 2) part.push(bucket);
    else {
      parts.push([bucket]);
      length = more;
    }
  }
  return parts;
}

/** Of a batch, with those that were dropped before it. */
function countDecisions(text: string): number {
  try {
    const { buckets, dropped } = JSON.parse(text) as CounterBatch;
    return dropped + sumDecisions(buckets);
  } catch {
    // A damaged file: at least one decision was in it.
    return 1;
  }
}
