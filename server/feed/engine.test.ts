import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Notification } from '#contract/notification.ts';
import { ENGINE_TOKEN_PATTERN } from '#domain/feed/token.ts';
import { useTestApp } from '#server/testing/app.ts';
import { refusalOf } from '#server/testing/calls.ts';
import { eventually } from '#server/testing/eventually.ts';
import { execute } from '#server/testing/execute.ts';
import { feedTester } from '#server/testing/feeds.ts';
import { runBehindLock } from '#server/testing/locks.ts';
import { auditRecords } from '#server/testing/records.ts';
import { REVIEWERS, useReviews } from '#server/testing/reviews.ts';

const START = Date.parse('2026-11-18T09:00:00.000Z');
let clock = START;
const now = () => new Date((clock += 10));
const server = useTestApp({ now });
const reviews = useReviews(server);
const feed = feedTester(server);
const { addEngine, read, send, status, engine, call, good, release } = feed;

beforeEach(() => void (clock = Math.max(clock, START)));
let address = { partner: 0, cob: '' };
beforeAll(() => void (address = reviews.bucket()));

/** A go-live, which writes a release. */
async function goLive(at = reviews.bucket()): Promise<void> {
  const hash = await reviews.submitted(at, reviews.entries(0));
  for (const who of REVIEWERS.slice(0, 2)) await reviews.vote(who, at, hash, 'approve');
}

