import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { plainAddress, type TrustProxy } from './client-address.ts';

export type ConnectionLimits = Readonly<{
  /** Open connections in total. */
  most: number;
  /** Open connections per address; our proxies are exempt, since they serve many callers. */
  mostPerAddress: number;
  isTrusted: TrustProxy;
}>;

/**
 * Closes connections beyond the limits as soon as they open, on every address the server listens on. When all are in
 * use, the address with the most connections loses one to an address with fewer.
 */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  const guard = connectionGuard(limits);
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
}

function connectionGuard({ most, mostPerAddress, isTrusted }: ConnectionLimits): (server: Server) => void {
  const open = new Map<string, Set<Socket>>();
  let all = 0;
  const release = (address: string, socket: Socket) => {
    const sockets = open.get(address);
    if (!sockets?.delete(socket)) return;
    all -= 1;
    if (sockets.size === 0) open.delete(address);
  };
  /** Closes the newest connection of the address with the most, if it has clearly more than the caller. */
  const dropNewestOfGreediest = (count: number): boolean => {
    const [greediest] = [...open]
      .filter(([address]) => !isTrusted(address))
      .toSorted(([, a], [, b]) => b.size - a.size);
    if (greediest === undefined) return false;
    const [address, sockets] = greediest;
    const newest = [...sockets].at(-1);
    if (newest === undefined || sockets.size <= count + 1) return false;
    release(address, newest);
    newest.destroy();
    return true;
  };
  return (server) => {
    server.on('connection', (socket) => {
      const address = plainAddress(socket.remoteAddress ?? '');
      const count = open.get(address)?.size ?? 0;
      const isOverOwnLimit = count >= mostPerAddress && !isTrusted(address);
      if (isOverOwnLimit || (all >= most && !dropNewestOfGreediest(count))) {
        socket.destroy();
        return;
      }
      all += 1;
      open.set(address, (open.get(address) ?? new Set()).add(socket));
      socket.once('close', () => release(address, socket));
    });
    // Ignore unknown expectations.
    server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  };
}

/** For localhost, Fastify listens on each of its addresses, and hides the servers after the first. */
function secondaryServers(app: FastifyInstance): readonly Server[] {
  const key = Object.getOwnPropertySymbols(app).find(({ description }) => description === 'fastify.serverBindings');
  return key === undefined ? [] : ((app as unknown as Record<symbol, Server[]>)[key] ?? []);
}
