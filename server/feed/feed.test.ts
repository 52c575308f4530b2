import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Evidence } from '#contract/evidence.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { evaluate } from '#domain/evaluation/evaluate.ts';
import { writePack } from '#domain/feed/conformance.ts';
import { describeDimensions, readDocument } from '#domain/feed/document.ts';
import { FEED_BULK, type Release } from '#domain/feed/release.ts';
import { createRules } from '#domain/feed/rules.ts';
import { feedSigners } from './feed.key.ts';
import { releaseWriter } from './feed.release.ts';
import { listDocumentTexts } from './feed.store.ts';
import { hashOf } from '#server/bucket/bucket.version.service.ts';
import { useTestApp } from '#server/testing/app.ts';
import { feedTester } from '#server/testing/feeds.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';
import { DAY, scheduleTester } from '#server/testing/schedules.ts';

const START = '2026-11-18T09:00:00.000Z';
let clock = Date.parse(START);
const now = () => new Date((clock += 1000));
const server = useTestApp({ now });
const reviews = useReviews(server);
const { get, vote, bucket, entries, submitted, cancel, good, call } = reviews;
const { submitDraft, schedule, putOff, callOff } = scheduleTester(reviews);
const feed = feedTester(server);
const [one, two] = REVIEWERS;

let token = '';
let candidate = '';
const restart = () =>
  releaseWriter({ signers: feedSigners(server.config), alarmSeconds: 3600 }).atStart(server.database.db, now());

beforeAll(async () => {
  // The buckets were added to the database, as by an older version.
  await restart();
  token = (await feed.addEngine()).token;
  candidate = (await feed.addEngine({ channel: 'candidate' })).token;
});
beforeEach(() => void (clock = Math.max(clock, Date.parse(START))));

const production = () => feed.release(token);
const inRelease = (release: Release, { partner, cob }: BucketAddress) =>
  release.buckets.find((one) => one.partner === partner && one.cob === cob);
const documentText = async (hash: string, by = token) => (await feed.read(by, `documents/${hash}`)).body;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const rowsOf = (channel: 'production' | 'candidate') =>
  server.database.db
    .selectFrom('feed_release')
    .selectAll()
    .where('channel', '=', channel)
    .orderBy('sequence')
    .execute();

async function approve(at: BucketAddress, hash: string): Promise<void> {
  for (const who of [one, two]) expect((await vote(who, at, hash, 'approve')).status).toBe(200);
}

test('a start writes release 1, and another one only for what changed since, with every live bucket and its document', async () => {
  const [first] = await rowsOf('production');
  expect(first).toMatchObject({ sequence: 1, changed: { total: 0 } });
  const release = await production();
  expect(release.sequence).toBe(2);
  await restart();
  expect((await production()).sequence).toBe(2);
  const buckets = await server.database.db.selectFrom('bucket').select('id').execute();
  expect(release.buckets).toHaveLength(buckets.length);
  for (const hash of new Set(release.buckets.map(({ document }) => document)))
    expect(sha256(await documentText(hash))).toBe(hash);
});

test('what a release means is served by its hashes: the conformance pack and the list of dimensions', async () => {
  const { meaning } = await production();
  expect(await documentText(meaning.conformance)).toBe(writePack());
  expect(await documentText(meaning.dimensions)).toBe(describeDimensions());
});

test('several documents come in one answer, in order, up to its size; what the release does not name is left out', async () => {
  const { buckets, meaning } = await production();
  const hashes = [...new Set(buckets.map(({ document }) => document)), meaning.dimensions];
  const ask = async (documents: readonly string[], status = 200) => {
    const answer = await feed.send(token, 'POST', 'documents', { documents });
    expect(answer.statusCode).toBe(status);
    return answer.json<Readonly<{ documents: readonly Readonly<{ hash: string; content: string }>[] }>>().documents;
  };
  const found = await ask(['0'.repeat(64), ...hashes, ...hashes]);
  expect(found.map(({ hash }) => hash)).toEqual(hashes);
  for (const { hash, content } of found) expect(sha256(content)).toBe(hash);
  await ask([], 400);
  await ask(
    Array.from({ length: FEED_BULK.documents + 1 }, () => meaning.dimensions),
    400,
  );
  // The first one comes however long it is, and each other one only with room for it.
  const sizes = found.map(({ content }) => Buffer.byteLength(content));
  const [first = 0, second = 0] = sizes;
  for (const [bytes, count] of [
    [1, 1],
    [first + second - 1, 1],
    [first + second, 2],
  ] as const)
    expect(await listDocumentTexts(server.database.db, hashes, bytes)).toEqual(found.slice(0, count));
});

test('a deciding vote writes the release, the evidence and the document of the same content', async () => {
  const at = bucket();
  const before = await production();
  const hash = await submitted(at, entries(0, 1));
  expect((await production()).sequence).toBe(before.sequence);
  await approve(at, hash);
  const release = await production();
  expect(release.sequence).toBe(before.sequence + 1);
  const { live } = await get(at);
  const found = inRelease(release, at);
  expect(found).toMatchObject({ version: live.number, approved: hash, stopped: false });
  expect(found?.before?.version).toBe(inRelease(before, at)?.version ?? 0);
  const document = readDocument(await documentText(found?.document ?? ''));
  const pins = document.entries.map(({ dial_id, version, overrides }) => ({ dial_id, version, overrides }));
  expect(hashOf(pins)).toBe(hash);
  const evidence = await good<Evidence>(one, 'GET', `${reviews.urlOf(at)}/versions/${live.number}/evidence`);
  expect(JSON.stringify(evidence)).toContain(hash);
  // The bytes decide as the product does.
  const risk = { date: '2026-11-18', journey: null, dimensions: {} };
  const documents = new Map<string, string>();
  for (const one of [found?.document, found?.before?.document])
    if (one !== undefined) documents.set(one, await documentText(one));
  const rules = createRules({ ...release, buckets: found ? [found] : [] }, (of) => documents.get(of) ?? '');
  expect(rules.decide(at, risk).evaluation).toEqual(evaluate(document.entries, risk));
});

