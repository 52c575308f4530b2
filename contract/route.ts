import type { z } from 'zod';
import type { Action, Requirement, Scope } from '#domain/user/permission.ts';
import type { ProblemName } from './problem.ts';

export type Access = 'public' | 'signed-in' | Requirement;

/** How large a body may be, unless its route names another limit. */
export const MAX_BODY_BYTES = 64 * 1024;
/** For forms whose longest legal list needs more: 500 entries of a bucket with all overrides are about 115 KB. */
export const MAX_LONG_FORM_BYTES = 256 * 1024;

/** One call of the API, as data. Server, client, OpenAPI and the authorization tests are all made from it. */
export type Route = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/api/${string}`;
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is not JSON but bytes, up to `maxBodyBytes`: a file, or a part of one. */
  takesBytes?: true;
  /** Where what is legal does not fit into `MAX_BODY_BYTES`: how large a body may be. */
  maxBodyBytes?: number;
  /** Where a body may take longer to arrive than others, over a slow line. */
  bodySeconds?: number;
  /** Changes what others may be changing too: the caller names the revision it is based on, as If-Match. */
  changes?: true;
  /** Answers are sent as they happen, one server-sent event each, until the caller goes. */
  streams?: true;
  answer: z.ZodType;
  /** The answer carries an ETag; a caller that has it already gets 304. */
  revalidates?: true;
  /** Costs much to answer: a person gets a few at a time, the next ones wait, and too many are refused with 429. */
  isHeavy?: true;
  /** How often a person may call it in a minute, together with all routes of the same name; then it is 429. */
  rate?: Readonly<{ name: string; maxPerMinute: number }>;
  /** The member of the answer that is a long list: its items are checked and sent one after the other. */
  streamsList?: string;
  /** Besides those that every call of its access can give. */
  problems?: readonly ProblemName[];
}>;

/** What a caller must know to send a call; the rest of a route is types, or the server's business. */
export type RouteHead = Pick<Route, 'method' | 'path' | 'access' | 'streams'>;

export type Contract = Readonly<Record<string, Route>>;

/** The type of what a schema describes. */
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

type Part<
  R extends Route,
  K extends 'params' | 'query' | 'body',
  Direction extends 'in' | 'out',
> = R[K] extends z.ZodType ? Record<K, Direction extends 'in' ? z.input<R[K]> : z.output<R[K]>> : Record<never, never>;

type Bytes<R extends Route, B> = R extends { takesBytes: true } ? Readonly<{ bytes: B }> : Record<never, never>;
/** A part of a file, which the browser reads by itself, or bytes. */
export type SentBytes = Blob | Uint8Array<ArrayBuffer>;

/** What the caller gives. */
export type Input<R extends Route> = Part<R, 'params', 'in'> &
  Part<R, 'query', 'in'> &
  Part<R, 'body', 'in'> &
  Bytes<R, SentBytes>;
/** What the handler gets: checked, defaults filled in. */
export type Checked<R extends Route> = Part<R, 'params', 'out'> &
  Part<R, 'query', 'out'> &
  Part<R, 'body', 'out'> &
  Bytes<R, Uint8Array>;
export type Answer<R extends Route> = Described<R['answer']>;

/** Answers are read, never written to. What may hold any JSON has no end to go down to. */
type Frozen<T> = z.core.util.JSONType extends T ? T : T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

/** The problems a route can answer with, its access included. */
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
