import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readDocument } from '#domain/feed/document.ts';
import { contract } from './contract.ts';
import { feedRoutes } from './feed.ts';
import { openApi } from './openapi.ts';
import { PROBLEMS } from './problem.ts';
import { problemsOf, type Route, route } from './route.ts';

type Operation = {
  operationId: string;
  tags: [string];
  summary: string;
  security: object[];
  'x-permission'?: string;
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content: Record<string, { schema: object; example?: unknown }> }>;
};
type Printed = {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: Record<string, unknown> }>; securitySchemes: object };
};
const print = (of: Parameters<typeof openApi>[0]) => openApi(of, { title: 'Lineslip', version: '1' }) as Printed;
const printed = print(contract);
const printedFeed = print(feedRoutes);

const ROUTES: [string, Route][] = Object.entries(contract);
const operationOf = ({ method, path }: Route, document = printed) =>
  document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => (key === '$ref' ? [String(member)] : references(member)));
}
function resolve(document: Printed, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
}

describe('the printed API', () => {
  test('is OpenAPI 3.1 with exactly the routes of the contract', () => {
    expect(printed.openapi).toBe('3.1.0');
    const operations = Object.values(printed.paths).flatMap((methods) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(contract).toSorted());
  });

  test('has every route in a chapter', () => {
    const operations = Object.values(printed.paths).flatMap((methods) => Object.values(methods));
    const chapters = new Set(printed.tags.map(({ name }) => name));
    expect(operations.filter(({ tags }) => !chapters.has(tags[0]))).toEqual([]);
  });

  test.each(ROUTES)('%s says what it needs, takes and answers', (name, definition) => {
    const operation = operationOf(definition);
    expect(operation).toMatchObject({ operationId: name, summary: definition.summary });
    const { access } = definition;
    expect(operation?.security).toEqual(access === 'public' ? [] : [{ accessToken: [] }]);
    expect(operation?.['x-permission']).toBe(
      typeof access === 'object' ? `${access.scope}:${access.action}` : undefined,
    );
    expect(operation?.requestBody !== undefined).toBe(definition.body !== undefined || definition.takesBytes === true);
    const parameters = [
      ...Object.keys(definition.params?.shape ?? {}),
      ...Object.keys(definition.query?.shape ?? {}),
      ...(definition.changes ? ['If-Match'] : []),
      ...(definition.revalidates ? ['If-None-Match'] : []),
      ...(definition.waits ? ['Prefer'] : []),
    ];
    expect((operation?.parameters ?? []).map((parameter) => parameter.name)).toEqual(parameters);
    const contents = [...(definition.body ? [operation?.requestBody] : []), operation?.responses[200]];
    for (const content of contents)
      for (const media of Object.values(content?.content ?? {})) expect(media).toHaveProperty('example');
    const statuses = new Set(problemsOf(definition).map((problem) => PROBLEMS[problem].status));
    expect(Object.keys(operation?.responses ?? {}).map(Number)).toEqual([
      200,
      ...(definition.revalidates ? [304] : []),
      ...[...statuses].toSorted((a, b) => a - b),
    ]);
    for (const status of statuses)
      expect(operation?.responses[status]?.content).toEqual({
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          example: expect.objectContaining({ status }),
        },
      });
  });

  test('says of the feed how to wait, what is new, and what the bytes mean', () => {
    const release = operationOf(feedRoutes.readRelease, printedFeed);
    expect(release?.parameters?.map(({ name }) => name)).toEqual(['channel', 'If-None-Match', 'Prefer']);
    expect(release?.responses).toMatchObject({
      200: {
        headers: { ETag: {} },
        content: { 'application/jose': { schema: { contentSchema: { $ref: '#/components/schemas/FeedRelease' } } } },
      },
      304: {},
    });
    const document = operationOf(feedRoutes.readDocument, printedFeed)?.responses[200]?.content?.['application/json'];
    expect(document).toMatchObject({ schema: { $ref: '#/components/schemas/FeedDocument' } });
    expect(readDocument(JSON.stringify(document?.example)).entries).not.toEqual([]);
    for (const route of [feedRoutes.reportStatus, feedRoutes.reportDecisions])
      expect(Object.keys(operationOf(route, printedFeed)?.responses ?? {})[0]).toBe('204');
  });

  test('has no dangling references and no unused components', () => {
    const found = new Set(references(printed));
    for (const reference of found) expect(resolve(printed, reference), reference).toBeTypeOf('object');
    const components = Object.keys(printed.components.schemas).map((id) => `#/components/schemas/${id}`);
    expect([...found].toSorted()).toEqual(components.toSorted());
  });

  test('keeps a property that is named id', () => {
    expect(Object.keys(printed.components.schemas['User']?.properties ?? {})).toContain('id');
    expect(printed.components.schemas['User']).not.toHaveProperty('id');
  });

  test('is plain data, the same every time', () => {
    expect(JSON.parse(JSON.stringify(printed))).toEqual(printed);
    expect(JSON.stringify(print(contract))).toBe(JSON.stringify(printed));
  });

  test('resolves parts within parts, in what is sent and in what comes back', () => {
    const leaf = z.object({ id: z.string(), $id: z.literal('leaf').optional() }).meta({ id: 'OpenApiTestLeaf' });
    const branch = z.object({ leaves: z.array(leaf) }).meta({ id: 'OpenApiTestBranch' });
    const grow = route('POST /api/trees/:userId', {
      summary: 'Grow',
      access: 'dials:edit',
      params: z.object({ userId: z.string() }),
      body: z.object({ branch }),
      answer: z.object({ tree: z.object({ branches: z.array(branch) }) }),
    });
    const document = print({ grow });
    const found = new Set(references(document));
    expect([...found].toSorted()).toEqual(
      ['OpenApiTestBranch', 'OpenApiTestLeaf', 'Problem'].map((id) => `#/components/schemas/${id}`),
    );
    for (const reference of found) expect(resolve(document, reference), reference).toBeTypeOf('object');
    expect(JSON.stringify(document)).not.toContain('$defs');
    expect(operationOf(grow, document)?.parameters).toEqual([
      { name: 'userId', in: 'path', required: true, schema: { type: 'string' }, example: 'demo|underwriter' },
    ]);
  });
});
