import type { InjectOptions } from 'fastify';
import { z } from 'zod';
import type { Contract, Route } from '#contract/route.ts';
import type { LogStream } from '#server/http/log.ts';
import { hostileCursor, hostileText, hostileValue } from './hostile-values.ts';
import type { Random } from './random.ts';

type Json = { [key: string]: unknown };
/** Values that exist, by the name of the property or parameter. */
export type ExistingValues = Readonly<Record<string, readonly unknown[]>>;
export type HostileRequest = Readonly<{ name: string; method: Route['method']; url: string; sent: InjectOptions }>;

/** Checkpoints are news, not trouble. Some requests bring a token of nonsense, and refused ones are logged once a minute. */
const isExpected = (line: string): boolean =>
  (JSON.parse(line) as { level: number }).level < 40 || line.includes('A token was refused');

/** Collects what a server logs because of requests that it should answer calmly. */
export function collectTrouble(): Readonly<{ log: LogStream; loud: readonly string[] }> {
  const loud: string[] = [];
  return { log: { write: (line) => void (isExpected(line) || loud.push(line)) }, loud };
}

/** Requests for every route of a contract that are valid except for a few hostile values. */
export function hostileRequests(contract: Contract, existing: ExistingValues, random: Random): () => HostileRequest {
  // Lists come up more often, since cursors have many forms.
  const routes = Object.entries(contract)
    .filter(([, { streams }]) => !streams)
    .flatMap((entry) => (entry[1].query && 'cursor' in entry[1].query.shape ? [entry, entry, entry] : [entry]));
  const schemas = new Map<z.ZodType, Json>();
  const describe = (schema: z.ZodType): Json => {
    const described = schemas.get(schema) ?? z.toJSONSchema(schema, { io: 'input', reused: 'inline' });
    schemas.set(schema, described);
    return described;
  };
  const sampler = sampleOf(existing, random);

  function partOf(schema: z.ZodType | undefined): Json {
    return schema === undefined ? {} : (sampler(describe(schema), '') as Json);
  }

  return () => {
    const [name, route] = random.pick(routes);
    const params = spoilMembers(partOf(route.params), 0.15);
    const query = spoilMembers(partOf(route.query), 0.3);
    const path = route.path.replaceAll(/:(\w+)/g, (_, key: string) => encode(params[key]));
    const url = `${path}${queryOf(query)}`;
    const headers = headersOf(route);
    const payload = route.body === undefined ? random.pick([undefined, undefined, '', '{}']) : bodyOf(route.body);
    return { name, method: route.method, url, sent: { headers, ...(payload !== undefined && { payload }) } };
  };

  function spoilMembers(part: Json, probability: number): Json {
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => {
        if (key === 'cursor') return [key, hostileCursor(random)];
        return [key, random.chance(probability) ? random.pick([hostileText(random), hostileValue(random)]) : value];
      }),
    );
  }

  function queryOf(query: Json): string {
    const parts = Object.entries(query).flatMap(([key, value]) => {
      const one = `${key}=${encode(value)}`;
      return random.chance(0.05) ? [one, one] : [one];
    });
    if (random.chance(0.05)) parts.push(`${encode(hostileText(random))}=${encode(hostileText(random))}`);
    return parts.length === 0 ? '' : `?${parts.join('&')}`;
  }

  function headersOf(route: Route): Record<string, string> {
    const type = random.chance(0.93) ? 'application/json' : random.pick(TYPES);
    const ifMatch = random.chance(0.6)
      ? `"${String(random.pick(existing['revision'] ?? ['1']))}"`
      : random.pick(MATCHES);
    return {
      ...(route.method !== 'GET' && type && { 'content-type': type }),
      ...((route.changes || random.chance(0.05)) && ifMatch && { 'if-match': ifMatch }),
    };
  }

  function bodyOf(schema: z.ZodType): string {
    const body = sampler(describe(schema), '');
    const places = random.chance(0.1) ? 0 : 1 + random.below(3);
    for (let count = 0; count < places; count += 1) spoilProperty(body);
    const text = JSON.stringify(random.chance(0.03) ? hostileValue(random) : body) ?? '';
    return random.chance(0.92) ? text : breakText(text);
  }

  /** Replaces, removes or adds one property somewhere inside. */
  function spoilProperty(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const container = value as Json;
    const keys = Object.keys(container);
    const key = keys.length === 0 ? 'x' : random.pick(keys);
    const inner = container[key];
    if (typeof inner === 'object' && inner !== null && random.chance(0.6)) return spoilProperty(inner);
    const kind = random.below(10);
    if (kind === 0) delete container[key];
    else if (kind === 1) container[Array.isArray(value) ? value.length : hostileText(random)] = hostileValue(random);
    else container[key] = hostileValue(random);
  }

  function breakText(text: string): string {
    return random.pick([
      text.slice(0, random.below(text.length + 1)),
      `\ufeff${text}`,
      text.replace('{', '{"__proto__":{"admin":true},'),
      text.replace('{', '{"constructor":{"prototype":{"admin":true}},'),
      text.replace(/"(\w+)":/, '"$1":1,"$1":'),
      `${'['.repeat(3000)}${']'.repeat(3000)}`,
      text.replace(/:[^,}]+/, ':1e400'),
      `{"a":"${'x'.repeat(70_000)}"}`,
    ]);
  }
}

