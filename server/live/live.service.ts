import { type BucketEvent, bucketEventSchema } from '#contract/bucket-event.ts';
import { type Listener, type ListenOptions, notify } from '#server/db/listen.ts';
import { oncePerOutage } from '#server/db/unavailable.ts';
import type { Trx } from '#server/db/transaction.ts';

const CHANNEL = 'lineslip_bucket';

/** Tells every server on this database, once the caller's transaction is committed. */
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

/** What happens on this database, told to everyone who looks at this server. */
export function liveService({ listen, onLost }: Options) {
  const watching = new Set<Send>();
  let listener: Listener | undefined;
  const tell = (event: BucketEvent): void => {
    for (const send of watching) send(event);
  };
  return {
    /** Resolves also when there is no connection yet: it is tried again, and `resync` is sent when it stands. */
    async start(): Promise<void> {
      listener ??= listen({
        channel: CHANNEL,
        onMessage: (message) => {
          const event = read(message);
          if (event !== undefined) tell(event);
        },
        onConnected: () => tell({ kind: 'resync' }),
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

/** A newer server on the same database may say what this one does not know: that is passed over. */
function read(message: string): BucketEvent | undefined {
  try {
    return bucketEventSchema.parse(JSON.parse(message));
  } catch {
    return undefined;
  }
}
