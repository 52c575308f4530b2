import { CLIENT_VERSION } from './version.ts';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UNKNOWN_VERSION } from '#domain/feed/counters.ts';
import { STATUS_EVERY_MS } from '#domain/feed/status.ts';
import type { Ports } from './client.ts';
import { ask, directory, open, server, useFeedServer } from './testing/client.ts';
import { createFeed, documentOf, LINE } from './testing/feed.ts';
import { candidate, signer } from './testing/world.ts';

useFeedServer();

describe('start', () => {
  test('from the directory if the server is down', async () => {
    await server.publish(signer, { sequence: 1 });
    await (await open()).close();
    await server.close();
    const client = await open();
    expect(ask(client).values.max_line).toBe(LINE + 1);
    expect(client.status()).toMatchObject({ sequence: 1, source: 'snapshot' });
    expect(client.status().lastError?.message).toMatch(/cannot be reached.*ECONNREFUSED/);
  });

  test('from the directory is as old as its release, and stale beyond the alarm time', async () => {
    const { alarm_after_seconds, issued_at } = createFeed({ sequence: 1 }).release;
    const issued = Date.parse(issued_at);
    await server.publish(signer, { sequence: 1 });
    await (await open()).close();
    await server.close();
    for (const [age, isStale] of [
      [alarm_after_seconds, false],
      [alarm_after_seconds + 1, true],
    ] as const) {
      const client = await open({}, { now: () => issued + age * 1000 });
      expect(client.status()).toMatchObject({ source: 'snapshot', ageSeconds: age, isStale });
      expect(ask(client).values.max_line).toBe(LINE + 1);
      await client.close();
    }
  });

  test('with what the server has, not with the older snapshot', async () => {
    await server.publish(signer, { sequence: 1 });
    await (await open()).close();
    await server.publish(signer, { sequence: 2 });
    expect(ask(await open()).values.max_line).toBe(LINE + 2);
  });

  test('fails with the reasons if neither has rules', async () => {
    await server.close();
    await expect(open({ startTimeoutMs: 50 })).rejects.toThrow(/no snapshot.*cannot be reached/);
  });

  test('without a usable directory runs what the server sends, and reports it', async () => {
    await server.publish(signer, { sequence: 1 });
    const file = join(directory, 'file');
    await writeFile(file, '');
    const client = await open({ directory: join(file, 'engine') });
    expect(ask(client).values.max_line).toBe(LINE + 1);
    await expect
      .poll(() => client.status().lastError?.message)
      .toMatch(/Release 1 runs, but cannot be stored: ENOTDIR/);
  });

  test('fails without a pinned key of the channel, and on a refused token', async () => {
    await expect(open({ keys: { keys: [candidate.key] } })).rejects.toThrow(/pinned keys/);
    server.distort(() => ({ status: 401, body: Buffer.from('{"title":"Sign in","detail":"The token has expired."}') }));
    await expect(open({ startTimeoutMs: 50 })).rejects.toThrow(/answered 401 \(Sign in: The token has expired\.\)/);
  });

  test('takes no “nothing new” from a server that it did not ask about anything', async () => {
    await server.publish(signer, { sequence: 1 });
    server.distort((_path, body) => ({ status: 304, body }));
    await expect(open({ startTimeoutMs: 50 })).rejects.toThrow(/answered 304 in the place of a release/);
  });

  test('does not send back an ETag that is none', async () => {
    await server.publish(signer, { sequence: 1 });
    server.distort((path, body) => ({ body, ...(path === 'production' && { headers: { etag: 'a b' } }) }));
    await (await open()).close();
    expect(await readdir(directory)).not.toContain('etag');
  });

  test('waits for a server that comes late', async () => {
    const waiting = open();
    await expect.poll(() => server.requests.length).toBeGreaterThan(0);
    await server.publish(signer, { sequence: 1 });
    expect(ask(await waiting).sequence).toBe(1);
  });

  test('of a candidate engine asks for the candidate channel', async () => {
    await server.publish(candidate, { sequence: 7 }, 'candidate');
    await server.publish(signer, { sequence: 1 });
    expect(ask(await open({ channel: 'candidate' })).sequence).toBe(7);
    await expect.poll(() => readdir(directory)).toContain('candidate.jws');
  });
});

