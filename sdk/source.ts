import { FeedError } from '#domain/feed/read.ts';
import type { Channel } from '#domain/feed/release.ts';

/** A refusal, or no answer at all. */
export class ServerError extends FeedError {
  readonly status: number | null;
  readonly retryAfterMs: number;
  constructor(message: string, status: number | null, retryAfterMs = 0) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

export type ReceivedRelease = Readonly<{ jws: string; etag: string | null }>;

/** The routes of the feed. */
export type Source = Readonly<{
  /** Null: nothing newer than what the ETag names. */
  getRelease: (etag: string | null, waitSeconds: number) => Promise<ReceivedRelease | null>;
  getDocument: (hash: string) => Promise<Uint8Array>;
  getKeys: () => Promise<string>;
  putStatus: (body: string) => Promise<void>;
  postBatch: (body: string) => Promise<void>;
  /** Ends the request that waits for a release. */
  stopWaiting: () => void;
  /** Ends all requests. */
  close: () => void;
}>;

export type SourceOptions = Readonly<{ url: string; token: string; channel: Channel }>;

/** A server that answers slower than this is not there; on top of the time it was asked to wait. */
const REQUEST_TIMEOUT_MS = 15_000;

export function createSource({ url, token, channel }: SourceOptions, fetch = globalThis.fetch): Source {
  const base = new URL('feed/v1/', url.endsWith('/') ? url : `${url}/`);
  const open = new Set<AbortController>();
  let waiting: AbortController | undefined;

  /** One timer and one controller per request: combined abort signals leak in older versions of Node. */
  const send = async <T>(
    path: string,
    init: RequestInit,
    read: (response: Response) => Promise<T>,
    { controller = new AbortController(), waitMs = 0 } = {},
  ): Promise<T> => {
    const timer = setTimeout(() => controller.abort(new Error('no answer in time')), waitMs + REQUEST_TIMEOUT_MS);
    timer.unref();
    open.add(controller);
    try {
      const response = await fetch(new URL(path, base), {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...init.headers },
        redirect: 'error',
        signal: controller.signal,
      });
      if (!response.ok && response.status !== 304) throw await describeRefusal(response);
      return await read(response);
    } catch (error) {
      if (error instanceof ServerError) throw error;
      throw new ServerError(`The server cannot be reached: ${reasonOf(error)}.`, null);
    } finally {
      clearTimeout(timer);
      open.delete(controller);
    }
  };
  const readText = (response: Response) => response.text();
  const json = (method: string, body: string) => ({ method, body, headers: { 'content-type': 'application/json' } });
  const ignore = async (response: Response): Promise<void> => {
    await response.arrayBuffer();
  };

  return {
    getRelease: (etag, waitSeconds) => {
      waiting = new AbortController();
      const headers = {
        ...(etag !== null && { 'if-none-match': etag }),
        ...(waitSeconds > 0 && { prefer: `wait=${waitSeconds}` }),
      };
      return send(
        channel,
        { headers },
        async (response) => {
          const jws = await response.text();
          return response.status === 304 ? null : { jws: jws.trim(), etag: response.headers.get('etag') };
        },
        { controller: waiting, waitMs: waitSeconds * 1000 },
      );
    },
    getDocument: (hash) =>
      send(`documents/${hash}`, {}, async (response) => new Uint8Array(await response.arrayBuffer())),
    getKeys: () => send('keys', {}, readText),
    putStatus: (body) => send('status', json('PUT', body), ignore),
    postBatch: (body) => send('decisions', json('POST', body), ignore),
    stopWaiting: () => waiting?.abort(new Error('the client is closed')),
    close: () => {
      for (const controller of open) controller.abort(new Error('the client is closed'));
    },
  };
}

/** The title and detail of a problem, or the bare status. */
async function describeRefusal(response: Response): Promise<ServerError> {
  const text = await response.text().catch(() => '');
  let problem = '';
  try {
    const { title, detail } = JSON.parse(text) as Record<string, unknown>;
    problem = [title, detail].filter((part) => typeof part === 'string').join(': ');
  } catch {
    // A proxy's page; the status says enough.
  }
  const message = `The server answered ${response.status}${problem === '' ? '' : ` (${problem})`}.`;
  return new ServerError(message, response.status, readRetryAfter(response.headers.get('retry-after')));
}

/** Seconds or a date. */
function readRetryAfter(value: string | null): number {
  if (value === null) return 0;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message = '', code = '' } = (error.cause ?? {}) as Readonly<{ message?: string; code?: string }>;
  return message || code || error.message;
}
