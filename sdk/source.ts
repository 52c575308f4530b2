import { FeedError, parseJson, readArray, readObject, readText } from '#domain/feed/read.ts';
import { type Channel, FEED_LIMITS } from '#domain/feed/release.ts';

/** A refusal, or no answer at all. */
export class ServerError extends FeedError {
  readonly status: number | null;
  readonly retryAfterMs: number;
  /** The type of the problem document, if the answer was one. */
  problem: string | null = null;
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
  /** Several documents by their hashes: as many as the server puts into one answer, or none if it cannot. */
  getDocuments: (hashes: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;
  getKeys: () => Promise<string>;
  putStatus: (body: string) => Promise<void>;
  postBatch: (body: string) => Promise<void>;
  /** Ends the request that waits for a release. */
  stopWaiting: () => void;
  /** Ends all requests. */
  close: () => void;
}>;

export type SourceOptions = Readonly<{ url: string; token: string; channel: Channel }>;

/** An answer that is not whole after this is none; on top of the time that the server was asked to wait. */
export const REQUEST_TIMEOUT_MS = 15_000;

/** An ETag is a header of a later request: nothing but what RFC 9110 allows, and not long. */
const ETAG = /^(?:W\/)?"[!\x23-\x7e]{0,200}"$/;

export function createSource(
  { url, token, channel }: SourceOptions,
  fetch = globalThis.fetch,
  timeoutMs = REQUEST_TIMEOUT_MS,
): Source {
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
    const abortAfter = (ms: number) => setTimeout(() => controller.abort(new Error('no answer in time')), ms).unref();
    let timer = abortAfter(waitMs + timeoutMs);
    open.add(controller);
    try {
      const response = await fetch(new URL(path, base), {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...init.headers },
        redirect: 'error',
        signal: controller.signal,
      });
      clearTimeout(timer);
      timer = abortAfter(timeoutMs);
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
  const json = (method: string, body: string) => ({ method, body, headers: { 'content-type': 'application/json' } });
  const ignore = async (response: Response): Promise<void> => {
    await readBytes(response, FEED_LIMITS.answerBytes);
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
          if (response.status === 304 && etag !== null) return null;
          if (response.status !== 200)
            throw new ServerError(`The server answered ${response.status} in the place of a release.`, response.status);
          const jws = await readBody(response, FEED_LIMITS.releaseBytes);
          const answered = response.headers.get('etag') ?? '';
          return { jws: jws.trim(), etag: ETAG.test(answered) ? answered : null };
        },
        { controller: waiting, waitMs: waitSeconds * 1000 },
      );
    },
    getDocument: (hash) => send(`documents/${hash}`, {}, (response) => readBytes(response, FEED_LIMITS.documentBytes)),
    getDocuments: async (hashes) => {
      try {
        const request = json('POST', JSON.stringify({ documents: hashes }));
        return readDocuments(await send('documents', request, (answer) => readBody(answer, FEED_LIMITS.releaseBytes)));
      } catch (error) {
        // A server of the version before answers them one by one.
        if (error instanceof ServerError && error.status === 404) return new Map();
        throw error;
      }
    },
    getKeys: () => send('keys', {}, (response) => readBody(response, FEED_LIMITS.answerBytes)),
    putStatus: (body) => send('status', json('PUT', body), ignore),
    postBatch: (body) => send('decisions', json('POST', body), ignore),
    stopWaiting: () => waiting?.abort(new Error('the client is closed')),
    close: () => {
      for (const controller of open) controller.abort(new Error('the client is closed'));
    },
  };
}

/** What the documents are is told by their hashes alone, which the caller compares. */
function readDocuments(text: string): ReadonlyMap<string, Uint8Array> {
  const { documents } = readObject(parseJson(text, 'The list of documents'), 'The list of documents');
  return new Map(
    readArray(documents, 'documents').map((one) => {
      const { hash, content } = readObject(one, 'A document');
      return [readText(hash, 'hash'), Buffer.from(readText(content, 'content'))];
    }),
  );
}

/** Counts while it reads, after decompression: an answer without end takes no memory beyond the limit. */
async function readBytes({ body }: Response, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    // Leaving the loop ends the connection.
    if (length > limit) throw new ServerError(`The answer of the server is larger than ${limit / 1_000_000} MB.`, null);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const readBody = async (response: Response, limit: number): Promise<string> =>
  new TextDecoder().decode(await readBytes(response, limit));

/** The title and detail of a problem, or the bare status. */
async function describeRefusal(response: Response): Promise<ServerError> {
  const text = await readBody(response, FEED_LIMITS.answerBytes).catch(() => '');
  let problem = '';
  let type: string | null = null;
  try {
    const { title, detail, ...more } = JSON.parse(text) as Record<string, unknown>;
    if (typeof more['type'] === 'string') type = more['type'];
    problem = [title, detail].filter((part) => typeof part === 'string').join(': ');
  } catch {
    // A proxy's page; the status says enough.
  }
  const message = `The server answered ${response.status}${problem === '' ? '' : ` (${problem})`}.`;
  const error = new ServerError(message, response.status, readRetryAfter(response.headers.get('retry-after')));
  error.problem = type;
  return error;
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