describe('updates', () => {
  test('arrive while the client waits, and listeners learn of them', async () => {
    await server.publish(signer, { sequence: 1 });
    const client = await open();
    const seen: number[] = [];
    const remove = client.onChange(({ sequence }) => seen.push(sequence));
    await server.publish(signer, { sequence: 2 });
    await expect.poll(() => ask(client).values.max_line).toBe(LINE + 2);
    remove();
    await server.publish(signer, { sequence: 3 });
    await expect.poll(() => ask(client).sequence).toBe(3);
    expect(seen).toEqual([2]);
  });

  test('go on to a newer release, if that took the documents of the first one with it', async () => {
    await server.publish(signer, { sequence: 1 });
    const client = await open();
    const second = createFeed({ sequence: 2 });
    const third = await signer.sign(JSON.stringify(createFeed({ sequence: 3 }).release));
    for (const [hash, text] of createFeed({ sequence: 3 }).documents) server.put(`documents/${hash}`, text);
    server.distort((path, body) => {
      if (path !== `documents/${second.release.buckets[0]?.document}`) return { body };
      server.put('production.jws', third);
      return { status: 404, body };
    });
    await server.publish(signer, second);
    await expect.poll(() => ask(client).sequence).toBe(3);
    expect(server.statuses.filter(({ error }) => error !== null)).toEqual([]);
  });

  test('that fail are reported, and succeed by themselves', async () => {
    await server.publish(signer, { sequence: 1 });
    const client = await open();
    server.distort((path, body) => (path === 'production' ? { body: body.subarray(0, 99) } : { body }));
    await server.publish(signer, { sequence: 2 });
    await expect.poll(() => client.status().lastError?.message).toMatch(/signature|signed release/);
    expect(ask(client).values.max_line).toBe(LINE + 1);
    await expect.poll(() => server.statuses.at(-1)).toMatchObject({ sequence: 1, error: { sequence: null } });
    server.distort(undefined);
    await expect.poll(() => ask(client).sequence).toBe(2);
    await expect.poll(() => client.status().lastError).toBeNull();
    await expect.poll(() => server.statuses.at(-1)).toMatchObject({ sequence: 2, error: null, client: CLIENT_VERSION });
  });

  test('are retried with a backoff of at most a minute, and not before Retry-After', async () => {
    await server.publish(signer, { sequence: 1 });
    const pauses: number[] = [];
    const answers = [503, 503, 429, 408, ...Array.from({ length: 12 }, () => 500)];
    const retryAfter: Readonly<Record<number, string>> = { 429: '7', 408: '86400' };
    let polls = 0;
    const fetch: Ports['fetch'] = async (input, init) => {
      if (!(input as URL).pathname.endsWith('/production')) return globalThis.fetch(input, init);
      polls += 1;
      const status = polls === 1 ? undefined : answers[polls - 2];
      if (status === undefined) return globalThis.fetch(input, init);
      return new Response('', { status, headers: { 'retry-after': retryAfter[status] ?? '0' } });
    };
    const sleep: Ports['sleep'] = (ms, signal) => {
      if (ms !== STATUS_EVERY_MS) pauses.push(ms);
      if (ms !== STATUS_EVERY_MS && pauses.length <= answers.length) return Promise.resolve();
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve());
      });
    };
    await open({}, { fetch, sleep, random: () => 0.999 });
    await expect.poll(() => pauses.length).toBe(answers.length);
    expect(pauses.slice(0, 5).map(Math.round)).toEqual([500, 999, 7000, 300_000, 7992]);
    expect(Math.max(...pauses.slice(4))).toBeLessThan(60_000);
    expect(pauses.at(-1)).toBeGreaterThan(59_000);
  });

  test('cost no requests in a row where a proxy does not wait', async () => {
    await server.publish(signer, { sequence: 1 });
    const pauses: number[] = [];
    const fetch: Ports['fetch'] = (input, init) => {
      const headers = new Headers(init?.headers);
      headers.delete('prefer');
      return globalThis.fetch(input, { ...init, headers });
    };
    const sleep: Ports['sleep'] = (ms, signal) =>
      new Promise((resolve) => {
        pauses.push(ms);
        signal.addEventListener('abort', () => resolve());
      });
    await open({}, { fetch, sleep, random: () => 0.5 });
    await expect.poll(() => pauses).toContain(5000);
    expect(server.requests.filter((request) => request === 'GET production')).toHaveLength(2);
  });
});

