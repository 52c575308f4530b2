import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { hostileBodies } from './hostile.ts';
import type { World } from './world.ts';

/** They use another address of this machine, so that the limit per address does not affect the others. */
const SLOW_ADDRESS = '127.0.0.2';
const SLOW_CLIENTS = 600;
const DRIP_MS = 1000;
const BODY_SECONDS = 10;
/** The body timeout, and the time the server needs to enforce it. */
const MAX_OPEN_MS = (BODY_SECONDS + 15) * 1000;
const MAX_ANSWER_MS = 30_000;
/** The size limit of a response to an invalid body. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** Sends a request byte by byte, one per second, until the server closes it. */
function startSlowClient(port: number, token: string | undefined): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: SLOW_ADDRESS });
  socket.on('error', () => undefined).resume();
  const drip = setInterval(() => socket.write('x'), DRIP_MS);
  socket.once('close', () => clearInterval(drip));
  const authorization = token === undefined ? '' : `authorization: Bearer ${token}\r\n`;
  socket.write(
    `POST /api/dials HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${authorization}content-length: 60000\r\n\r\n`,
  );
  return socket;
}

async function sendSlowRequests({ victims, tokenOf }: World): Promise<string[]> {
  const port = Number(new URL(victims[0]?.url ?? '').port);
  const token = (index: number) => (index % 2 === 0 ? tokenOf('underwriter') : undefined);
  const sockets = Array.from({ length: SLOW_CLIENTS }, (_, index) => startSlowClient(port, token(index)));
  const latest = Date.now() + MAX_OPEN_MS;
  const countOpen = () => sockets.filter(({ closed }) => !closed).length;
  while (countOpen() > 0 && Date.now() < latest) await pause(100);
  const open = countOpen();
  for (const socket of sockets) socket.destroy();
  return open === 0
    ? []
    : [`${open} of ${SLOW_CLIENTS} slow clients were still connected after ${MAX_OPEN_MS / 1000} s.`];
}

/** Each body from someone without permissions, and from someone who may write. Each gets a short refusal. */
async function sendHostileRequests({ victims, tokenOf, buckets }: World): Promise<string[]> {
  const url = victims[0]?.url ?? '';
  const draft = `/api/buckets/${buckets[0]?.partner}/${buckets[0]?.cob}/draft`;
  const routes = [
    ['POST', '/api/dials'],
    ['PUT', draft],
    ['POST', '/api/dials/import'],
  ] as const;
  const problems: string[] = [];
  for (const { what, body } of hostileBodies())
    for (const [method, path] of routes)
      for (const who of ['newcomer', 'underwriter']) {
        const headers = {
          authorization: `Bearer ${tokenOf(who)}`,
          'content-type': 'application/json',
          'if-match': '"1"',
        };
        const signal = AbortSignal.timeout(MAX_ANSWER_MS);
        try {
          const answer = await fetch(`${url}${path}`, { method, headers, body, signal });
          const size = (await answer.arrayBuffer()).byteLength;
          if (answer.status < 400 || answer.status >= 500)
            problems.push(`${method} ${path} with ${what} by ${who} answered ${answer.status}.`);
          if (size > MAX_ANSWER_BYTES)
            problems.push(`${method} ${path} with ${what} by ${who} answered ${size} bytes.`);
        } catch (error) {
          // The server may close the connection on an oversized body while it is being sent.
          const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined)?.code : undefined;
          if (cause !== 'EPIPE' && cause !== 'ECONNRESET' && cause !== 'UND_ERR_SOCKET')
            problems.push(`${method} ${path} with ${what} by ${who} had no answer (${String(error)}).`);
        }
      }
  return problems;
}

export const CLIENT_FAULTS: readonly Fault[] = [
  {
    name: 'slow-clients',
    title: `${SLOW_CLIENTS} slow clients`,
    tries: 2,
    setting: {
      servers: 1,
      database: 'embedded',
      environment: { BODY_TIMEOUT_SECONDS: String(BODY_SECONDS) },
    },
    strike: async (world) => ({ problems: await sendSlowRequests(world) }),
  },
  {
    name: 'hostile-bodies',
    title: 'hostile bodies',
    tries: 2,
    setting: { servers: 1, database: 'embedded' },
    strike: async (world) => ({ problems: await sendHostileRequests(world) }),
  },
];
