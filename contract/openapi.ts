import { z } from 'zod';
import { exampleOf } from './examples.ts';
import { Problem, PROBLEMS, type ProblemDocument } from './problem.ts';
import { type Contract, type Route, problemsOf } from './route.ts';

type Json = { [key: string]: unknown };

/** The chapters of the document, by how a path begins. */
const TAGS = [
  ['Dials', /^\/api\/(dials?|coming-dials)\b/],
  ['Buckets', /^\/api\/(buckets?|classes|draft-sets)\b/],
  ['Reviews', /^\/api\/(reviews?|go-lives|appetite-proposals|authority|class-records)\b/],
  ['You', /^\/api\/(me|notifications|calendar)\b/],
  ['Users', /^\/api\/(users|access)\b/],
  ['Administration', /^\/api\/(admin|audit)\b/],
  ['Engines', /^\/api\/(engines|reporting)\b/],
  ['Feed', /^\/feed\b/],
  ['Reference data', /^\/api\/(partners|reference|portfolio)\b/],
  ['System', /^\/api\/(settings|setup|health|ofrep)\b/],
] as const;

const tagOf = ({ path }: Route): string => TAGS.find(([, begin]) => begin.test(path))?.[0] ?? 'Other';

const PROBLEM_DETAIL = 'A sentence for whoever sent the request: what is wrong, and what helps.';

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    reference: z.string().optional(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    changed: z.object({ by: z.string(), did: z.string(), outcome: z.string().optional(), at: z.string() }).optional(),
  })
  .meta({ id: 'Problem' }) satisfies z.ZodType<ProblemDocument>;

/** Generates OpenAPI 3.1. Schemas with an id become components. */
export function openApi(contract: Contract, info: { title: string; version: string }): Json {
  const schemas: Json = {};
  const describe = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const {
      $schema: _,
      $defs,
      ...described
    } = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      reused: 'inline',
    }) as Json & { $defs?: Json };
    Object.assign(schemas, $defs);
    const id = z.globalRegistry.get(schema)?.id;
    if (id === undefined) return rewrite(described) as Json;
    // A schema with components may come back as a reference to itself.
    schemas[id] ??= described;
    return { $ref: `#/components/schemas/${id}` };
  };
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(contract)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route, describe) };
  }
  return {
    openapi: '3.1.0',
    info,
    tags: TAGS.map(([name]) => ({ name })),
    paths,
    components: {
      schemas: rewrite(Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)))),
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a person. The page /api/docs sends that of whoever is signed in.',
        },
        engineToken: { type: 'http', scheme: 'bearer', description: 'The token of a rating engine.' },
      },
    },
  };
}

type Describe = (schema: z.ZodType, io: 'input' | 'output') => Json;

function operation(name: string, route: Route, describe: Describe): Json {
  const places = exampleOf(name, route, 'params') as Json | undefined;
  const parameters: Json[] = (['params', 'query'] as const).flatMap((part) =>
    Object.entries(route[part]?.shape ?? {}).map(([key, schema]) => ({
      name: key,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params',
      schema: describe(schema as z.ZodType, 'input'),
      ...(part === 'params' && { example: places?.[key] }),
    })),
  );
  if (route.changes)
    parameters.push({
      name: 'If-Match',
      in: 'header',
      required: true,
      description: 'The revision that the change is based on',
      schema: { type: 'string' },
      example: '"3"',
    });
  if (route.revalidates) parameters.push(headerOf('If-None-Match', 'The ETag of the answer that is known', '"5f2c…"'));
  if (route.waits)
    parameters.push(
      headerOf(
        'Prefer',
        'Where If-None-Match names the newest answer, waits for a newer one for up to 60 seconds, then answers 304',
        'wait=30',
      ),
    );
  const problems = Map.groupBy(problemsOf(route), (problem) => PROBLEMS[problem].status);
  const responses: Json = route.isReport
    ? { 204: { description: 'Received' } }
    : {
        200: {
          description: 'Done',
          ...(route.revalidates && {
            headers: { ETag: { description: 'For If-None-Match', schema: { type: 'string' } } },
          }),
          content: answerOf(name, route, describe),
        },
        ...(route.revalidates && { 304: { description: 'The answer that If-None-Match names is still the newest' } }),
      };
  for (const [status, names] of [...problems].toSorted(([a], [b]) => a - b)) {
    responses[status] = {
      description: names.map((problem) => PROBLEMS[problem].title).join('; '),
      content: {
        'application/problem+json': {
          schema: describe(problemSchema, 'output'),
          example: new Problem(names[0] ?? 'unexpected', PROBLEM_DETAIL).document,
        },
      },
    };
  }
  return {
    operationId: name,
    tags: [tagOf(route)],
    summary: route.summary,
    ...(typeof route.access === 'object' && { 'x-permission': `${route.access.scope}:${route.access.action}` }),
    ...(route.isHeavy && { 'x-heavy': true }),
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: describe(route.body, 'input'), example: exampleOf(name, route, 'body') },
        },
      },
    }),
    ...(route.takesBytes && {
      requestBody: { required: true, content: { 'application/octet-stream': { schema: { type: 'string' } } } },
    }),
    responses,
  };
}

const headerOf = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
  example,
});

const securityOf = ({ access }: Route): Json[] =>
  access === 'public' ? [] : [{ [access === 'engine' ? 'engineToken' : 'accessToken']: [] }];

function answerOf(name: string, route: Route, describe: Describe): Json {
  const schema = {
    ...describe(route.answer, 'output'),
    ...(route.payload && { contentMediaType: 'application/jose', contentSchema: describe(route.payload, 'output') }),
  };
  const content = { schema, example: exampleOf(name, route, 'answer') };
  return { [route.streams ? 'text/event-stream' : (route.mediaType ?? 'application/json')]: content };
}

/** Turns local definitions into components. */
function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !(['id', '$id', '$schema'].includes(key) && typeof member === 'string'))
      .map(([key, member]) => [
        key,
        key === '$ref' && typeof member === 'string'
          ? member.replace('#/$defs/', '#/components/schemas/')
          : rewrite(member),
      ]),
  );
}
