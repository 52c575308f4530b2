import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, useTestApp } from '#server/testing/app.ts';

const server = useTestApp();
beforeEach(async () => {
  await server.database.db.deleteFrom('analytics_event').execute();
  await server.database.db.deleteFrom('analytics_profile').execute();
});

const OURS = { origin: 'http://localhost:3000' };
const FORM = { ...OURS, 'content-type': 'application/x-www-form-urlencoded' };
const PLAIN = { ...OURS, 'content-type': 'text/plain;charset=UTF-8' };

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
/** As the library writes it: base64 passed through encodeURIComponent. */
const bodyOf = (value: unknown) => `data=${encodeURIComponent(encode(value))}`;

type Who = string | readonly string[];
async function send(what: 'track' | 'engage', payload: string, sent: Record<string, string> = FORM, who: Who = []) {
  const headers = { ...(who !== '' && (await server.as(who))), ...sent };
  return server.app.inject({ method: 'POST', url: `/analytics/${what}/?verbose=1&ip=0&_=1`, headers, payload });
}
const track = (value: unknown, headers?: Record<string, string>, who?: Who) =>
  send('track', bodyOf(value), headers, who);
const engage = (value: unknown, who?: Who) => send('engage', bodyOf(value), FORM, who);
/** The default caller. */
const CALLER = 'demo|administrator';

let number = 0;
function event(properties: Record<string, unknown> = {}, name: unknown = 'page view') {
  number += 1;
  const sent = { time: 1_800_000_000 + number, distinct_id: 'ada@example.test', $insert_id: `id${number}` };
  return { event: name, properties: { ...sent, token: 't', page: 'Dials', ...properties } };
}
const readEvents = () => server.database.db.selectFrom('analytics_event').selectAll().orderBy('at').execute();
const profiles = () =>
  server.database.db
    .selectFrom('analytics_profile')
    .select(['distinct_id', 'properties'])
    .orderBy('distinct_id')
    .execute();

test.each([
  ['one event in a form', FORM, 1],
  ['a batch in a form', FORM, 50],
  ['one event as plain text', PLAIN, 1],
  ['a batch as plain text', PLAIN, 3],
  ['one without a content type', OURS, 1],
])('the collector keeps %s', async (_what, headers, count) => {
  const events = Array.from({ length: count }, () => event());
  const answer = await track(count === 1 ? events[0] : events, headers);
  expect([answer.statusCode, answer.body]).toEqual([200, '1']);
  expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  const rows = await readEvents();
  expect(rows.map(({ insert_id }) => insert_id)).toEqual(events.map(({ properties }) => properties.$insert_id));
});

test('the collector stores kind, person, time, and the listed words and counts', async () => {
  await track([
    event({ time: 1_800_000_000.5 }, 'page view'),
    event({ time: 1_800_000_001_500, control: 'Create Dial' }, 'click'),
    event({ time: 1_800_000_002, characters: 5, results: 0 }, 'search'),
  ]);
  const rows = await readEvents();
  expect(
    rows.map(({ kind, distinct_id, at, properties }) => [kind, distinct_id, at.toISOString(), properties]),
  ).toEqual([
    ['page view', CALLER, '2027-01-15T08:00:00.500Z', { page: 'Dials' }],
    ['click', CALLER, '2027-01-15T08:00:01.500Z', { page: 'Dials', control: 'Create Dial' }],
    ['search', CALLER, '2027-01-15T08:00:02.000Z', { page: 'Dials', characters: 5, results: 0 }],
  ]);
});

test('the collector stores an event once: in one batch, in a later one, and concurrently', async () => {
  const [one, two] = [event(), event()];
  await track([one, one, two]);
  await track([two, one], PLAIN);
  await Promise.all([track([one, two]), track([two, one]), track(one)]);
  expect(await readEvents()).toHaveLength(2);
});

test('the collector stores text in any script', async () => {
  await track(event({ page: 'Größen 条件' }));
  expect(await readEvents()).toMatchObject([{ properties: { page: 'Größen 条件' } }]);
});

test('the collector stores the latest possible time', async () => {
  expect((await track(event({ time: 8.64e15 }))).statusCode).toBe(200);
  expect(await readEvents()).toHaveLength(1);
});

