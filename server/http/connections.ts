import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { plainAddress, type TrustProxy } from './client-address.ts';
import { isProbe } from './probes.ts';

export type ConnectionLimits = Readonly<{
  /** Open connections in total. */
  most: number;
  /** Open connections per address; our proxies are exempt, since they serve many callers. */
  mostPerAddress: number;
  isTrusted: TrustProxy;
  /** Whether somebody who is signed in used this address lately. */
  isKnownAddress: (address: string) => boolean;
  /** Whether this request comes from there, or has a token that was verified lately. */
  isKnownCaller: (request: IncomingMessage) => boolean;
  /** Refuses a request of a connection beyond `most`. */
  refuse: (request: IncomingMessage, response: ServerResponse) => void;
}>;

/**
 * Connections beyond the limit are kept for this long after their last request, up to this many times the limit: to
 * refuse another request costs a third of what a new connection costs.
 */
const REFUSED_MS = 2000;
const REFUSED_PER_PLACE = 2;

/**
 * Limits the connections, on every address the server listens on. Those of one address beyond its limit are closed as
 * soon as they open; those beyond the total are refused until there is room. When all are in use, the address with the
 * most gives one up for an address with fewer, and any newcomer for people who are signed in.
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

function connectionGuard(limits: ConnectionLimits): (server: Server) => void {
  const { most, mostPerAddress, isTrusted, isKnownAddress, isKnownCaller, refuse } = limits;
  const open = openConnections((address) => isTrusted(address) || isKnownAddress(address));
  const refused = new Map<Socket, Readonly<{ address: string; timer: NodeJS.Timeout }>>();
  const refusedOf = new Map<string, number>();
  const countOf = (address: string): number => open.countOf(address) + (refusedOf.get(address) ?? 0);
  const hasRoom = (count: number): boolean => open.countAll() < most || open.dropNewestOfGreediest(count);
  const forget = (socket: Socket): void => {
    const { address, timer } = refused.get(socket) ?? {};
    if (address === undefined || !refused.delete(socket)) return;
    clearTimeout(timer);
    const left = (refusedOf.get(address) ?? 1) - 1;
    if (left === 0) refusedOf.delete(address);
    else refusedOf.set(address, left);
  };
  /** Whether a connection is beyond the limit, and its request refused. */
  const refuses = (request: IncomingMessage): boolean => {
    const { socket } = request;
    const place = refused.get(socket);
    if (place === undefined) return false;
    const isKnown = isKnownCaller(request);
    if (!isKnown && open.countAll() >= most) {
      place.timer.refresh();
      // Who asks whether the server lives would otherwise end it for being busy.
      return !isProbe(request.url);
    }
    forget(socket);
    if (isKnown) hasRoom(0);
    open.add(place.address, socket);
    return false;
  };
  const keepRefused = (address: string, socket: Socket): void => {
    if (refused.size >= REFUSED_PER_PLACE * most) {
      socket.destroy();
      return;
    }
    refused.set(socket, { address, timer: setTimeout(() => socket.destroy(), REFUSED_MS).unref() });
    refusedOf.set(address, (refusedOf.get(address) ?? 0) + 1);
    socket.once('close', () => forget(socket));
  };
  return (server) => {
    server.on('connection', (socket) => {
      const address = plainAddress(socket.remoteAddress ?? '');
      if (countOf(address) >= mostPerAddress && !isTrusted(address)) socket.destroy();
      else if (hasRoom(isKnownAddress(address) ? 0 : open.countOf(address) + 1)) open.add(address, socket);
      else keepRefused(address, socket);
    });
    // Before anything else looks at the request.
    const handlers = server.listeners('request');
    server.removeAllListeners('request').on('request', (request, response) => {
      if (refuses(request)) refuse(request, response);
      else for (const handle of handlers) handle(request, response);
    });
    // Ignore unknown expectations.
    server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  };
}

/** Open connections by address, and addresses by how many they have: at the limit, each new one asks for the most. */
function openConnections(isKept: (address: string) => boolean) {
  const open = new Map<string, Set<Socket>>();
  const byCount: Set<string>[] = [];
  let all = 0;
  const move = (address: string, from: number, to: number): void => {
    byCount[from]?.delete(address);
    if (to > 0) (byCount[to] ??= new Set()).add(address);
  };
  const release = (address: string, socket: Socket): void => {
    const sockets = open.get(address);
    if (!sockets?.delete(socket)) return;
    all -= 1;
    move(address, sockets.size + 1, sockets.size);
    if (sockets.size === 0) open.delete(address);
  };
  return {
    countAll: () => all,
    countOf: (address: string) => open.get(address)?.size ?? 0,
    add(address: string, socket: Socket): void {
      const sockets = open.get(address) ?? new Set();
      open.set(address, sockets.add(socket));
      all += 1;
      move(address, sockets.size - 1, sockets.size);
      socket.once('close', () => release(address, socket));
    },
    /** Closes the newest connection of the address with the most, if it has more than this and does not keep them. */
    dropNewestOfGreediest(count: number): boolean {
      for (let most = byCount.length - 1; most > count; most -= 1)
        for (const address of byCount[most] ?? []) {
          // Considered again when it opens or closes a connection.
          if (isKept(address)) byCount[most]?.delete(address);
          else {
            const newest = [...(open.get(address) ?? [])].at(-1);
            if (newest !== undefined) release(address, newest);
            newest?.destroy();
            return newest !== undefined;
          }
        }
      return false;
    },
  };
}

/** For localhost, Fastify listens on each of its addresses, and hides the servers after the first. */
function secondaryServers(app: FastifyInstance): readonly Server[] {
  const key = Object.getOwnPropertySymbols(app).find(({ description }) => description === 'fastify.serverBindings');
  return key === undefined ? [] : ((app as unknown as Record<symbol, Server[]>)[key] ?? []);
}
