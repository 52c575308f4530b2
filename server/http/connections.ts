import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { plainAddress, type TrustProxy } from './client-address.ts';

export type ConnectionLimits = Readonly<{
  /** Open at once, in all. */
  most: number;
  /** Open at once from one address; a proxy of ours speaks for many and is not limited. */
  mostPerAddress: number;
  isTrusted: TrustProxy;
}>;

/** Closes what is more than the limits as soon as it is opened, on every address the server listens on. */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  const guard = connectionGuard(limits);
  guard(app.server);
  app.addHook('onListen', async () => {
    for (const server of serversBeside(app)) {
      guard(server);
      const [onParserError] = app.server.listeners('clientError');
      if (onParserError) server.on('clientError', (error, socket) => void onParserError(error, socket));
      // A request to upgrade is an ordinary request here, as it is on the first address.
      server.removeAllListeners('upgrade');
    }
  });
}

function connectionGuard({ most, mostPerAddress, isTrusted }: ConnectionLimits): (server: Server) => void {
  const open = new Map<string, number>();
  let all = 0;
  return (server) => {
    server.on('connection', (socket) => {
      const address = plainAddress(socket.remoteAddress ?? '');
      const ofAddress = open.get(address) ?? 0;
      if (all >= most || (ofAddress >= mostPerAddress && !isTrusted(address))) {
        socket.destroy();
        return;
      }
      all += 1;
      open.set(address, ofAddress + 1);
      socket.once('close', () => {
        all -= 1;
        const left = (open.get(address) ?? 1) - 1;
        if (left > 0) open.set(address, left);
        else open.delete(address);
      });
    });
    // An expectation we do not know is no reason to answer otherwise.
    server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  };
}

/** Asked for localhost, Fastify listens on each of its addresses, and keeps the servers after the first to itself. */
function serversBeside(app: FastifyInstance): readonly Server[] {
  const key = Object.getOwnPropertySymbols(app).find(({ description }) => description === 'fastify.serverBindings');
  return key === undefined ? [] : ((app as unknown as Record<symbol, Server[]>)[key] ?? []);
}