test('a day without the server changes no answer, and is reported as stale after the alarm time', async () => {
  await server.publish(signer, { sequence: 1 });
  let time = Date.parse('2026-12-01T10:00:00Z');
  const client = await open({}, { now: () => time });
  const before = ask(client);
  await server.close();
  for (let minute = 0; minute <= 24 * 60; minute += 1) {
    expect(ask(client)).toEqual(before);
    expect(client.status().isStale, `after ${minute} minutes`).toBe(minute > 60);
    time += 60_000;
  }
  expect(client.status().ageSeconds).toBe((24 * 60 + 1) * 60);
});

describe('counters', () => {
  test('are sent at close, with the comparison to the version before', async () => {
    const document = documentOf([
      { dial_id: 'a', values: { max_line: 5 } },
      { dial_id: 'b', values: { max_line: 7 } },
    ]);
    const before = documentOf([{ dial_id: 'a', values: { max_line: 6 } }]);
    await server.publish(signer, { sequence: 1, inputs: [{ version: 3, document, before }] });
    const client = await open({}, { now: () => Date.parse('2026-12-01T09:30:00Z') });
    ask(client);
    ask(client);
    await client.close();
    expect(server.batches).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        dropped: 0,
        buckets: [
          {
            partner: 9101,
            cob: 'cargo',
            version: 3,
            document: expect.stringMatching(/^[\da-f]{64}$/),
            hour: '2026-12-01T09',
            decisions: 2,
            nothing_set: 0,
            no_max_line: 0,
            stopped: 0,
            compared: 2,
            differs: 2,
            dials: [
              { dial_id: 'a', version: 1, took_part: 2, decided: 2, won: { max_line: 2 }, beaten_by: null },
              { dial_id: 'b', version: 1, took_part: 2, decided: 0, won: {}, beaten_by: { dial_id: 'a', times: 2 } },
            ],
          },
        ],
      },
    ]);
    expect(await readdir(join(directory, 'spool'))).toEqual([]);
  });

  test('wait in the spool for the server, and are sent by the next process under the same id', async () => {
    await server.publish(signer, { sequence: 1 });
    const client = await open();
    ask(client);
    server.distort((path, body) => (path === 'decisions' ? undefined : { body }));
    await client.close();
    const [file = ''] = await readdir(join(directory, 'spool'));
    const stored: unknown = JSON.parse(await readFile(join(directory, 'spool', file), 'utf8'));
    server.distort(undefined);
    await (await open()).close();
    // It had arrived: only its acknowledgement was lost. The id tells the server.
    expect(server.batches).toEqual([stored, stored]);
    expect(file).toBe(`${server.batches[0]?.id}.json`);
    expect(await readdir(join(directory, 'spool'))).toEqual([]);
  });

  test('that the server refuses are counted as dropped in the next batch', async () => {
    await server.publish(signer, { sequence: 1 });
    const first = await open();
    ask(first);
    ask(first);
    let refusals = 1;
    server.distort((path, body) => {
      refusals -= path === 'decisions' ? 1 : 0;
      return path === 'decisions' && refusals === 0 ? { status: 422, body } : { body };
    });
    const { close } = first;
    await close();
    expect(server.batches).toMatchObject([{ dropped: 0 }, { dropped: 2, buckets: [] }]);
  });

  test('of a version that nobody knows are counted as dropped by the server, and not sent again', async () => {
    await server.publish(signer, { sequence: 1 });
    const first = await open();
    ask(first);
    server.distort((path, body) =>
      path === 'decisions'
        ? { status: 400, body: Buffer.from(JSON.stringify({ type: UNKNOWN_VERSION, title: 'Unknown', detail: 'v9' })) }
        : { body },
    );
    await first.close();
    expect(server.batches).toMatchObject([
      { dropped: 0, buckets: [{ document: expect.stringMatching(/^[\da-f]{64}$/) }] },
    ]);
    expect(await readdir(join(directory, 'spool'))).toEqual([]);
  });
});
