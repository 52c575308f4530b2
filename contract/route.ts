import type { z } from 'zod';
import type { Action, Requirement, Scope } from '#domain/user/permission.ts';
import type { ProblemName } from './problem.ts';

/** `engine`: the token of a rating engine; people's tokens are refused there, and engine tokens everywhere else. */
export type Access = 'public' | 'signed-in' | 'engine' | Requirement;

/** Default body limit. */
export const MAX_BODY_BYTES = 64 * 1024;
/** For forms whose longest legal list needs more: 500 entries of a bucket with all overrides are about 115 KB. */
export const MAX_LONG_FORM_BYTES = 256 * 1024;

/** Describes an API call. Server, client, OpenAPI and authorization tests are derived from it. */
export type Route = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/api/${string}` | `/feed/v1/${string}`;
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is binary, up to `maxBodyBytes`. */
  takesBytes?: true;
  /** Overrides `MAX_BODY_BYTES`. */
  maxBodyBytes?: number;
  /** Timeout for large bodies on slow connections. */
  bodySeconds?: number;
  /** Requires the revision the change is based on as If-Match. */
  changes?: true;
  /** Responds with server-sent events, one answer each. */
  streams?: true;
  /** Responds with text of this media type instead of JSON; `answer` describes the text. */
  mediaType?: 'text/csv' | 'text/calendar' | 'application/jose';
  answer: z.ZodType;
  /** Supports ETag and 304. */
  revalidates?: true;
  /** `Prefer: wait=30` holds a request whose answer would be 304 until there is something newer. */
  waits?: true;
  /** What the payload of the answer means, where the answer is a signed text. */
  payload?: z.ZodType;
  /** The answer to a report is 204, without content. */
  isReport?: true;
  /** Expensive: limited concurrency per person; others queue, and too many get 429. */
  isHeavy?: true;
  /** Rate limit per person, of public routes per address; shared by routes of the same name. */
  rate?: Readonly<{ name: string; maxPerMinute: number }>;
  /** The list member of the answer whose items are validated and streamed one by one. */
  streamsList?: string;
  /** In addition to those implied by its access. */
  problems?: readonly ProblemName[];
}>;

/** The part of a route that the client needs at run time. */
export type RouteHead = Pick<Route, 'method' | 'path' | 'access' | 'streams' | 'mediaType'>;

export type Contract = Readonly<Record<string, Route>>;

/** The read-only type of a schema. */
export type Described<S extends z.ZodType> = Frozen<z.output<S>>;

type Call = Pick<Route, 'method' | 'path'>;
type Entry = 'public' | 'signed-in' | `${Scope}:${Action}`;
type AccessOf<E extends Entry> = E extends 'public' | 'signed-in' ? E : Requirement;
type Definition = Omit<Route, keyof Call | 'access'> & Readonly<{ access: Entry }>;

/** `route('GET /api/dials', { access: 'dials:view', … })`. */
export function route<const D extends Definition>(call: `${Call['method']} ${Call['path']}`, definition: D) {
  const [method, path] = call.split(' ') as [Call['method'], Call['path']];
  const [scope, action] = definition.access.split(':');
  const access = (action === undefined ? scope : { scope, action }) as AccessOf<D['access']>;
  return { ...definition, method, path, access } as Omit<D, 'access'> & Call & Readonly<{ access: typeof access }>;
}

type InputPart<
  R extends Route,
  K extends 'params' | 'query' | 'body',
  Direction extends 'in' | 'out',
> = R[K] extends z.ZodType
  ? Record<K, Direction extends 'in' ? Frozen<z.input<R[K]>> : z.output<R[K]>>
  : Record<never, never>;

type Bytes<R extends Route, B> = R extends { takesBytes: true } ? Readonly<{ bytes: B }> : Record<never, never>;
export type SentBytes = Blob | Uint8Array<ArrayBuffer>;

/** Input of the client, deeply read-only. */
export type Input<R extends Route> = Readonly<
  InputPart<R, 'params', 'in'> & InputPart<R, 'query', 'in'> & InputPart<R, 'body', 'in'> & Bytes<R, SentBytes>
>;
/** Input of the handler: validated, with defaults. */
export type Checked<R extends Route> = InputPart<R, 'params', 'out'> &
  InputPart<R, 'query', 'out'> &
  InputPart<R, 'body', 'out'> &
  Bytes<R, Uint8Array>;
export type Answer<R extends Route> = Described<R['answer']>;

/** Deeply read-only. Stops at arbitrary JSON, which is recursive. */
type Frozen<T> = z.core.util.JSONType extends T ? T : T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

/** All problems a route can return, including those of its access. */
export function problemsOf(definition: Route): ProblemName[] {
  const names = new Set<ProblemName>(definition.problems);
  if (definition.access !== 'public') names.add('not-signed-in').add('unavailable');
  if (typeof definition.access === 'object') names.add('not-allowed');
  if (definition.changes) names.add('stale').add('revision-needed');
  if (definition.params || definition.query || definition.body) names.add('invalid-input');
  if (definition.takesBytes) names.add('too-large');
  if (definition.isHeavy || definition.rate) names.add('too-many-requests');
  return [...names];
}
