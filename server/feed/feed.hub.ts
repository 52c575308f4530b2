import { z } from 'zod';
import { CHANNELS, type Channel } from '#domain/feed/channel.ts';
import type { Subscription } from '#server/db/listen.ts';
import { FEED_CHANNEL, type FeedMessage } from './feed.release.ts';

const messageSchema = z.union([
  z.object({ channel: z.enum(CHANNELS), sequence: z.int() }),
  z.object({ engine: z.string() }),
]) satisfies z.ZodType<FeedMessage>;

type Subscriber = Readonly<{
  channel: Channel;
  engine: string;
  /** There may be a newer release. */
  onRelease: () => void;
  /** The token of the engine changed: whatever is open ends. */
  onEngine: () => void;
}>;
export type FeedHub = ReturnType<typeof feedHub>;

/** Wakes the open requests of engines on this server. Nothing happens between two releases. */
export function feedHub() {
  const subscribers = new Set<Subscriber>();

  function deliver(message: FeedMessage): void {
    for (const subscriber of subscribers)
      if ('engine' in message) {
        if (subscriber.engine === message.engine) subscriber.onEngine();
      } else if (subscriber.channel === message.channel) subscriber.onRelease();
  }

  /** Ends every open request. */
  function endAll(): void {
    for (const subscriber of subscribers) subscriber.onEngine();
  }

  return {
    subscription: {
      channel: FEED_CHANNEL,
      onMessage: (text) => {
        const message = messageSchema.safeParse(parse(text));
        if (message.success) deliver(message.data);
      },
      // Messages may have been missed: everyone asks again, with their token.
      onConnected: () => endAll(),
    } satisfies Subscription,
    subscribe(subscriber: Subscriber): () => void {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    endAll,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
