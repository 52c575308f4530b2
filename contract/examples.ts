import { z } from 'zod';
import { CONTENT, FORMATS } from './example-content.ts';
import type { Route } from './route.ts';

type Json = { [key: string]: unknown };
type JsonSchema = Readonly<{
  $ref?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  type?: string | readonly string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  properties?: Readonly<Record<string, JsonSchema>>;
  items?: JsonSchema;
  prefixItems?: readonly JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
}>;

/** The parts of a route that a reader sees an example of. */
export type ExamplePart = 'params' | 'query' | 'body' | 'answer';

/** An example of one part of a route, derived from its schema: every field once, with the content of example-content.ts. */
export function exampleOf(name: string, route: Route, part: ExamplePart): unknown {
  const schema = route[part];
  if (schema === undefined) return undefined;
  const { $defs = {}, ...described } = z.toJSONSchema(schema, {
    io: part === 'answer' ? 'output' : 'input',
    reused: 'inline',
  }) as JsonSchema & { $defs?: Readonly<Record<string, JsonSchema>> };

  /** `owners`: the schema or route of a field, and the field around it. */
  const write = (of: JsonSchema, owners: readonly string[], key: string): unknown => {
    const own = owners.map((owner) => CONTENT[`${owner}.${key}`]);
    const options = of.anyOf ?? of.oneOf;
    const types = options?.flatMap((option) => option.type ?? []) ?? [of.type ?? []].flat();
    const [type] = types;
    const given = [...own, CONTENT[key]].find((content) => fits(content, options ? undefined : type));
    if (given === null && types.includes('null')) return null;
    if (of.$ref !== undefined) {
      const id = of.$ref.replace('#/$defs/', '');
      return CONTENT[id] ?? (id.startsWith('__') ? (given ?? {}) : write($defs[id] ?? {}, [id, key], key));
    }
    if (of.const !== undefined) return of.const;
    if (of.enum !== undefined) return of.enum.includes(given) ? given : of.enum[0];
    if (options) return write(options.find((option) => option.type !== 'null') ?? {}, owners, key);
    if (of.allOf) return Object.assign({}, ...of.allOf.map((member) => write(member, owners, key)));
    if (type === 'object') return given ?? writeObject(of, owners, key);
    if (type === 'array')
      return given ?? (of.prefixItems ?? [of.items ?? {}]).map((item) => write(item, owners, `${key}[]`));
    if (type === 'boolean') return given ?? true;
    if (type === 'integer' || type === 'number')
      return given ?? Math.min(Math.max(3, of.minimum ?? 3), of.maximum ?? 3);
    if (type === 'null') return null;
    const written = own.find((content) => content !== undefined) ?? FORMATS[of.format ?? ''] ?? given;
    if (written === undefined)
      throw new Error(`${name}: ${owners[0]}.${key} has no content in contract/example-content.ts.`);
    return written;
  };
  const writeObject = (of: JsonSchema, [owner = name]: readonly string[], key: string): Json => {
    const entries = Object.entries(of.properties ?? {});
    const fields = entries.map(([field, member]) => [field, write(member, [owner, key], field)]);
    const others = of.additionalProperties;
    if (fields.length === 0 && typeof others === 'object')
      for (const field of of.propertyNames?.enum ?? [CONTENT[`${key}{key}`]])
        fields.push([String(field), write(others, [owner, key], `${key}{}`)]);
    return Object.fromEntries(fields) as Json;
  };
  const id = z.globalRegistry.get(schema)?.id ?? name;
  return CONTENT[`${name}.${part}`] ?? CONTENT[id] ?? write(described, [id], part);
}

/** The same name may be a number here and a text there. */
function fits(content: unknown, type: string | undefined): boolean {
  if (content === undefined || content === null || type === undefined) return content !== undefined;
  if (type === 'integer') return Number.isInteger(content);
  return (Array.isArray(content) ? 'array' : typeof content) === type;
}