test('the collector drops unknown events, and stores the rest of the batch', async () => {
  const bad = ['$mp_click', 'purchase', '', 7, null, 'Click'].map((name) => event({}, name));
  const answer = await track([...bad, event(), null, 'text', 7, [], {}]);
  expect(answer.statusCode).toBe(200);
  expect(await readEvents()).toHaveLength(1);
});

test.each([
  ['the address of the page', { $current_url: 'https://lineslip.example/dials/secret' }],
  ['the referrer', { $referrer: 'https://elsewhere.example/', $initial_referrer: '$direct' }],
  ['browser and screen', { $browser: 'Chrome', $screen_width: 1920, mp_lib: 'web', $device_id: 'd' }],
  ['what was typed', { query: 'max line 5m', search_text: 'Cyber' }],
  ['an address in a listed property', { control: 'https://lineslip.example/dials/7?reason=x' }],
  ['a path in a listed property', { control: '/dials/7' }],
  ['an e-mail in a listed property', { control: 'ada@example.test' }],
  ['text longer than our words', { control: 'word '.repeat(17) }],
  ['text with marks that our words do not have', { control: '<b>[1,2) "x"</b>' }],
  ['what is neither word nor count', { control: { max_line: 5 }, length: [1], results: true }],
])('the collector drops %s', async (_what, properties) => {
  await track(event(properties, 'click'));
  expect((await readEvents()).map((row) => row.properties)).toEqual([{ page: 'Dials' }]);
});

test.each([
  ['no time', { time: undefined }],
  ['a time that is none', { time: 'now' }],
  ['a time beyond every calendar', { time: 1e300 }],
  ['no insert id', { $insert_id: undefined }],
  ['an insert id longer than any', { $insert_id: 'x'.repeat(101) }],
  ['an insert id the database cannot hold', { $insert_id: '\0' }],
])('the collector drops an event with %s, without asking for it again', async (_what, properties) => {
  expect((await track([event(properties), event()])).statusCode).toBe(200);
  expect(await readEvents()).toHaveLength(1);
});

test('[N15] an event belongs to the person of the token, whoever the batch names', async () => {
  await track(event({ distinct_id: 'demo|viewer' }), FORM, 'underwriter');
  await track(event({ distinct_id: undefined }), FORM, 'viewer');
  expect((await readEvents()).map(({ distinct_id }) => distinct_id)).toEqual(['demo|underwriter', 'demo|viewer']);
});

const set = (properties: object, person = 'ada@example.test') => ({
  $token: 't',
  $distinct_id: person,
  $set: properties,
});

test('a profile contains only name and e-mail, and is merged', async () => {
  const answer = await engage(set({ $name: 'Ada', $email: 'ada@example.test', $city: 'London', $os: 'Linux' }));
  expect([answer.statusCode, answer.body]).toEqual([200, '1']);
  await engage([set({ $name: 'A. Lovelace' }), set({ $name: 'Ada Lovelace' }, 'bo@example.test')]);
  await engage(set({ $name: 'Bo' }), 'viewer');
  expect(await profiles()).toEqual([
    { distinct_id: CALLER, properties: { $name: 'Ada Lovelace', $email: 'ada@example.test' } },
    { distinct_id: 'demo|viewer', properties: { $name: 'Bo' } },
  ]);
});

test('invalid or unstorable values are left out of the profile', async () => {
  const odd = [set({ $name: 7, $email: 'a\0' }), set({ $name: '\ud800' }, 'half'), { $add: { n: 1 } }, 3];
  expect((await engage(odd)).statusCode).toBe(200);
  expect((await profiles()).map(({ properties }) => properties)).toEqual([{}]);
});

