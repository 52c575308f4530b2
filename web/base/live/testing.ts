import type { BucketEvent } from '#contract/bucket-event.ts';

type Bytes = ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;

/** The server's end of the event stream: counts connections, and sends what a test says. */
export function fakeEvents() {
  const open: Bytes[] = [];
  const encoder = new TextEncoder();
  const events = {
    opened: 0,
    /** Refuses the next connections with these. */
    refusals: [] as Error[],
    watchBuckets: (_input?: object, options: Readonly<{ signal?: AbortSignal }> = {}) => {
      events.opened += 1;
      const refusal = events.refusals.shift();
      if (refusal) return Promise.reject(refusal);
      return Promise.resolve(
        new ReadableStream<Uint8Array<ArrayBuffer>>({
          start: (bytes) => {
            open.push(bytes);
            options.signal?.addEventListener('abort', () => {
              open.splice(open.indexOf(bytes), 1);
              bytes.error(new DOMException('Aborted', 'AbortError'));
            });
          },
        }),
      );
    },
    listening: () => open.length,
    send: (event: BucketEvent) => {
      for (const bytes of open) bytes.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
    },
    /** As when the server goes away. */
    breakOff: () => {
      for (const bytes of open.splice(0)) bytes.error(new TypeError('network error'));
    },
  };
  return events;
}
