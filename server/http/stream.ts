import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '#contract/problem.ts';
import type { Actor } from '#domain/user/person.ts';

/** A caller, and the expiry of their token. */
export type Bearer = Actor & Readonly<{ expiresAt: Date }>;
export type Stop = () => void;
/** Whoever holds a stream open, until the token expires. */
type StreamCaller = Readonly<{ id: string; expiresAt: Date }>;
/** `end` closes the stream early. */
type Subscribe = (send: (answer: unknown) => void, end: () => void) => Stop;

const HEARTBEAT_MS = 25_000;
const LONGEST_MS = 10 * 60_000;
const SHORTEST_MS = 1000;
const GRACE_MS = 1000;
export const MAX_PER_PERSON = 20;
/** Slower readers are disconnected, and reconnect. */
const MAX_WAITING_BYTES = 256 * 1024;

export type Streams = Readonly<{
  open: (reply: FastifyReply, caller: StreamCaller, subscribe: Subscribe) => FastifyReply;
  count: () => number;
}>;

/**
 * Responds with server-sent events. A stream ends with its token, so that permissions stay current; the browser
 * reconnects with a fresh one. All end when the server closes.
 */
export function streamsOf(app: FastifyInstance): Streams {
  const all = new Set<EventStream>();
  // Not awaited here: closing the app waits for every open response.
  app.addHook('preClose', async () => {
    for (const stream of all) void stream.end();
  });
  return {
    open(reply, caller, subscribe) {
      if ([...all].filter((stream) => stream.callerId === caller.id).length >= MAX_PER_PERSON) {
        // Whoever tries again and again would keep a connection for each.
        reply.header('connection', 'close');
        throw new Problem('too-many-requests', 'You have too many live pages open. Close some of them.');
      }
      const stream = openStream(caller, subscribe, () => all.delete(stream));
      all.add(stream);
      return reply.headers(HEADERS).send(stream.readable);
    },
    count: () => all.size,
  };
}

const HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };

type EventStream = Readonly<{ callerId: string; readable: Readable; end: () => Promise<void> }>;

function openStream(caller: StreamCaller, subscribe: Subscribe, onEnd: () => void): EventStream {
  let over = false;
  const finish = (): void => {
    if (over) return;
    over = true;
    clearInterval(heartbeat);
    clearTimeout(limit);
    stop();
    onEnd();
  };
  const readable = new Readable({
    read: () => undefined,
    destroy: (error, done) => {
      finish();
      done(error);
    },
  });
  const write = (line: string): void => {
    if (over) return;
    if (readable.readableLength > MAX_WAITING_BYTES) readable.destroy();
    else readable.push(`${line}\n\n`);
  };
  /** What was written can still be read. */
  const end = async (): Promise<void> => {
    finish();
    readable.push(null);
    await Promise.race([finished(readable).catch(() => undefined), pause(GRACE_MS, undefined, { ref: false })]);
    readable.destroy();
  };
  const heartbeat = setInterval(write, HEARTBEAT_MS, ': still here').unref();
  const lasts = Math.min(caller.expiresAt.getTime() - Date.now(), LONGEST_MS);
  const limit = setTimeout(() => void end(), Math.max(lasts, SHORTEST_MS)).unref();
  const stop = subscribe(
    (answer) => write(`data: ${JSON.stringify(answer)}`),
    () => void end(),
  );
  // The first bytes confirm that the stream is open.
  write(': here');
  return { callerId: caller.id, readable, end };
}
