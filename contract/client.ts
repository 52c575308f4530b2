import { Problem, type ProblemDocument } from './problem.ts';
import type { Answer, Contract, Input, Route, RouteHead, SentBytes } from './route.ts';

export type ClientOptions = Readonly<{
  baseUrl?: string;
  /** Provides the access token; not called for public routes. */
  token: () => Promise<string>;
  /** Handles rejected tokens. Without it the problem is thrown. */
  refusal?: Refusal;
  fetch?: typeof fetch;
  /** Formats the time of a concurrent change in the reader's time zone. */
  writeTime?: (at: string) => string;
}>;

export type Refusal = Readonly<{
  /** Gets a new token for one retry. */
  renew: () => Promise<string>;
  /** The retry failed too. Never resolves if it redirects to the sign-in. */
  giveUp: (isRead: boolean) => Promise<never> | undefined;
}>;

type CallOptions = Readonly<{
  signal?: AbortSignal;
  /** The revision a change is based on. */
  ifMatch?: string;
}>;
/** Streaming routes return the raw server-sent events. Files keep their bytes: text would lose its byte order mark. */
type CallResult<R extends Route> = R extends { streams: true }
  ? ReadableStream<Uint8Array<ArrayBuffer>>
  : R extends { mediaType: string }
    ? Blob
    : Answer<R>;
type Call<R extends Route> = keyof Input<R> extends never
  ? (input?: Record<never, never>, options?: CallOptions) => Promise<CallResult<R>>
  : (input: Input<R>, options?: CallOptions) => Promise<CallResult<R>>;
export type Client<C extends Contract> = { readonly [K in keyof C]: Call<C[K]> };

const BYTES_TYPE = 'application/octet-stream';

type AnyInput = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  bytes?: SentBytes;
};

/** A typed function per route. Refusals are thrown as `Problem`. */
export function createClient<C extends Contract>(
  heads: { readonly [K in keyof C]: RouteHead },
  options: ClientOptions,
): Client<C> {
  const calls = Object.entries<RouteHead>(heads).map(([name, route]) => [
    name,
    (input: AnyInput = {}, call: CallOptions = {}) => send(route, input, call, options),
  ]);
  return Object.fromEntries(calls) as Client<C>;
}

async function send(route: RouteHead, input: AnyInput, call: CallOptions, options: ClientOptions): Promise<unknown> {
  const headers = new Headers({
    accept: route.streams ? 'text/event-stream' : (route.mediaType ?? 'application/json'),
  });
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  if (input.bytes !== undefined) headers.set('content-type', BYTES_TYPE);
  if (call.ifMatch !== undefined) headers.set('if-match', `"${call.ifMatch}"`);
  const sendRequest = (token?: string) => {
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    return (options.fetch ?? fetch)((options.baseUrl ?? '') + urlOf(route.path, input), {
      method: route.method,
      headers,
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      ...(input.bytes !== undefined && { body: input.bytes }),
      ...(call.signal && { signal: call.signal }),
    });
  };
  const { refusal } = options;
  let response = route.access === 'public' ? await sendRequest() : await sendRequest(await options.token());
  if (response.status === 401 && refusal) {
    response = await sendRequest(await refusal.renew());
    if (response.status === 401) await refusal.giveUp(route.method === 'GET');
  }
  if (response.ok && route.streams) return response.body;
  if (response.ok && route.mediaType) return response.blob();
  if (response.ok) return response.status === 204 ? undefined : response.json();
  throw await problemOf(response, options.writeTime);
}

export function urlOf(path: string, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]): [string, string][] =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  ).toString();
  return search ? `${filled}?${search}` : filled;
}

async function problemOf(response: Response, writeTime: ClientOptions['writeTime']): Promise<Problem> {
  const isProblem = response.headers.get('content-type')?.includes('application/problem+json');
  // A proxy may truncate the response or send its own.
  const document: unknown = isProblem ? await response.json().catch(() => undefined) : undefined;
  const retryAfterSeconds = readRetryAfter(response);
  if (isProblemDocument(document)) return Problem.fromDocument(document, writeTime, retryAfterSeconds);
  const detail = `The server answered ${response.status}. Please try again in a moment.`;
  return new Problem('unavailable', detail, { retryAfterSeconds });
}

/** Dates, which only other servers send, are ignored. */
function readRetryAfter({ headers }: Response): number | undefined {
  const text = headers.get('retry-after') ?? '';
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

function isProblemDocument(value: unknown): value is ProblemDocument {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
