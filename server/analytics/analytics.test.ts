import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.db.deleteFrom('analytics_event').execute();
  await server.database.db.deleteFrom('analytics_profile').execute();
});

const OURS = { origin: 'http://localhost:3000' };
const FORM = { ...OURS, 'content-type': 'application/x-www-form-urlencoded' };
const BEACON = { ...OURS, 'content-type': 'text/plain;charset=UTF-8' };

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
/** As the library writes it: the base64 goes through encodeURIComponent. */
const bodyOf = (value: unknown) => `data=${encodeURIComponent(encode(value))}`;

const send = (what: 'track' | 'engage', payload: string, headers: Record<string, string> = FORM) =>
  server.app.inject({ method: 'POST', url: `/analytics/${what}/?verbose=1&ip=0&_=1`, headers, payload });
const track = (value: unknown, headers?: Record<string, string>) => send('track', bodyOf(value), headers);
const engage = (value: unknown) => send('engage', bodyOf(value));

let number = 0;
function event(properties: Record<string, unknown> = {}, name: unknown = 'page view') {
  number += 1;
  const sent = { time: 1_800_000_000 + number, distinct_id: 'ada@example.test', $insert_id: `id${number}` };
  return { event: name, properties: { ...sent, token: 't', page: 'Dials', ...properties } };
}
const kept = () => server.database.db.selectFrom('analytics_event').selectAll().orderBy('at').execute();
const profiles = () =>
  server.database.db
    .selectFrom('analytics_profile')
    .select(['distinct_id', 'properties'])
    .orderBy('distinct_id')
    .execute();

describe('the collector keeps', () => {
  test.each([
    ['one event in a form', FORM, 1],
    ['a batch in a form', FORM, 50],
    ['one event in a beacon', BEACON, 1],
    ['a batch in a beacon', BEACON, 3],
    ['a beacon without a content type', OURS, 1],
  ])('[N1] %s', async (_what, headers, count) => {
    const events = Array.from({ length: count }, () => event());
    const answer = await track(count === 1 ? events[0] : events, headers);
    expect([answer.statusCode, answer.body]).toEqual([200, '1']);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    const rows = await kept();
    expect(rows.map(({ insert_id }) => insert_id)).toEqual(events.map(({ properties }) => properties.$insert_id));
  });

  test('[N2] kind, person, time, and the listed words and counts', async () => {
    await track([
      event({ time: 1_800_000_000.5 }, 'page view'),
      event({ time: 1_800_000_001_500, control: 'Create Dial' }, 'click'),
      event({ time: 1_800_000_002, length: 5, results: 0 }, 'search'),
    ]);
    const rows = await kept();
    expect(
      rows.map(({ kind, distinct_id, at, properties }) => [kind, distinct_id, at.toISOString(), properties]),
    ).toEqual([
      ['page view', 'ada@example.test', '2027-01-15T08:00:00.500Z', { page: 'Dials' }],
      ['click', 'ada@example.test', '2027-01-15T08:00:01.500Z', { page: 'Dials', control: 'Create Dial' }],
      ['search', 'ada@example.test', '2027-01-15T08:00:02.000Z', { page: 'Dials', length: 5, results: 0 }],
    ]);
  });

  test('[N3] an event once: in one batch, in a later one, and when two arrive together', async () => {
    const [one, two] = [event(), event()];
    await track([one, one, two]);
    await track([two, one], BEACON);
    await Promise.all([track([one, two]), track([two, one]), track(one)]);
    expect(await kept()).toHaveLength(2);
  });

  test('[N4] text in any script', async () => {
    await track(event({ page: 'Größen 条件', distinct_id: 'zoë@example.test' }));
    expect(await kept()).toMatchObject([{ distinct_id: 'zoë@example.test', properties: { page: 'Größen 条件' } }]);
  });

  test('[N8] the last moment there is', async () => {
    expect((await track(event({ time: 8.64e15 }))).statusCode).toBe(200);
    expect(await kept()).toHaveLength(1);
  });
});

