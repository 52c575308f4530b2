import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#contract/problem.ts';

/**
 * Lets open requests finish when the app closes, up to a timeout, so that committed changes are acknowledged. Rejects new
 * requests meanwhile, and closes every connection after its response, so that clients move to another server.
 */
export function drainOnClose(app: FastifyInstance, graceMs: number): void {
  const open = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let closing = false;
  let onAnswered = (): void => undefined;

  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    if (closing) {
      reply.header('connection', 'close');
      throw new Problem('unavailable', 'This server is being stopped. Please try again shortly.');
    }
    const { raw } = reply;
    open.add(raw);
    for (const end of ['finish', 'close'] as const)
      raw.once(end, () => {
        open.delete(raw);
        onAnswered();
      });
    if (!(socket instanceof Socket) || sockets.has(socket)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  app.addHook('preClose', async () => {
    closing = true;
    // Stops listening, and closes idle connections.
    app.server.close();
    for (const answer of open) if (!answer.headersSent) answer.setHeader('connection', 'close');
    await new Promise<void>((resolve) => {
      const limit = setTimeout(resolve, graceMs);
      onAnswered = () => {
        if (open.size > 0) return;
        clearTimeout(limit);
        resolve();
      };
      onAnswered();
    });
    if (open.size > 0)
      app.log.warn(`Stopping: ${open.size === 1 ? '1 request was' : `${open.size} requests were`} cut off.`);
    // What is left: requests that took too long, and connections whose response began before the stop.
    for (const socket of sockets) socket.destroySoon();
    app.server.closeAllConnections();
  });
}