test('a set of buckets that goes live is one release, and sequences have no gaps', async () => {
  const buckets = [bucket(), bucket(), bucket()];
  const before = await production();
  const answer = await reviews.change(
    UNDERWRITER,
    buckets,
    entries(0).map((entry) => ({ kind: 'add', ...entry, place: { at: 'end' } })),
    'Together',
  );
  expect(answer.status, answer.body).toBe(200);
  const { set } = answer.json<{ set: string }>();
  for (const who of [one, two]) await reviews.voteOnSet(who, set, 'approve');
  const release = await production();
  expect(release.sequence).toBe(before.sequence + 1);
  for (const at of buckets) expect(inRelease(release, at)?.approved).toMatch(/^[\da-f]{64}$/);
  const rows = await rowsOf('production');
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_row, index) => index + 1));
  for (const [index, { jws }] of rows.entries()) {
    const { previous } = await feed.verify(jws ?? '', token, 'production');
    expect(previous).toBe(index === 0 ? null : rows[index - 1]?.hash);
  }
  expect(rows.at(-1)?.changed).toMatchObject({ total: 3 });
});

test('a schedule is in the release as next, is put off and called off there, and goes live once', async () => {
  const at = await schedule();
  const hash = (await reviews.review(at)).round?.hash;
  const live = inRelease(await production(), at);
  expect(live?.next).toMatchObject({ from: DAY, approved: hash, version: (live?.version ?? 0) + 1 });
  expect((await putOff(at, '2026-12-10')).status).toBe(200);
  expect(inRelease(await production(), at)?.next?.from).toBe('2026-12-10');
  const other = await schedule();
  expect(inRelease(await production(), other)?.next).toBeDefined();
  expect((await callOff(other)).status).toBe(200);
  expect(inRelease(await production(), other)?.next).toBeUndefined();
  clock = Date.parse('2026-12-10T00:00:30.000Z');
  const before = await production();
  await server.runJob('goLive');
  const after = await production();
  expect(after.sequence).toBe(before.sequence + 1);
  expect(inRelease(after, at)).toMatchObject({ approved: hash, document: inRelease(before, at)?.next?.document });
  expect(inRelease(after, at)?.next).toBeUndefined();
});

test('stops and appetites are in the next release; what changes nothing writes none', async () => {
  const at = bucket();
  const before = await production();
  const stop = { scope: { kind: 'buckets', buckets: [at] }, reason: 'Wrong share' };
  expect((await call('demo|administrator', 'POST', '/api/bucket-stops', { body: stop })).status).toBe(200);
  const stopped = await production();
  expect(stopped.sequence).toBe(before.sequence + 1);
  expect(inRelease(stopped, at)?.stopped).toBe(true);
  await reviews.save(UNDERWRITER, bucket(), (await get(bucket())).revision, entries(0)).catch(() => undefined);
  expect((await production()).sequence).toBe(stopped.sequence);
});

test('a draft under review is only in the candidate channel', async () => {
  const at = bucket();
  const [before, candidateBefore] = [await production(), await feed.release(candidate, 'candidate')];
  const hash = await submitted(at, entries(2, 1, 0));
  const release = await feed.release(candidate, 'candidate');
  expect(release.sequence).toBe(candidateBefore.sequence + 1);
  const found = inRelease(release, at);
  expect(found).toMatchObject({ approved: null, submitted: hash });
  expect(await production()).toEqual(before);
  // A production token does not read what is only under review.
  expect((await feed.read(token, `documents/${found?.document}`)).statusCode).toBe(404);
  expect((await feed.read(candidate, `documents/${found?.document}`)).statusCode).toBe(200);
  expect((await cancel(UNDERWRITER, at, (await get(at)).revision)).status).toBe(200);
  expect(inRelease(await feed.release(candidate, 'candidate'), at)?.submitted).toBeUndefined();
  const [a, b] = [(await feed.read(token, 'production')).body, (await feed.read(candidate, 'candidate')).body];
  const kidOf = (jws: string) => JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString()).kid;
  expect(kidOf(a)).not.toBe(kidOf(b));
  await expect(feed.verify(b, candidate, 'production')).rejects.toThrow('There is no key');
});

test('a rolled back change writes no release', async () => {
  const before = await rowsOf('production');
  const at = bucket();
  const hash = await submitDraft(at, null);
  await expect(
    server.database.db.transaction().execute(async (trx) => {
      await trx.updateTable('feed_head').set({ sequence: 999 }).execute();
      throw new Error('Rolled back');
    }),
  ).rejects.toThrow('Rolled back');
  expect(await rowsOf('production')).toHaveLength(before.length);
  await approve(at, hash);
  expect(await rowsOf('production')).toHaveLength(before.length + 1);
  const { live } = await get(at).then((open: Bucket) => open);
  expect(inRelease(await production(), at)?.version).toBe(live.number);
});
