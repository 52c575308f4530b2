import { expect, test } from 'vitest';
import type { BucketEvent } from '#contract/bucket-event.ts';
import { readEvents } from './readEvents.ts';

const SAVED: BucketEvent = {
  kind: 'bucket_draft_saved',
  cob: 'flood',
  partner: 9101,
  revision: '7',
  by: { id: 'u2', name: 'Zoë Läufer' },
  at: '2026-11-16T11:02:00.000Z',
};

async function read(parts: readonly (string | Uint8Array<ArrayBuffer>)[]) {
  const events: BucketEvent[] = [];
  let chunks = 0;
  const encoder = new TextEncoder();
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (to) => {
      for (const part of parts) to.enqueue(typeof part === 'string' ? encoder.encode(part) : part);
      to.close();
    },
  });
  await readEvents(bytes, { onEvent: (event) => events.push(event), onBytes: () => (chunks += 1) });
  return { events, chunks };
}

test('events are parsed however the bytes are split', async () => {
  const bytes = new TextEncoder().encode(`data: ${JSON.stringify(SAVED)}\n\ndata: {"kind":"resync"}\n\n`);
  for (const at of [1, 5, 60, 90, bytes.length - 1]) {
    const { events } = await read([bytes.slice(0, at), bytes.slice(at)]);
    expect(events).toEqual([SAVED, { kind: 'resync' }]);
  }
});

test('a heartbeat is noticed, and is no event', async () => {
  expect(await read([': alive\n\n', ': alive\n\n'])).toEqual({ events: [], chunks: 2 });
});

test.each(['{"kind":"something_newer","cob":"flood"}', '{"kind":', 'null', '"text"'])(
  'an unknown event means: refetch (%s)',
  async (data) => {
    expect((await read([`data: ${data}\n\n`])).events).toEqual([{ kind: 'resync' }]);
  },
);
