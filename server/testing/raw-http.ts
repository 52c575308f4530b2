import dns from 'node:dns';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, vi } from 'vitest';
import { eventually } from './eventually.ts';

export type RawConnection = Readonly<{
  socket: Socket;
  /** Everything received, once the other side has closed. */
  closed: Promise<string>;
  /** Everything received, once it contains this text. */
  received: (text: string) => Promise<string>;
}>;

/** A raw socket: bytes are sent as they are. Destroyed after the test. */
export function rawConnection(app: FastifyInstance, host = '127.0.0.1'): RawConnection {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  const socket = connect({ host, port: address.port });
  onTestFinished(() => void socket.destroy());
  let text = '';
  const closed = new Promise<string>((resolve) => {
    // A reset connection counts as closed.
    socket.on('error', () => undefined).on('close', () => resolve(text));
  });
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return {
    socket,
    closed,
    received: (expected) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (text.includes(expected)) resolve(text);
        };
        socket.on('data', look).on('close', () => reject(new Error(`It was closed after: ${text}`)));
        look();
      }),
  };
}

/** Waits until the server's side of every connection is closed, too. */
export async function untilNoConnections({ server }: FastifyInstance): Promise<void> {
  const count = () => new Promise((resolve) => server.getConnections((_error, found) => resolve(found)));
  await eventually(async () => expect(await count()).toBe(0));
}

type Lookup = (host: string, options: object, done: (error: null, found: unknown) => void) => void;

/** Listens on localhost as if it had two addresses, which not every machine has. */
export async function listenOnBothAddresses(app: FastifyInstance): Promise<void> {
  const plain = dns.lookup as unknown as Lookup;
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  const spy = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((host, options, done) =>
      host === 'localhost' ? done(null, both) : plain(host, options, done)) as Lookup as never);
  await app.listen({ host: 'localhost', port: 0 });
  spy.mockRestore();
}
