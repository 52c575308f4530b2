import { expect, test } from 'vitest';
import { BUCKET_LIMITS } from '#domain/bucket/entry.ts';
import { LIMITS } from '#domain/dial/dial.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { useTestApp } from '#server/testing/app.ts';
import { bucketTester } from '#server/testing/buckets.ts';
import { addManyDials } from '#server/testing/many-dials.ts';

const server = useTestApp();

const MAX_REFUSAL_BYTES = 80 * 1024;

type Sent = Readonly<{ method?: 'PUT' | 'POST'; who?: string | readonly string[]; ifMatch?: string }>;
async function send(url: string, payload: string, { method = 'POST', who = 'administrator', ifMatch }: Sent = {}) {
  const headers = {
    ...(await server.as(who)),
    'content-type': 'application/json',
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
  };
  return server.app.inject({ method, url, headers, payload });
}
type Answer = Awaited<ReturnType<typeof send>>;
const problemOf = (answer: Answer) =>
  answer.json<{ status: number; detail: string; errors?: { path: string; message: string }[] }>();

const NUL = '"\\u0000"';
const nested = (depth: number, inner = '1') => '['.repeat(depth) + inner + ']'.repeat(depth);
const IMPORT = '/api/dial-import/preview';
const importing = (data: string) => `{"rows":[{"data":${data}}]}`;
const FLAGS = '/api/ofrep/v1/evaluate/flags';
const context = (member: string) => `{"context":{"targetingKey":"x","more":${member}}}`;

test('a key of a million characters with thousands of NUL texts is refused with a short response', async () => {
  const texts = Array.from({ length: 5000 }, () => NUL).join(',');
  const answer = await send(IMPORT, importing(`{"${'k'.repeat(1_000_000)}":[${texts}]}`));
  expect(answer.statusCode).toBe(400);
  expect(answer.body.length).toBeLessThan(MAX_REFUSAL_BYTES);
  const { errors = [] } = problemOf(answer);
  expect(errors).toHaveLength(100);
  expect(errors.every(({ path }) => path.length <= 200)).toBe(true);
  expect(errors[0]).toEqual({
    path: expect.stringMatching(/^rows\.0\.data\.k+…$/),
    message: 'This text contains a character that cannot be stored',
  });
});

test('a 60 KB body of NUL texts from someone without permissions is refused with a short response', async () => {
  const texts = Array.from({ length: 3000 }, () => NUL).join(',');
  const answer = await send(FLAGS, context(`{"${'k'.repeat(30_000)}":[${texts}]}`), { who: [] });
  expect(answer.statusCode).toBe(400);
  expect(answer.body.length).toBeLessThan(MAX_REFUSAL_BYTES);
});

test('NUL in a key is refused with its path', async () => {
  const answer = await send(FLAGS, context('{"a\\u0000b":1}'));
  expect(answer.statusCode).toBe(400);
  expect(problemOf(answer).errors).toEqual([{ path: 'context.more.a\0b', message: expect.any(String) }]);
});

