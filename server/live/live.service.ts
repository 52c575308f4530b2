import { type BucketEvent, bucketEventSchema } from '#contract/bucket-event.ts';
import { type Listener, type ListenOptions, notify } from '#server/db/listen.ts';
import { oncePerOutage } from '#server/db/unavailable.ts';
import type { Trx } from '#server/db/transaction.ts';

const CHANNEL = 'lineslip_bucket';

/** Notifies every server on this database when the transaction commits. */
export async function announce(trx: Trx, events: readonly BucketEvent[]): Promise<void> {
  await notify(
    trx,
    CHANNEL,
    events.map((event) => JSON.stringify(event)),
  );
}

export type Send = (event: BucketEvent) => void;
export type LiveService = ReturnType<typeof liveService>;
type Options = Readonly<{ listen: (options: ListenOptions) => Listener; onLost: (error: unknown) => void }>;

/** Sends the events of this database to everyone connected to this server. */
export function liveService({ listen, onLost }: Options) {
  const watching = new Set<Send>();
  let listener: Listener | undefined;
  const broadcast = (event: BucketEvent): void => {
    for (const send of watching) send(event);
  };
  return {
    /** Resolves even without a connection: it retries, and sends `resync` once connected. */
    async start(): Promise<void> {
      listener ??= listen({
        channel: CHANNEL,
        onMessage: (message) => {
          const event = read(message);
          if (event !== undefined) broadcast(event);
        },
        onConnected: () => broadcast({ kind: 'resync' }),
        onLost: oncePerOutage(onLost),
      });
      await listener.started;
    },

    watch(send: Send): () => void {
      watching.add(send);
      return () => watching.delete(send);
    },

    close: async (): Promise<void> => listener?.close(),
  };
}

/** Ignores events of newer servers that this one does not know. */
function read(message: string): BucketEvent | undefined {
  try {
    return bucketEventSchema.parse(JSON.parse(message));
  } catch {
    return undefined;
  }
}