test('an engine token is shown once, stored as a hash, and is good for its channel of the feed alone', async () => {
  const { engine: added, token } = await addEngine({ name: 'London 1' });
  expect(token).toMatch(ENGINE_TOKEN_PATTERN);
  expect(added).toMatchObject({ name: 'London 1', channel: 'production', partners: null, state: 'never-seen' });
  expect(added.token.tail).toBe(token.slice(-4));
  const rows = await server.database.db.selectFrom('engine').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(
    JSON.stringify(await auditRecords(server.database.db, { object: added.id, action: 'engine_added' })),
  ).not.toContain(token);

  expect((await read(token, 'production')).statusCode).toBe(200);
  expect(await refusalOf(read(token, 'candidate'))).toBe('403 This token is for the channel production.');
  expect((await read(token, 'candidate/events')).statusCode).toBe(403);
  const people = await server.tokenOf('administrator');
  for (const path of ['production', 'production/events', 'keys', `documents/${'0'.repeat(64)}`])
    for (const wrong of [people, '', 'lsf_x', `lsf_${'x'.repeat(43)}`])
      expect((await read(wrong, path)).statusCode, path).toBe(401);
  for (const url of ['/api/me/work', '/api/engines', '/api/dials'])
    expect((await server.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(401);
});

test('only those with edit on admin add, replace and revoke; the name, day and partners are checked', async () => {
  const body = { name: 'Paris', channel: 'production', expires_on: '2027-01-31' };
  for (const who of ['viewer', 'underwriter', ['admin:view']])
    expect((await call('POST', '/api/engines', { who, body })).statusCode).toBe(403);
  const { engine: added } = await good<{ engine: { id: string } }>('POST', '/api/engines', { body });
  expect(await refusalOf(call('POST', '/api/engines', { body: { ...body, name: ' paris' } }))).toBe(
    '409 There is an engine called paris. Choose another name.',
  );
  const wrong = [
    { name: '' },
    { channel: 'test' },
    { expires_on: '2026-11-17' },
    { expires_on: '2027-12-01' },
    { expires_on: 'soon' },
    { partners: [1] },
  ];
  for (const change of wrong) {
    const answer = await call('POST', '/api/engines', { body: { ...body, name: 'Rome', ...change } });
    expect([answer.statusCode, Object.keys(change)]).toEqual([
      400,
      answer.json().errors.map((one: { path: string }) => one.path),
    ]);
  }
  for (const who of ['viewer', ['admin:view']]) {
    expect((await call('DELETE', `/api/engines/${added.id}/token`, { who })).statusCode).toBe(403);
    expect(
      (await call('POST', `/api/engines/${added.id}/token`, { who, body: { expires_on: '2027-01-31' } })).statusCode,
    ).toBe(403);
  }
  expect((await call('GET', '/api/engines', { who: ['bucket:view'] })).statusCode).toBe(403);
  expect((await call('DELETE', `/api/engines/${randomUUID()}/token`)).statusCode).toBe(404);
});

test('a replaced token works for an hour, or until the new one reports; a revoked or expired one ends at once', async () => {
  const { engine: added, token: first } = await addEngine();
  const replace = async () =>
    (await good<{ token: string }>('POST', `/api/engines/${added.id}/token`, { body: { expires_on: '2026-12-31' } }))
      .token;
  const codes = async (...tokens: string[]) =>
    Promise.all(tokens.map(async (token) => (await read(token, 'production')).statusCode));
  const second = await replace();
  expect(await codes(first, second)).toEqual([200, 200]);
  expect((await status(second)).statusCode).toBe(204);
  expect(await codes(first, second)).toEqual([401, 200]);
  const third = await replace();
  clock += 3_600_000;
  expect(await codes(second, third)).toEqual([401, 200]);
  await good('DELETE', `/api/engines/${added.id}/token`);
  expect(await codes(third)).toEqual([401]);
  expect((await engine(added.id))?.token.state).toBe('revoked');
  const fourth = await replace();
  expect(await codes(third, fourth)).toEqual([401, 200]);
  clock = Date.parse('2027-01-01T00:00:00.000Z');
  expect(await codes(fourth)).toEqual([401]);
  expect((await engine(added.id))?.token.state).toBe('expired');
  const recorded = await auditRecords(server.database.db, { object: added.id });
  expect(recorded.map(({ action }) => action)).toEqual([
    'engine_added',
    'engine_token_replaced',
    'engine_token_replaced',
    'engine_token_revoked',
    'engine_token_replaced',
  ]);
});

test('a token that is replaced in its last hour ends with its last day', async () => {
  const { engine: added, token: first } = await addEngine();
  const expiry = Date.parse(added.token.expires_at);
  clock = expiry - 1_800_000;
  const { token: second } = await good<{ token: string }>('POST', `/api/engines/${added.id}/token`, {
    body: { expires_on: new Date(expiry).toISOString().slice(0, 10) },
  });
  expect((await engine(added.id))?.token.old_ends_at).toBe(added.token.expires_at);
  const codes = async () =>
    Promise.all([first, second].map(async (token) => (await read(token, 'production')).statusCode));
  expect(await codes()).toEqual([200, 200]);
  clock = expiry;
  expect(await codes()).toEqual([401, 200]);
});

test('a request that waits answers when a release comes, and not before; an unchanged one is 304', async () => {
  const { token } = await addEngine();
  const { headers } = await read(token, 'production');
  const tag = { 'if-none-match': String(headers['etag']) };
  expect((await read(token, 'production', tag)).statusCode).toBe(304);
  expect((await read(token, 'production', { 'if-none-match': `W/${String(headers['etag'])}` })).statusCode).toBe(304);
  const waiting = read(token, 'production', { ...tag, prefer: 'wait=30' });
  await goLive();
  const answer = await waiting;
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['etag']).not.toBe(headers['etag']);
});

test('a revoked token ends a request that waits', () =>
  // The revocation may come before the request waits; then it gets 401.
  eventually(async () => {
    const { engine: added, token } = await addEngine();
    const { headers } = await read(token, 'production');
    const waiting = read(token, 'production', { 'if-none-match': String(headers['etag']), prefer: 'wait=60' });
    await good('DELETE', `/api/engines/${added.id}/token`);
    expect((await waiting).statusCode).toBe(304);
    expect((await read(token, 'production')).statusCode).toBe(401);
  }));

test('an engine that is limited to partners gets their buckets and documents alone, signed', async () => {
  await goLive(address);
  const [elsewhere = address] = await reviews.addBuckets(1);
  const hashElsewhere = await reviews.submitted(elsewhere, reviews.entries(1));
  for (const who of REVIEWERS.slice(0, 2)) await reviews.vote(who, elsewhere, hashElsewhere, 'approve');
  const all = await addEngine();
  const { token } = await addEngine({ partners: [address.partner] });
  const limited = await release(token);
  expect(limited.partners).toEqual([address.partner]);
  expect(new Set(limited.buckets.map(({ partner }) => partner))).toEqual(new Set([address.partner]));
  const whole = await release(all.token);
  const own = new Set(limited.buckets.map(({ document }) => document));
  const other = whole.buckets.find(({ document }) => !own.has(document));
  expect([other?.partner, other?.cob]).toEqual([elsewhere.partner, elsewhere.cob]);
  for (const hash of own) expect((await read(token, `documents/${hash}`)).statusCode).toBe(200);
  const reads = async (one: string) => (await read(one, `documents/${other?.document}`)).statusCode;
  expect([await reads(all.token), await reads(token)]).toEqual([200, 404]);
  const list = async (one: string) =>
    (await send(one, 'POST', 'documents', { documents: [other?.document, ...own] })).json<{ documents: object[] }>();
  expect([(await list(all.token)).documents.length, (await list(token)).documents.length]).toEqual([
    own.size + 1,
    own.size,
  ]);
  expect((await read(token, 'production')).body).toBe((await read(token, 'production')).body);
});

test('a release that could not be read is read again for the next request', async () => {
  const { config } = server.database;
  const { token } = await addEngine();
  const { sequence } = await release(token);
  await goLive();
  await execute(config, 'alter table feed_release rename to feed_release_away');
  const { statusCode } = await read(token, 'production');
  await execute(config, 'alter table feed_release_away rename to feed_release');
  expect(statusCode).toBe(500);
  expect((await release(token)).sequence).toBe(sequence + 1);
});

test('what an engine reports is shown: current, behind, refused, unreachable', async () => {
  const { engine: added, token } = await addEngine();
  const { sequence } = await release(token);
  const at = () => new Date(clock).toISOString();
  expect((await status(token, { sequence, applied_at: at() })).statusCode).toBe(204);
  expect(await engine(added.id)).toMatchObject({
    state: 'current',
    sequence,
    behind: 0,
    behind_since: null,
    // The release is older than the engine.
    applied_after_seconds: null,
  });
  await goLive();
  expect(await engine(added.id)).toMatchObject({ state: 'unreported', behind: 1 });
  const error = { sequence: sequence + 1, message: '9133 cyber: it does not know the dimension x.', at: at() };
  const conformance = {
    pack: 'a'.repeat(64),
    cases: 283,
    passed: 281,
    failed: [{ name: 'a', expected: 'b', got: 'c' }],
  };
  await status(token, { sequence, applied_at: at(), error, conformance });
  expect(await engine(added.id)).toMatchObject({ state: 'behind', behind: 1, error, conformance: { passed: 281 } });
  const { items } = await good<{ items: { sequence: number; outcome: string; message: string }[] }>(
    'GET',
    `/api/engines/${added.id}/releases`,
  );
  expect(items.slice(0, 2)).toMatchObject([
    { sequence: sequence + 1, outcome: 'refused', message: error.message },
    { sequence, outcome: 'applied', after_seconds: null },
  ]);
  await status(token, { sequence: sequence + 1, applied_at: at() });
  expect(await engine(added.id)).toMatchObject({
    state: 'current',
    error: null,
    applied_after_seconds: expect.any(Number),
  });
  clock += 200_000;
  expect((await engine(added.id))?.state).toBe('unreachable');
});

test('an engine that is behind for an hour is a notification for administrators, once', async () => {
  const { engine: added, token } = await addEngine({ name: 'Renewals overnight' });
  const { sequence } = await release(token);
  await status(token, { sequence, applied_at: new Date(clock).toISOString() });
  await goLive();
  const notifications = async () =>
    (await good<{ items: Notification[] }>('GET', '/api/notifications?limit=200')).items.filter(
      ({ kind, text }) => kind === 'engine_behind' && text === 'Renewals overnight',
    );
  await server.runJob('engineAlarm');
  expect(await notifications()).toHaveLength(0);
  clock += 3_700_000;
  await server.runJob('engineAlarm');
  await server.runJob('engineAlarm');
  expect(await notifications()).toHaveLength(1);
  const newest = await release(token);
  await status(token, { sequence: newest.sequence, applied_at: new Date(clock).toISOString() });
  await server.runJob('engineAlarm');
  const recorded = await auditRecords(server.database.db, { object: added.id });
  expect(recorded.map(({ action }) => action)).toEqual(['engine_added', 'engine_behind', 'engine_caught_up']);
});

test('two servers that look at the same engine at the same moment tell of it once, as it falls behind and as it catches up', async () => {
  const { db } = server.database;
  const { engine: added, token } = await addEngine({ name: 'Watched by two' });
  const reportApplied = async ({ sequence }: { sequence: number }) =>
    status(token, { sequence, applied_at: new Date(clock).toISOString() });
  const listReports = async () =>
    (await auditRecords(db, { object: added.id })).map(({ action }) => action).filter((one) => one !== 'engine_added');
  /** The other server told of it, and has not committed yet. */
  const lookBeside = (alarmed: Date | null) =>
    runBehindLock(db, sql`update engine set alarmed_at = ${alarmed} where id = ${added.id}`, () =>
      server.runJob('engineAlarm'),
    );
  const before = await release(token);
  await goLive();
  await reportApplied(before);
  clock += 3_700_000;
  await lookBeside(now());
  expect(await listReports()).toEqual([]);
  await reportApplied(await release(token));
  await lookBeside(null);
  expect(await listReports()).toEqual([]);
});

test('the events of a channel carry the sequence, and end with the token', async () => {
  const { engine: added, token } = await addEngine();
  await server.app.listen({ port: 0 });
  const { port } = server.app.server.address() as { port: number };
  const answer = await fetch(`http://localhost:${port}/feed/v1/production/events`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let text = '';
  const done = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of answer.body ?? []) text += decoder.decode(bytes as Uint8Array);
  })();
  const before = (await release(token)).sequence;
  await eventually(() => expect(text).toContain(`data: {"sequence":${before}}`));
  await goLive();
  await eventually(() => expect(text).toContain(`data: {"sequence":${before + 1}}`));
  await good('DELETE', `/api/engines/${added.id}/token`);
  await done;
});
