import { createParser } from 'eventsource-parser';
import type { BucketEvent } from '#contract/bucket-event.ts';
import { LIVE_BUCKET_EVENTS, LIVE_PORTFOLIO_EVENTS } from '#domain/event/live.ts';

const KINDS: ReadonlySet<string> = new Set<BucketEvent['kind']>([
  ...LIVE_BUCKET_EVENTS,
  ...LIVE_PORTFOLIO_EVENTS,
  'dial_published',
  'resync',
]);

type EventHandlers = Readonly<{
  onEvent: (event: BucketEvent) => void;
  /** Something came, be it only the server's sign of life. */
  onBytes: () => void;
}>;

/** Reads server-sent events until the stream ends; fails when it breaks. */
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

/** What cannot be read, or comes from a newer server, happened all the same: whoever looks reads again. */
function eventOf(data: string): BucketEvent {
  try {
    const event: unknown = JSON.parse(data);
    if (isEvent(event)) return event;
  } catch {
    // Half an event.
  }
  return { kind: 'resync' };
}

function isEvent(event: unknown): event is BucketEvent {
  if (typeof event !== 'object' || event === null || !('kind' in event)) return false;
  return typeof event.kind === 'string' && KINDS.has(event.kind);
}
