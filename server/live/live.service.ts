import { type BucketEvent, bucketEventSchema } from '#contract/bucket-event.ts';
import { notify, type Subscription } from '#server/db/listen.ts';
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
/** Sends the events of this database to everyone connected to this server. */
export function liveService() {
  const watching = new Set<Send>();
  const broadcast = (event: BucketEvent): void => {
    for (const send of watching) send(event);
  };
  return {
    /** After an outage everyone is asked to read again. */
    subscription: {
      channel: CHANNEL,
      onMessage: (message) => {
        const event = read(message);
        if (event !== undefined) broadcast(event);
      },
      onConnected: () => broadcast({ kind: 'resync' }),
    } satisfies Subscription,

    watch(send: Send): () => void {
      watching.add(send);
      return () => watching.delete(send);
    },
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
