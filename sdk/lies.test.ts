import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEED_LIMITS } from '#domain/feed/release.ts';
import { openClient } from './client.ts';
import { askAll } from './testing/ask.ts';
import { hashOf } from './testing/feed.ts';
import { LIES } from './testing/lies.ts';
import { createStage, type Stage } from './testing/stage.ts';
import type { Lineslip } from './types.ts';

/** One engine is told every lie of the table, one after another. */
let stage: Stage;
let directory: string;
let lineslip: Lineslip;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lineslip-lies-'));
  stage = await createStage();
  for (let count = 0; count < 3; count += 1) await stage.publish();
  lineslip = await openClient(
    { ...stage.options, directory },
    { random: () => 0.01, requestTimeoutMs: 300, waitSeconds: 1 },
  );
});
afterAll(async () => {
  await lineslip.close();
  await stage.close();
  await rm(directory, { recursive: true });
});

const POLL = { interval: 5 };
/** What is under way in the buffers of both sides when a reader leaves. */
const UNDER_WAY_BYTES = 20_000_000;

const expectAnswers = (sequence: number) => expect(askAll(lineslip)).toMatchObject({ sequence, wrong: 0, empty: 0 });

/** What the operator of an engine reads about some of them. */
const MESSAGES: ReadonlyMap<string, RegExp> = new Map([
  ['bad status line', /cannot be reached/],
  ['one byte at a time', /cannot be reached: no answer in time/],
  ['a release without end', /larger than 16 MB/],
  ['a document without end', /larger than 4 MB/],
  ['a release that grows when it is decompressed', /larger than 16 MB/],
  ['redirect', /cannot be reached: unexpected redirect/],
  ['expired token', /answered 401 \(The token has expired\)/],
  ['a page of a proxy', /not a signed release/],
  ['no content', /answered 204/],
  ['wrong key', /not trusted/],
  ['the key of another channel', /not trusted/],
  ['an endorsement in the place of a release', /not a signed release/],
  ['a release of another channel', /channel candidate/],
  ['replayed release', /older than/],
  ['the same number with other content', /other content/],
  ['a release for other partners', /for the partners 9101, but this engine runs all partners/],
  ['another format', /format 2/],
  ['a bucket twice', /a bucket twice/],
  ['a missing document', /404/],
  ['a document with other bytes', /other content than its hash/],
  ['an unknown dimension', /9101 cargo: “Dial a”: it does not know the dimension vessel_age/],
  ['a pack with another meaning', /fails 1 of \d+ conformance cases/],
] satisfies [keyof typeof LIES, RegExp][]);

/** The files of the directory with their content. */
const readDirectory = async () => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(await Promise.all(paths.toSorted().map(async (path) => [path, await readFile(path, 'hex')] as const)));
};
const isStored = async () => (await readFile(join(directory, 'etag'), 'utf8')).includes(hashOf(lastRelease()));
const lastRelease = () => stage.releases.at(-1) ?? '';

test.each(Object.entries(LIES))('refused and reported, with the old rules in place: %s', async (name, lie) => {
  const { sequence } = lineslip.status();
  expect(sequence).toBe(stage.releases.length);
  await expect.poll(isStored, POLL).toBe(true);
  const stored = await readDirectory();
  await stage.tell(lie);
  await expect.poll(() => lineslip.status().lastError?.message, POLL).toMatch(MESSAGES.get(name) ?? /./);
  expect(await readDirectory()).toEqual(stored);
  expectAnswers(sequence);
  stage.repent();
  await expect.poll(() => lineslip.status().sequence, POLL).toBe(stage.releases.length);
  await expect.poll(() => lineslip.status().lastError, POLL).toBeNull();
  expectAnswers(sequence + 1);
  expect(stage.trap.requests).toEqual([]);
});

test('an answer without end is read up to the limit', () => {
  expect(stage.server.mostSent()).toBeGreaterThan(FEED_LIMITS.releaseBytes);
  expect(stage.server.mostSent()).toBeLessThan(FEED_LIMITS.releaseBytes + UNDER_WAY_BYTES);
});
