import { createParser } from 'eventsource-parser';
import type { BucketEvent } from '#contract/bucket-event.ts';
import {
  LIVE_AUTHORITY_EVENTS,
  LIVE_BUCKET_EVENTS,
  LIVE_DIAL_EVENTS,
  LIVE_PORTFOLIO_EVENTS,
} from '#domain/event/live.ts';

const KINDS: ReadonlySet<string> = new Set<BucketEvent['kind']>([
  ...LIVE_BUCKET_EVENTS,
  ...LIVE_PORTFOLIO_EVENTS,
  ...LIVE_DIAL_EVENTS,
  ...LIVE_AUTHORITY_EVENTS,
  'resync',
]);

type EventHandlers = Readonly<{
  onEvent: (event: BucketEvent) => void;
  /** Called for any data, including heartbeats. */
  onBytes: () => void;
}>;

/** Reads server-sent events until the stream ends; throws when it breaks. */
export async function readEvents(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  handlers: EventHandlers,
): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => handlers.onEvent(eventOf(data)) });
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    handlers.onBytes();
    parser.feed(value);
  }
}

/** An unreadable event, or one from a newer server, still means a change: refetch. */
function eventOf(data: string): BucketEvent {
  try {
    const event: unknown = JSON.parse(data);
    if (isEvent(event)) return event;
  } catch {
    // A partial event.
  }
  return { kind: 'resync' };
}

function isEvent(event: unknown): event is BucketEvent {
  if (typeof event !== 'object' || event === null || !('kind' in event)) return false;
  return typeof event.kind === 'string' && KINDS.has(event.kind);
}
