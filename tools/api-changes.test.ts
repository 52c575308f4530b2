import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApi } from '#contract/openapi.ts';
import { type Route, route } from '#contract/route.ts';
import { type ApiDocument, compareFacts, listFacts, writeChanges } from './api-changes.ts';

const body = z.object({ name: z.string(), reason: z.string().optional(), cob: z.enum(['cargo', 'hull']) });
const answer = z.object({
  id: z.string(),
  cob: z.enum(['cargo', 'hull']),
  items: z.array(z.object({ name: z.string(), next: z.string().nullable() })),
});
type Parts = Readonly<{ body?: z.ZodType; answer?: z.ZodType; query?: z.ZodObject }>;
const change = (parts: Parts = {}): Route =>
  route('PUT /api/dials', { summary: 'Change', access: 'dials:edit', body, answer, ...parts });

const factsOf = (routes: Readonly<Record<string, Route>>) =>
  listFacts(openApi(routes, { title: 'Test', version: '1' }) as ApiDocument);
const compare = (after: Readonly<Record<string, Route>>) => compareFacts(factsOf({ change: change() }), factsOf(after));
const changeTo = (parts: Parts) => compare({ change: change(parts) });
const ROUTE = '`PUT /api/dials`';

test('the same contract has no changes', () => {
  expect(changeTo({})).toEqual({ breaking: [], other: [] });
});

test('a removed route is breaking, an added one is not', () => {
  const read = route('GET /api/dials', { summary: 'Read', access: 'public', answer });
  expect(compare({ change: change(), read })).toEqual({ breaking: [], other: ['`GET /api/dials`: added'] });
  expect(compare({ read })).toEqual({ breaking: [`${ROUTE}: removed`], other: ['`GET /api/dials`: added'] });
});

test.each<[string, Parts, string]>([
  ['a removed input', { body: body.omit({ reason: true }) }, `${ROUTE}, request: \`body.reason\` removed`],
  ['a new required input', { body: body.extend({ code: z.string() }) }, `${ROUTE}, request: \`body.code\` added`],
  ['an input that is required now', { body: body.required() }, `${ROUTE}, request: \`body.reason\` required now`],
  [
    'a word that is no longer accepted',
    { body: body.extend({ cob: z.enum(['cargo']) }) },
    `${ROUTE}, request: \`body.cob\` no longer \`"hull"\``,
  ],
  ['a removed answer', { answer: answer.omit({ items: true }) }, `${ROUTE}, answer: \`items\` removed`],
  ['an answer that may be missing', { answer: answer.partial({ id: true }) }, `${ROUTE}, answer: \`id\` optional now`],
  [
    'an answer that may be null',
    { answer: answer.extend({ id: z.string().nullable() }) },
    `${ROUTE}, answer: \`id\` also \`null\``,
  ],
])('%s is breaking', (_what, parts, line) => {
  expect(changeTo(parts)).toEqual({ breaking: [line], other: [] });
});

test.each<[string, Parts, string]>([
  ['an optional input', { body: body.extend({ code: z.string().optional() }) }, `request: \`body.code\` added`],
  ['an input that is optional now', { body: body.partial({ name: true }) }, `request: \`body.name\` optional now`],
  [
    'a word that is accepted too',
    { body: body.extend({ cob: z.enum(['cargo', 'hull', 'fi']) }) },
    `request: \`body.cob\` also \`"fi"\``,
  ],
  ['an optional parameter', { query: z.object({ q: z.string().optional() }) }, 'request: `q` added'],
  [
    'a new answer, said once',
    { answer: answer.extend({ stop: z.object({ by: z.object({ id: z.string() }) }) }) },
    'answer: `stop` added',
  ],
  [
    'a word that is answered too',
    { answer: answer.extend({ cob: z.enum(['cargo', 'hull', 'fi']) }) },
    'answer: `cob` also `"fi"`',
  ],
])('%s is not breaking', (_what, parts, line) => {
  expect(changeTo(parts)).toEqual({ breaking: [], other: [`${ROUTE}, ${line}`] });
});

test('a field of a component is named once, by its component and direction', () => {
  const documentOf = (properties: object): ApiDocument => {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Dial' } } };
    const operation = { responses: { 200: { content } } };
    return {
      paths: { '/api/dials': { get: operation }, '/api/dials/{dialId}': { get: operation } },
      components: { schemas: { Dial: { type: 'object', properties, required: Object.keys(properties) } } },
    } as ApiDocument;
  };
  const [before, after] = [{ id: { type: 'string' }, name: { type: 'string' } }, { id: { type: 'integer' } }];
  expect(compareFacts(listFacts(documentOf(before)), listFacts(documentOf(after)))).toEqual({
    breaking: ['`Dial`, answer: `id` also `integer`, no longer `string`', '`Dial`, answer: `name` removed'],
    other: [],
  });
});

test('the page names every change', () => {
  const changes = { breaking: [`${ROUTE}: removed`], other: ['`GET /api/dials`: added'] };
  const page = writeChanges('0.1.0', changes);
  for (const line of [...changes.breaking, ...changes.other]) expect(page).toContain(`\n- ${line}\n`);
  expect(page).toContain('# Changes of the API since 0.1.0');
});
