import { describe, expect, test } from 'vitest';
import { FEED_BULK, FEED_LIMITS } from '#domain/feed/release.ts';
import { ask, open, server, useFeedServer } from './testing/client.ts';
import { createFeed, documentOf, type FeedInput, LINE, lineDocument, PARTNERS } from './testing/feed.ts';
import { createWorld, signer } from './testing/world.ts';

/** More documents than are asked for one by one, and more than one request names. */
const MANY = FEED_BULK.documents + 50;
const [partner = 0] = PARTNERS;

/** The bucket that `ask` asks for, and many others. */
function manyBuckets(sequence: number): FeedInput {
  const others = Array.from({ length: MANY }, (_, index) => ({
    partner: 20_000 + index,
    document: documentOf([{ dial_id: 'a', name: `Release ${sequence}, bucket ${index}` }]),
  }));
  return { sequence, inputs: [{ partner, document: lineDocument(sequence, partner) }, ...others] };
}

describe('a first start with many documents', () => {
  test('asks for many at once, and again for what did not fit', async () => {
    const world = createWorld();
    const perAnswer = 60;
    world.limitAnswers(perAnswer);
    const updater = world.open();
    const feed = createFeed(manyBuckets(1));
    await updater.update(await world.publish(feed));
    expect(updater.running()?.rules.release.sequence).toBe(1);
    // The few that are left at last are asked for one by one.
    const { size } = feed.documents;
    expect(world.requests).toHaveLength(Math.floor(size / perAnswer) + (size % perAnswer));
  });

  test('asks one by one where a server leaves one out, and refuses what it does not have', async () => {
    const world = createWorld();
    const received = await world.publish(createFeed(manyBuckets(1)));
    const [lost = ''] = world.documents.keys();
    world.documents.delete(lost);
    const updater = world.open();
    await expect(updater.update(received)).rejects.toMatchObject({ isMissing: true });
    expect(world.requests.at(-1)).toBe(lost);
    expect(updater.running()).toBeNull();
  });
});

describe('over HTTP', () => {
  useFeedServer();
  const requestsFor = (path: string) => server.requests.filter((request) => request.includes(path));

  test('takes a few requests, and one for each document from a server of the version before', async () => {
    await server.publish(signer, manyBuckets(1));
    await (await open()).close();
    expect(requestsFor('POST documents')).toHaveLength(Math.ceil((MANY + 2) / FEED_BULK.documents));
    expect(requestsFor('GET documents/')).toEqual([]);

    server.forgetBulk();
    await server.publish(signer, manyBuckets(2));
    const client = await open();
    await expect.poll(() => client.status().sequence).toBe(2);
    expect(requestsFor('GET documents/')).toHaveLength(MANY + 1);
  });

  test.each<[string, (body: Buffer) => Buffer | undefined, RegExp]>([
    ['other content', (body) => Buffer.from(body.toString().replace('bucket 7', 'bucket 8')), /other content/],
    ['a hash that is none', (body) => Buffer.from(body.toString().replace('"hash":"', '"hash":"x')), /other content/],
    ['no list', () => Buffer.from('{"documents":1}'), /must be a list/],
    ['half of it', (body) => body.subarray(0, body.length / 2), /not JSON|cannot be reached/],
    ['more than a release', () => Buffer.alloc(FEED_LIMITS.releaseBytes + 1, ' '), /larger than 16 MB/],
    ['nothing', () => undefined, /cannot be reached/],
  ])('%s in the answer changes nothing, until it is true again', async (_name, change, message) => {
    await server.publish(signer, { sequence: 1 });
    const client = await open();
    server.distort((path, body) => {
      const changed = path === 'documents' ? change(body) : body;
      return changed && { body: changed };
    });
    await server.publish(signer, manyBuckets(2));
    await expect.poll(() => client.status().lastError?.message).toMatch(message);
    expect(ask(client).values.max_line).toBe(LINE + 1);
    server.distort(undefined);
    await expect.poll(() => ask(client).values.max_line).toBe(LINE + 2);
  });
});
