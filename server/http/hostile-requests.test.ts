import { beforeAll, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import type { Route } from '#contract/route.ts';
import { SCOPES } from '#domain/user/permission.ts';
import { verifyChain } from '#server/audit/audit.verify.ts';
import { addDemoContent } from '#server/demo/demo.service.ts';
import { useTestApp } from '#server/testing/app.ts';
import {
  collectTrouble,
  type HostileRequest,
  hostileRequests,
  type ExistingValues,
} from '#server/testing/hostile-requests.ts';
import { isLong } from '#server/testing/long-tests.ts';
import { randomOf } from '#server/testing/random.ts';
import { tableDigest } from '#server/testing/table-digest.ts';
import { writeCursor } from './cursor.ts';

const REQUESTS = isLong ? 50_000 : 300;
const MAX_REFUSAL_BYTES = 80 * 1024;
/** Rerun a failure with its seed. */
const SEED = Math.floor(Math.random() * 2 ** 32);

const { log, loud } = collectTrouble();
const server = useTestApp({ environment: { LOG_LEVEL: 'warn' }, log });
beforeAll(async () => {
  await addDemoContent(server.database.db, new Date());
});

const EVERYTHING = SCOPES.flatMap((scope) =>
  ['view', 'edit', 'create', 'delete'].map((action) => `${scope}:${action}`),
);

async function readExistingValues(): Promise<ExistingValues> {
  const { db } = server.database;
  const dials = await db.selectFrom('dial').select(['id', 'revision']).limit(20).execute();
  const buckets = await db.selectFrom('bucket').select(['partner_number', 'cob']).limit(20).execute();
  const people = await db.selectFrom('person').select(['id', 'email']).execute();
  const options = await db.selectFrom('reference_option').select(['list', 'code']).limit(40).execute();
  const ids = dials.map(({ id }) => id);
  return {
    dialId: ids,
    dial_id: ids,
    id: ids,
    partner: buckets.map(({ partner_number }) => partner_number),
    cob: buckets.map(({ cob }) => cob),
    userId: people.map(({ id }) => id),
    email: people.map(({ email }) => email),
    list: options.map(({ list }) => list),
    code: options.map(({ code }) => code),
    version: [1, 2],
    number: [1, 2],
    permissions: [['dials:view'], []],
    revision: [1, 2, 3, ...dials.map(({ revision }) => revision)],
    at: ['2026-11-16T10:00:00.000Z'],
  };
}

function describeRequest({ name, method, url, sent }: HostileRequest): string {
  return `${name}: ${method} ${url} ${JSON.stringify(sent).slice(0, 1500)}`;
}

test(
  'no hostile request of the contract causes a server error, a long response, or a partial change',
  { timeout: isLong ? 3_600_000 : 240_000 },
  async () => {
    console.info(`Hostile requests with seed ${SEED}`);
    const random = randomOf(SEED);
    const next = hostileRequests(contract, await readExistingValues(), random);
    // A refusal is recorded, and a list sums up the count deltas, which is equivalent.
    const digest = await tableDigest(server.database.db, { except: ['audit_event', 'audit_head', 'dial_count'] });
    const callers = [await server.as(EVERYTHING), await server.as(['dials:view', 'bucket:view']), {}];
    // The first list of a day updates the statuses of dials.
    await server.app.inject({ url: '/api/dials', headers: await server.as(EVERYTHING) });
    let before = await digest();
    const failures: string[] = [];
    const statuses = new Map<number, number>();
    for (let count = 0; count < REQUESTS && failures.length < 10; count += 1) {
      const request = next();
      const { method, url, sent } = request;
      const caller = random.chance(0.9) ? callers[0] : random.pick(callers);
      const answer = await server.app.inject({ ...sent, method, url, headers: { ...caller, ...sent.headers } });
      const isRefused = answer.statusCode >= 400;
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
      const fail = (why: string) =>
        failures.push(`seed ${SEED}, number ${count}, ${why} — ${describeRequest(request)}`);
      if (answer.statusCode >= 500) fail(`answered ${answer.body}`);
      if (isRefused && answer.body.length > MAX_REFUSAL_BYTES) fail(`answered ${answer.body.length} bytes`);
      if (method === 'GET') continue;
      const after = await digest();
      if (isRefused && after !== before) fail(`${answer.statusCode} changed ${before} to ${after}`);
      before = after;
    }
    expect(failures).toEqual([]);
    expect(loud).toEqual([]);
    expect(await verifyChain(server.database.db)).toMatchObject({ whole: true });
    // This only tests input validation while most requests get that far.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20);
    expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS / 20);
  },
);

/** Of rows that do not exist. */
const ID = '6f1c2f8e-1f5b-4c57-9d2b-0c7b1f6f0a11';
const MOMENTS = ['0000-01-01T00:00:00Z', '0000-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'];
const NUMBERS = [0, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, -(2 ** 53 - 1), 2 ** 53, 1e21, 1.5];
const TEXTS = ['', '\ud800', 'x'.repeat(500), '\uffff', '%'];
const CURSORS = [
  ...NUMBERS,
  ...MOMENTS.flatMap((at) => [ID, '1', '999999999999999999'].map((id) => ({ at, id }))),
  ...[...MOMENTS, ...TEXTS].map((key) => ({ key, id: ID })),
  ...TEXTS.flatMap((name) => [ID, '', '\udfff'].map((id) => ({ name, id }))),
  ...NUMBERS.flatMap((partner) => ['cargo', ''].map((cob) => ({ partner, cob }))),
];

/** What a list with a body needs in addition. */
const SENT: Readonly<Record<string, object>> = {
  listMeasuredRisks: { payload: { entries: [], figure: { of: 'changed' } } },
};

const lists = Object.entries<Route>(contract).filter(([, { query }]) => query && 'cursor' in query.shape);

test.each(lists)('the list of %s accepts or refuses a forged cursor', async (name, route) => {
  const { db } = server.database;
  const bucket = await db.selectFrom('bucket').select(['partner_number', 'cob']).executeTakeFirstOrThrow();
  const params: Record<string, unknown> = { partner: bucket.partner_number, cob: bucket.cob, userId: 'demo|viewer' };
  const path = route.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const headers = await server.as('administrator');
  const sorts = 'sort' in (route.query?.shape ?? {}) ? ['&sort=saved', '&sort=name'] : [''];
  const wrong: string[] = [];
  for (const position of CURSORS) {
    for (const sort of sorts) {
      const url = `${path}?cursor=${writeCursor(position)}${sort}`;
      const answer = await server.app.inject({ method: route.method, url, headers, ...SENT[name] });
      if (![200, 400].includes(answer.statusCode)) wrong.push(`${JSON.stringify(position)}: ${answer.body}`);
    }
  }
  expect(wrong).toEqual([]);
});