const TYPES = ['', 'text/plain', 'application/json; charset=utf-16', 'multipart/form-data', 'application/xml', 'a/b/c'];
const MATCHES = [
  '',
  '*',
  '""',
  '"0"',
  '"-1"',
  '"99999999999999999999"',
  'W/"1"',
  '"1", "2"',
  '"x"',
  `"${'9'.repeat(300)}"`,
];

/** Lone surrogates cannot be encoded in UTF-8 and are replaced. */
const encode = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()).slice(0, 6000);

/** A valid value for a JSON schema; often an existing one. */
function sampleOf(existing: ExistingValues, random: Random) {
  return function sample(schema: Json, key: string): unknown {
    const names = existing[key];
    if (names !== undefined && random.chance(0.8)) return structuredClone(random.pick(names));
    const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
    if (choices) return sample(random.pick(choices), key);
    if (Array.isArray(schema['enum'])) return random.pick(schema['enum'] as unknown[]);
    if ('const' in schema) return schema['const'];
    switch (schema['type']) {
      case 'object':
        return sampleObject(schema, key);
      case 'array':
        return Array.from({ length: random.below(4) }, () => sample(schema['items'] as Json, key));
      case 'integer':
      case 'number':
        return random.below(5) + 1;
      case 'boolean':
        return random.chance(0.5);
      case 'string':
        return sampleText(schema['format'], random);
      default:
        return null;
    }
  };

  function sampleObject(schema: Json, key: string): Json {
    const required = new Set(schema['required'] as string[] | undefined);
    const members = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
      .filter(([name]) => required.has(name) || random.chance(name === 'cursor' ? 0.7 : 0.3))
      .map(([name, member]) => [name, sampleOf(existing, random)(member, name)]);
    if (members.length === 0 && schema['propertyNames'] !== undefined) return { [key || 'name']: 'x' };
    return Object.fromEntries(members) as Json;
  }
}

function sampleText(format: unknown, random: Random): string {
  switch (format) {
    case 'uuid':
      return '6f1c2f8e-1f5b-4c57-9d2b-0c7b1f6f0a11';
    case 'date-time':
      return '2026-11-16T10:00:00.000Z';
    case 'date':
      return '2026-11-16';
    case 'email':
      return `pat.${random.below(1000)}@example.test`;
    default:
      return random.pick(['x', 'Cargo', '2026-12-01', '[1,2]']);
  }
}