test.each([
  ['2,000 levels of lists in a part that may hold anything', FLAGS, context(nested(2000))],
  ['30,000 levels of lists in a part that may hold anything', FLAGS, context(nested(30_000))],
  ['2,000 levels of objects', FLAGS, context(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`)],
  ['a million levels in an import', IMPORT, importing(`{"a":${nested(1_000_000)}}`)],
  ['a list instead of an object', '/api/dials', nested(2000)],
  ['2,000 levels in a field of a form', '/api/dials', `{"name":${nested(2000)}}`],
])('a body is refused for its nesting: %s', async (_what, url, payload) => {
  const answer = await send(url, payload);
  expect(answer.statusCode).toBe(400);
  expect(problemOf(answer).detail).toBe('The body is nested more than 32 levels deep. Please flatten it.');
});

test('a list of two million members where a few are expected is refused with a short response', async () => {
  const answer = await send(IMPORT, `{"rows":[${'1,'.repeat(2_000_000)}1]}`);
  expect(answer.statusCode).toBe(400);
  expect(answer.body.length).toBeLessThan(1000);
  expect(problemOf(answer).detail).toBe('A list in the body has more than 10000 members. Please shorten it.');
});

test('hundreds of invalid members and thousands of unknown keys are refused with a short response', async () => {
  const wrong = await send('/api/dials', `{"name":"x","dimensions":{"brokers":[${'1,'.repeat(499)}1]}}`);
  expect(problemOf(wrong).errors).toHaveLength(100);
  const names = Array.from({ length: 5000 }, (_, index) => `"unknown ${index}":1`).join(',');
  const unknown = await send('/api/dials', `{"name":"x",${names}}`);
  expect(unknown.statusCode).toBe(400);
  expect(unknown.body.length).toBeLessThan(2000);
});

test('an import with four hundred errors in every row reports the first errors of each row', async () => {
  const row = `{"data":{"name":"x","dimensions":{"brokers":[${'1,'.repeat(399)}1]}}}`;
  const answer = await send(IMPORT, `{"rows":[${Array.from({ length: 1000 }, () => row).join(',')}]}`);
  expect(answer.statusCode).toBe(200);
  const { outcomes } = answer.json<{ outcomes: { errors: unknown[] }[] }>();
  expect(new Set(outcomes.map(({ errors }) => errors.length))).toEqual(new Set([20]));
});

test('64 KB are refused where nothing that long is valid', async () => {
  const answer = await send(FLAGS, context(`"${'x'.repeat(64 * 1024)}"`));
  expect(answer.statusCode).toBe(413);
});

const overrides = {
  ignore_expiring_line: 'expiring_line',
  lead_share_cap: 12.55,
  max_line: 999_999_999_999,
  min_line: 100_000_000_000,
  policy_share_cap: 12.55,
} as const;
test.each([
  [300, 'cargo'],
  [BUCKET_LIMITS.entries, 'specie'],
])('a bucket of %i dials with every override is saved', async (count, cob) => {
  const { db } = server.database;
  const at = new Date();
  await db
    .insertInto('partner')
    .values({ number: 9101, name: 'Alder' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await addManyDials(db, { count: 3 * count, from: 10_000 * count, by: 'demo|underwriter', at });
  const dials = await db
    .selectFrom('dial')
    .select(['id', 'published_version'])
    .where('published_version', 'is not', null)
    .where('status', '=', 'ready')
    .limit(count)
    .execute();
  const entries = dials.map(({ id, published_version }) => ({
    dial_id: id,
    version: published_version ?? 1,
    overrides,
  }));
  const buckets = bucketTester(server);
  const saved = await buckets.saved(await buckets.add(9101, cob), entries);
  expect(saved.draft?.entries).toHaveLength(count);
  expect(JSON.stringify({ entries }).length).toBeGreaterThan(count * 200);
});

test('the largest dial that its schema accepts is read', async () => {
  const dimensions = Object.fromEntries(
    DIMENSION_KEYS.flatMap((key): [string, unknown][] => {
      const { kind } = dimensionOf(key);
      if (kind === 'intervals') return [[key, '1'.repeat(4000)]];
      return kind === 'options' ? [[key, Array.from({ length: LIMITS.options }, () => 'c'.repeat(80))]] : [];
    }),
  );
  const answer = await send('/api/dials', JSON.stringify({ name: 'Large', dimensions }));
  expect(answer.statusCode).toBe(400);
  expect(problemOf(answer).errors?.every(({ path }) => path.startsWith('dimensions.'))).toBe(true);
});

test('the body of an import may have megabytes', async () => {
  const row = { data: { name: 'x', description: 'd'.repeat(1990) } };
  const answer = await send(IMPORT, JSON.stringify({ rows: Array.from({ length: 1000 }, () => row) }));
  expect(answer.statusCode).toBe(200);
});
