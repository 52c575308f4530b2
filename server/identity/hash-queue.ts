/** Argon2 shares four threads with signature checks, so at most two hash at the same time. */
export const MAX_HASHES_AT_ONCE = 2;
export const MAX_HASHES_WAITING = 20;
/** One address cannot take all places. */
export const MAX_HASHES_WAITING_PER_ADDRESS = 5;
const RETRY_AFTER_SECONDS = 5;

/** Too many passwords are waiting to be hashed. Retrying in a moment works. */
export class HashQueueFull extends Error {
  override name = 'HashQueueFull';
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;

  constructor() {
    super('Too many passwords are waiting to be checked.');
  }
}

export type HashQueue = Readonly<{
  /** Runs the work when its turn comes; throws HashQueueFull at once if the queue is full. */
  run: <T>(address: string, work: () => Promise<T>) => Promise<T>;
  countWaiting: () => number;
}>;

type Waiting = Readonly<{ address: string; start: () => void }>;

/** A bounded FIFO queue. One per process: all passwords go through it. */
export function hashQueue(): HashQueue {
  const waiting: Waiting[] = [];
  let running = 0;

  function waitForTurn(address: string): Promise<void> {
    if (running < MAX_HASHES_AT_ONCE) {
      running += 1;
      return Promise.resolve();
    }
    const ofAddress = waiting.filter((one) => one.address === address).length;
    if (waiting.length >= MAX_HASHES_WAITING || ofAddress >= MAX_HASHES_WAITING_PER_ADDRESS)
      return Promise.reject(new HashQueueFull());
    return new Promise((start) => waiting.push({ address, start }));
  }

  function startNext(): void {
    const next = waiting.shift();
    if (next) next.start();
    else running -= 1;
  }

  return {
    async run(address, work) {
      await waitForTurn(address);
      try {
        return await work();
      } finally {
        startNext();
      }
    },
    countWaiting: () => waiting.length,
  };
}
