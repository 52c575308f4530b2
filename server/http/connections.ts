import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createCounter } from '#server/queue/counter.ts';
import { networkOf, type TrustProxy } from './client-address.ts';

export type ConnectionLimits = Readonly<{
  /** Open connections in total. */
  most: number;
  /** Open connections per address, or network of IPv6; our proxies are exempt, since they serve many callers. */
  mostPerAddress: number;
  isTrusted: TrustProxy;
}>;

export type Connections = Readonly<{
  /** Whether a connection was opened when all were in use, and still are: strangers are refused there. */
  isBeyondLimit: (socket: Socket) => boolean;
}>;

/**
 * Limits the connections, on every address the server listens on. As many again as the limit are open for those who are
 * signed in, for probes, and for a refusal that says when to try again; what comes after them is closed at once.
 */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): Connections {
  const { most, mostPerAddress, isTrusted } = limits;
  const beyond = new WeakSet<Socket>();
  const openOf = createCounter();
  let open = 0;

  const guard = (server: Server): void => {
    server.on('connection', (socket) => {
      const { remoteAddress = '' } = socket;
      const network = networkOf(remoteAddress);
      if (open >= 2 * most || (openOf.get(network) >= mostPerAddress && !isTrusted(remoteAddress))) {
        socket.destroy();
        return;
      }
      if (open >= most) beyond.add(socket);
      open += 1;
      openOf.add(network, 1);
      socket.once('close', () => {
        open -= 1;
        openOf.add(network, -1);
      });
    });
    // Ignore unknown expectations.
    server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  };
  guard(app.server);
  app.addHook('onListen', async () => {
    for (const server of secondaryServers(app)) {
      guard(server);
      const [onParserError] = app.server.listeners('clientError');
      if (onParserError) server.on('clientError', (error, socket) => void onParserError(error, socket));
      // Treat upgrade requests as ordinary requests, as on the first address.
      server.removeAllListeners('upgrade');
    }
  });
  return { isBeyondLimit: (socket) => open > most && beyond.has(socket) };
}

/** For localhost, Fastify listens on each of its addresses, and hides the servers after the first. */
function secondaryServers(app: FastifyInstance): readonly Server[] {
  const key = Object.getOwnPropertySymbols(app).find(({ description }) => description === 'fastify.serverBindings');
  return key === undefined ? [] : ((app as unknown as Record<symbol, Server[]>)[key] ?? []);
}
