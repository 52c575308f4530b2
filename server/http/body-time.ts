import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#contract/problem.ts';

declare module 'fastify' {
  // Fastify's own name for what a route carries along.
  interface FastifyContextConfig {
    /** How long its body may take to arrive, where that is not the time of all others. */
    bodySeconds?: number;
    /** Its handler reads the body from the socket, and watches the time by itself. */
    readsOwnBody?: boolean;
  }
}

export const LATE_BODY = new Problem('timeout', 'The body did not arrive in time. Please send it again.');

/** Refuses a body that has not arrived completely in time: nobody keeps a connection by sending it slowly. */
export function limitBodyTime(app: FastifyInstance, seconds: number): void {
  app.addHook('preParsing', async ({ raw, routeOptions: { config } }, _reply, payload) => {
    if (!hasBody(raw) || config.readsOwnBody) return payload;
    const body = new PassThrough();
    // Nobody may be reading it any more: a body that is too large, or of a kind that is not read, was answered before.
    body.on('error', () => undefined);
    payload.pipe(body);
    payload.once('error', (error) => body.destroy(error));
    watchBody(raw, Math.max(config.bodySeconds ?? 0, seconds), () => body.destroy(LATE_BODY));
    return body;
  });
  // What is left of a body that nobody will read must not keep the connection.
  app.addHook('onSend', async ({ raw }, reply) => {
    if (hasBody(raw) && !raw.complete) reply.header('connection', 'close');
  });
}

/** Calls back once if the body of a request has not arrived by then. */
export function watchBody(request: IncomingMessage, seconds: number, onLate: () => void): void {
  const timer = setTimeout(() => {
    if (!request.complete) onLate();
  }, seconds * 1000).unref();
  const stop = () => clearTimeout(timer);
  request.once('end', stop).once('close', stop);
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
