import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { CounterBatch } from '#domain/feed/counters.ts';
import type { FeedKey } from '#domain/feed/keys.ts';
import type { Channel } from '#domain/feed/release.ts';
import type { EngineStatus } from '#domain/feed/status.ts';
import { createFeed, type Feed, type FeedInput, hashOf, type Signer } from './feed.ts';

type Answer = Readonly<{ status?: number; headers?: OutgoingHttpHeaders; body: Buffer }>;

/** Changes an answer on its way, as a lying proxy does. Undefined cuts the connection. */
export type Distortion = (path: string, body: Buffer) => Answer | undefined;

/** Answers in the place of the server, byte by byte if it likes. */
export type Interruption = (socket: Socket) => void;

export type FeedServer = Readonly<{
  url: string;
  /** Signs a release and wakes those who wait. */
  publish: (signer: Signer, input: FeedInput | Feed, channel?: Channel) => Promise<string>;
  /** Bytes under a path of the directory, such as `production.jws`. */
  put: (path: string, text: string) => void;
  listKeys: (...keys: readonly FeedKey[]) => void;
  distort: (distortion: Distortion | undefined) => void;
  /** Of the paths that the expression matches; undefined ends it. */
  interrupt: (paths: RegExp, interruption: Interruption | undefined) => void;
  /** The most that an interruption could send over one connection. */
  mostSent: () => number;
  /** Becomes a server of the version before, which answers documents one by one. */
  forgetBulk: () => void;
  /** In order of arrival; a batch that came again is there again. */
  batches: readonly CounterBatch[];
  statuses: readonly EngineStatus[];
  requests: readonly string[];
  /** Ends all connections. */
  close: () => Promise<void>;
}>;

/** Serves the files of a feed's directory over the routes of the feed. It decides nothing. */
export async function startFeedServer(port = 0): Promise<FeedServer> {
  const files = new Map<string, string>();
  const batches: CounterBatch[] = [];
  const statuses: EngineStatus[] = [];
  const requests: string[] = [];
  const waiting = new Set<() => void>();
  let distortion: Distortion | undefined;
  let mostSent = 0;
  let answersBulk = true;
  let interrupted: Readonly<{ paths: RegExp; interruption: Interruption }> | undefined;

  const put = (path: string, text: string): void => {
    files.set(path, text);
    if (path.endsWith('.jws')) for (const wake of waiting) wake();
  };

  function send(response: ServerResponse, path: string, status: number, text: string, headers = {}): void {
    const { socket } = response;
    if (interrupted?.paths.test(path) && socket !== null) {
      const before = socket.bytesWritten;
      socket.once('close', () => (mostSent = Math.max(mostSent, socket.bytesWritten - before)));
      return interrupted.interruption(socket);
    }
    const answer: Answer | undefined = distortion ? distortion(path, Buffer.from(text)) : { body: Buffer.from(text) };
    if (answer === undefined) response.destroy();
    else {
      response.writeHead(answer.status ?? status, { ...headers, ...answer.headers });
      response.end(status === 304 ? undefined : answer.body);
    }
  }

  async function waitForChange(etag: string, file: string, response: ServerResponse): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const wake = () => etagOf(file) !== etag && end();
      const timer = setTimeout(end, 30_000).unref();
      waiting.add(wake);
      response.on('close', end);
    });
  }
  const bulkOf = (body: string): string => {
    const { documents } = JSON.parse(body) as Readonly<{ documents: readonly string[] }>;
    const known = documents.flatMap((hash) => {
      const content = files.get(`documents/${hash}`);
      return content === undefined ? [] : [{ hash, content }];
    });
    return JSON.stringify({ documents: known });
  };
  const etagOf = (file: string): string => `"${hashOf(files.get(file) ?? '')}"`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace('/feed/v1/', '');
    requests.push(`${request.method} ${path}`);
    if (request.method !== 'GET') {
      const body = await readBody(request);
      if (path === 'documents')
        return answersBulk ? send(response, path, 200, bulkOf(body)) : send(response, path, 404, '');
      if (path === 'status') statuses.push(JSON.parse(body) as EngineStatus);
      else batches.push(JSON.parse(body) as CounterBatch);
      return send(response, path, 204, '');
    }
    if (path === 'production' || path === 'candidate') {
      const file = `${path}.jws`;
      const known = request.headers['if-none-match'];
      const isHere = known === etagOf(file);
      if (isHere && request.headers['prefer'] !== undefined) await waitForChange(known, file, response);
      const etag = etagOf(file);
      const headers = { etag, 'content-type': 'application/jose' };
      if (files.has(file)) return send(response, path, known === etag ? 304 : 200, files.get(file) ?? '', headers);
    }
    const text = files.get(path === 'keys' ? 'keys.json' : path);
    return text === undefined ? send(response, path, 404, '{"title":"Not found"}') : send(response, path, 200, text);
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish: async (signer, input, channel = 'production') => {
      const { release, documents } = 'documents' in input ? input : createFeed({ ...input, channel });
      for (const [hash, text] of documents) files.set(`documents/${hash}`, text);
      const jws = await signer.sign(JSON.stringify(release));
      put(`${channel}.jws`, jws);
      return jws;
    },
    put,
    listKeys: (...keys) => put('keys.json', JSON.stringify({ keys })),
    distort: (next) => {
      distortion = next;
    },
    interrupt: (paths, interruption) => {
      interrupted = interruption && { paths, interruption };
    },
    mostSent: () => mostSent,
    forgetBulk: () => {
      answersBulk = false;
    },
    batches,
    statuses,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