describe('the collector cannot be flooded', () => {
  const at = new Date('2026-11-16T10:00:00Z');
  let time = at;
  let limited: TestApp;
  beforeAll(async () => {
    limited = await createTestApp({ now: () => time });
  });
  afterAll(() => limited.close());
  beforeEach(async () => {
    time = new Date(time.getTime() + 3_600_000);
    await limited.database.db.deleteFrom('analytics_event').execute();
  });
  const rows = () => limited.database.db.selectFrom('analytics_event').select('insert_id').execute();
  async function post(value: unknown, who: string) {
    const headers = { ...(await limited.as(who)), ...FORM };
    return limited.app.inject({ method: 'POST', url: '/analytics/track/', headers, payload: bodyOf(value) });
  }

  test('[N16] a person who sends too often is throttled for a minute; others are not', async () => {
    for (let number = 0; number < 240; number += 1) expect((await post([], 'viewer')).statusCode).toBe(200);
    const refused = await post(event(), 'viewer');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    expect((await post(event(), 'underwriter')).statusCode).toBe(200);
    time = new Date(time.getTime() + 60_000);
    expect((await post(event(), 'viewer')).statusCode).toBe(200);
    expect(await rows()).toHaveLength(2);
  });

  test('[N17] the first 200 events of a batch are stored', async () => {
    await post(
      Array.from({ length: 300 }, () => event()),
      'viewer',
    );
    expect(await rows()).toHaveLength(200);
  });

  test('[N18] 10,000 events per person and day are stored, and the next day starts anew', async () => {
    await sql`insert into analytics_event (insert_id, kind, distinct_id, at, received_at, properties)
      select 'full ' || n, 'click', 'demo|viewer', ${time.toISOString()}, ${time.toISOString()}, '{}'
      from generate_series(1, 9999) n`.execute(limited.database.db);
    expect((await post([event(), event()], 'viewer')).statusCode).toBe(200);
    expect((await post(event(), 'viewer')).statusCode).toBe(200);
    await post(event(), 'underwriter');
    expect(await rows()).toHaveLength(10_001);
    time = new Date(time.getTime() + 86_400_000);
    await post(event(), 'viewer');
    expect(await rows()).toHaveLength(10_002);
  });
});

test('there is no embedded collector if another one is configured', async () => {
  const elsewhere = await createTestApp({ environment: { ANALYTICS_URL: 'https://collector.example' } });
  try {
    for (const url of ['/analytics/track/', '/analytics/engage/']) {
      const headers = { ...(await elsewhere.as('viewer')), ...FORM };
      const answer = await elsewhere.app.inject({ method: 'POST', url, headers, payload: bodyOf(event()) });
      expect(answer.statusCode).toBe(404);
    }
  } finally {
    await elsewhere.close();
  }
});

test('[N20] the collector rejects missing and invalid access tokens', async () => {
  for (const what of ['track', 'engage'] as const) {
    expect((await send(what, bodyOf(event()), FORM, '')).statusCode).toBe(401);
    const forged = { ...FORM, authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' };
    expect((await send(what, bodyOf(event()), forged, '')).statusCode).toBe(401);
  }
  expect(await readEvents()).toHaveLength(0);
  expect(await profiles()).toHaveLength(0);
});

test.each([
  ['another origin', { ...FORM, origin: 'https://elsewhere.example' }, 403],
  ['another port', { ...FORM, origin: 'http://localhost:3001' }, 403],
  ['no origin at all', { 'content-type': FORM['content-type'] }, 403],
  ['a page of another site', { ...FORM, origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
  ['a page of our own, by the browser’s word', { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' }, 200],
])('the collector refuses %s', async (_what, headers, status) => {
  const answer = await track(event(), headers);
  expect(answer.statusCode).toBe(status);
  expect(await readEvents()).toHaveLength(status === 200 ? 1 : 0);
});

test.each([
  ['an empty body', ''],
  ['no data', 'other=1'],
  ['no base64', 'data=%%%'],
  ['no JSON', `data=${Buffer.from('nonsense').toString('base64')}`],
  ['JSON without the wrapping', JSON.stringify(event())],
])('the collector refuses %s', async (_what, payload) => {
  for (const what of ['track', 'engage'] as const) {
    const answer = await send(what, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  }
});

test('the collector rejects more than 256 KB', async () => {
  const answer = await track(Array.from({ length: 2500 }, () => event()));
  expect(answer.statusCode).toBe(413);
  expect(answer.json()).toMatchObject({ type: 'urn:lineslip:problem:too-large' });
  expect(await readEvents()).toHaveLength(0);
});

test('the collector does not return its data', async () => {
  const answer = await server.app.inject({ url: '/analytics/track/', headers: OURS });
  expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST']);
});
