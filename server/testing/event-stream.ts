import { onTestFinished } from 'vitest';
import type { BucketEvent } from '#contract/bucket-event.ts';

export type EventStream = Readonly<{
  /** The next event; undefined if the stream has ended. */
  next: () => Promise<BucketEvent | undefined>;
  close: () => Promise<void>;
}>;

/** Reads the live events of a server over a real connection. Closed after the test. */
export async function openEventStream(address: string, token: string): Promise<EventStream> {
  const stop = new AbortController();
  const answer = await fetch(`${address}/api/bucket-events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  if (!answer.ok || answer.body === null) throw new Error(`The stream answered ${answer.status}.`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = '';
  const close = async () => {
    stop.abort();
    await reader.cancel().catch(() => undefined);
  };
  onTestFinished(close);
  return {
    close,
    async next() {
      for (;;) {
        const end = waiting.indexOf('\n\n');
        if (end >= 0) {
          const block = waiting.slice(0, end);
          waiting = waiting.slice(end + 2);
          if (block.startsWith('data: ')) return JSON.parse(block.slice('data: '.length)) as BucketEvent;
          continue;
        }
        const { done, value } = await reader.read();
        if (done) return undefined;
        waiting += value;
      }
    },
  };
}