describe('the collector drops', () => {
  test('[N5] kinds of event that are not ours, and keeps the rest of the batch', async () => {
    const bad = ['$mp_click', 'purchase', '', 7, null, 'Click'].map((name) => event({}, name));
    const answer = await track([...bad, event(), null, 'text', 7, [], {}]);
    expect(answer.statusCode).toBe(200);
    expect(await kept()).toHaveLength(1);
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
  ])('[N6] %s', async (_what, properties) => {
    await track(event(properties, 'click'));
    expect((await kept()).map((row) => row.properties)).toEqual([{ page: 'Dials' }]);
  });

  test.each([
    ['no time', { time: undefined }],
    ['a time that is none', { time: 'now' }],
    ['a time beyond every calendar', { time: 1e300 }],
    ['no person', { distinct_id: '' }],
    ['no insert id', { $insert_id: undefined }],
    ['a person longer than any e-mail', { distinct_id: 'x'.repeat(321) }],
    ['a text the database cannot hold', { distinct_id: 'a\0b' }],
    ['an insert id the database cannot hold', { $insert_id: '\0' }],
  ])('[N7] an event with %s, without asking for it again', async (_what, properties) => {
    expect((await track([event(properties), event()])).statusCode).toBe(200);
    expect(await kept()).toHaveLength(1);
  });
});

describe('profiles', () => {
  const set = (properties: object, person = 'ada@example.test') => ({
    $token: 't',
    $distinct_id: person,
    $set: properties,
  });

  test('[N9] are merged, name and e-mail alone', async () => {
    const answer = await engage(set({ $name: 'Ada', $email: 'ada@example.test', $city: 'London', $os: 'Linux' }));
    expect([answer.statusCode, answer.body]).toEqual([200, '1']);
    await engage([set({ $name: 'Ada Lovelace' }), set({ $name: 'Bo' }, 'bo@example.test')]);
    expect(await profiles()).toEqual([
      { distinct_id: 'ada@example.test', properties: { $name: 'Ada Lovelace', $email: 'ada@example.test' } },
      { distinct_id: 'bo@example.test', properties: { $name: 'Bo' } },
    ]);
  });

  test('[N10] what is no profile, or cannot be stored, is passed over', async () => {
    const odd = [set({ $name: 7, $email: 'a\0' }), set({ $name: '\ud800' }, 'half'), { $add: { n: 1 } }, 3];
    expect((await engage(odd)).statusCode).toBe(200);
    expect((await profiles()).map(({ properties }) => properties)).toEqual([{}, {}]);
  });
});

describe('the collector refuses', () => {
  test.each([
    ['another origin', { ...FORM, origin: 'https://elsewhere.example' }, 403],
    ['another port', { ...FORM, origin: 'http://localhost:3001' }, 403],
    ['no origin at all', { 'content-type': FORM['content-type'] }, 403],
    ['a page of another site', { ...FORM, origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    [
      'a page of our own, by the browser’s word',
      { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' },
      200,
    ],
  ])('[N11] %s', async (_what, headers, status) => {
    const answer = await track(event(), headers);
    expect(answer.statusCode).toBe(status);
    expect(await kept()).toHaveLength(status === 200 ? 1 : 0);
  });

  test.each([
    ['an empty body', ''],
    ['no data', 'other=1'],
    ['no base64', 'data=%%%'],
    ['no JSON', `data=${Buffer.from('nonsense').toString('base64')}`],
    ['JSON without the wrapping', JSON.stringify(event())],
  ])('[N12] %s', async (_what, payload) => {
    for (const what of ['track', 'engage'] as const) {
      const answer = await send(what, payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    }
  });

  test('[N13] more than 256 KB', async () => {
    const answer = await track(Array.from({ length: 2500 }, () => event()));
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ type: 'urn:lineslip:problem:too-large' });
    expect(await kept()).toHaveLength(0);
  });

  test('[N14] to show what it keeps', async () => {
    const answer = await server.app.inject({ url: '/analytics/track/', headers: OURS });
    expect(answer.statusCode).toBe(404);
  });
});
