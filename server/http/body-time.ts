import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#contract/problem.ts';

declare module 'fastify' {
  // Fastify's interface for route options.
  interface FastifyContextConfig {
    /** The timeout of its body, if it differs from the default. */
    bodySeconds?: number;
    /** Its handler reads the body from the socket, and enforces the timeout itself. */
    readsOwnBody?: boolean;
  }
}

export const LATE_BODY = new Problem('timeout', 'The body did not arrive in time. Please send it again.');

/** Rejects a body that does not arrive completely in time, so that slow senders cannot hold connections. */
export function limitBodyTime(app: FastifyInstance, seconds: number): void {
  app.addHook('preParsing', async ({ raw, routeOptions: { config } }, _reply, payload) => {
    if (!hasBody(raw) || config.readsOwnBody) return payload;
    const body = new PassThrough();
    // The response may already be sent, for a body that is too large or of an unsupported type.
    body.on('error', () => undefined);
    payload.pipe(body);
    payload.once('error', (error) => body.destroy(error));
    watchBody(raw, Math.max(config.bodySeconds ?? 0, seconds), () => body.destroy(LATE_BODY));
    return body;
  });
  // The rest of an unread body must not block the connection.
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

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
