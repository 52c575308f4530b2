import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FeedKey } from '#domain/feed/keys.ts';
import { writeFeed } from '#sdk/testing/directory.ts';
import { createFeed, createSigner, LINE, OTHER_PACK, PACK, RISK, UNKNOWN_DIMENSION } from '#sdk/testing/feed.ts';
import { requireCryptography, runPython } from '#sdk/testing/python.ts';
import { type FeedServer, startFeedServer } from '#sdk/testing/server.ts';
import { candidate, signer, stranger } from '#sdk/testing/world.ts';

let folder: string;
let server: FeedServer;
beforeAll(requireCryptography);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lineslip-python-'));
  server = await startFeedServer();
  await writeFile(join(folder, 'pinned.json'), JSON.stringify({ keys: [signer.key, candidate.key] }));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Prints the max line of a risk, or why there is none. */
const PROGRAM = `
import json, sys
from lineslip import open_lineslip, FeedError
options, risk = json.load(sys.stdin)
try:
    lineslip = open_lineslip(**options)
    print(lineslip.evaluate(9101, "cargo", risk)["values"]["max_line"])
except FeedError as error:
    print(error)
`;
const ask = async (options: object = {}, prelude = ''): Promise<string> => {
  const given = { directory: folder, keys: join(folder, 'pinned.json'), ...options };
  return (await runPython(['-c', prelude + PROGRAM], JSON.stringify([given, RISK]))).trim();
};

test('it passes the whole conformance pack, and says so if not', async () => {
  const pack = join(folder, 'pack.json');
  await writeFile(pack, PACK);
  const { length } = JSON.parse(PACK) as unknown[];
  expect(await runPython(['lineslip.py', 'conformance', pack])).toBe(`${length}/${length}\n`);
  await writeFile(pack, OTHER_PACK);
  await expect(runPython(['lineslip.py', 'conformance', pack])).rejects.toThrow(`${length - 1}/${length}`);
});

test('it answers from an exported directory and from the feed', async () => {
  await writeFeed(folder, signer, createFeed({ sequence: 4 }));
  expect(await ask()).toBe(String(LINE + 4));
  await server.publish(signer, { sequence: 5 });
  server.listKeys(signer.key);
  expect(await ask({ url: server.url, token: 'lsf_x' })).toBe(String(LINE + 5));
});

test('the sample of the documents runs', async () => {
  const text = await readFile(join(import.meta.dirname, '../../docs/feed.md'), 'utf8');
  const sample = /```python\n([^]+?)```/.exec(text)?.[1] ?? '';
  await writeFeed(join(folder, 'feed'), signer, createFeed({ sequence: 4 }));
  await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys: [signer.key] }));
  const program = `import os, sys\nsys.path.insert(0, os.getcwd())\nos.chdir(sys.argv[1])\n${sample}\nprint(lineslip.last_error)`;
  expect(sample).toContain('open_lineslip');
  expect(await runPython(['-c', program, folder])).toBe('None\n');
});

test('it follows a chain of endorsed keys', async () => {
  const [second, third] = [await createSigner(), await createSigner()];
  const chain: FeedKey[] = [await second.endorse(third.key), await signer.endorse(second.key)];
  await writeFeed(folder, third, createFeed({ sequence: 1 }), chain);
  expect(await ask()).toBe(String(LINE + 1));
});

test('it refuses what it cannot verify', async () => {
  const feed = createFeed({ sequence: 1 });
  await writeFeed(folder, stranger, feed);
  expect(await ask()).toMatch(/not trusted/);
  await writeFeed(folder, stranger, feed, [await candidate.endorse(stranger.key)]);
  expect(await ask()).toMatch(/not trusted/);
  await writeFeed(folder, signer, createFeed({ sequence: 1, channel: 'candidate' }));
  await writeFile(join(folder, 'production.jws'), await readFile(join(folder, 'candidate.jws')));
  expect(await ask()).toMatch(/of the channel candidate, not production/);

  await writeFeed(folder, signer, feed);
  const jws = await readFile(join(folder, 'production.jws'), 'utf8');
  await writeFile(join(folder, 'production.jws'), `${jws.slice(0, -20)}AAAA${jws.slice(-16)}`);
  expect(await ask()).toMatch(/signature is not valid/);
  await writeFeed(folder, signer, feed);
  await writeFile(join(folder, 'documents', feed.release.buckets[0]?.document ?? ''), '{}');
  expect(await ask()).toMatch(/has other content/);
  await writeFeed(folder, signer, createFeed({ sequence: 1, inputs: [{ document: UNKNOWN_DIMENSION }] }));
  expect(await ask()).toMatch(/“Hull”: it does not know \['vessel_age'\]/);
  await writeFeed(folder, signer, createFeed({ sequence: 1, pack: OTHER_PACK }));
  expect(await ask()).toMatch(/1 of \d+ conformance cases fail/);
});

test('it runs unverified only if told so', async () => {
  await writeFeed(folder, signer, createFeed({ sequence: 3 }));
  const directory = { directory: folder, keys: null };
  expect(await ask(directory)).toMatch(/Give the pinned keys/);
  expect(await ask({ ...directory, allow_unverified: true })).toBe(String(LINE + 3));
  const without = 'import sys; sys.modules["cryptography.exceptions"] = None\n';
  expect(await ask({}, without)).toMatch(/Install cryptography/);
  expect(await ask({ allow_unverified: true }, without)).toBe(String(LINE + 3));
});

test('a refresh applies newer releases, and keeps the last one after a failure', async () => {
  const program = `
import shutil, sys
from lineslip import open_lineslip
first, *more = sys.argv[2:]
lineslip = open_lineslip(directory=first, keys=sys.argv[1])
for directory in more:
    shutil.copytree(directory, first, dirs_exist_ok=True)
    lineslip.refresh()
    print(lineslip.evaluate(9101, "cargo", ${JSON.stringify(RISK)})["sequence"], lineslip.last_error)
`;
  const directories = ['first', 'newer', 'older', 'stranger', 'newest'].map((name) => join(folder, name));
  const [first = '', newer = '', older = '', foreign = '', newest = ''] = directories;
  await writeFeed(first, signer, createFeed({ sequence: 5 }));
  await writeFeed(newer, signer, createFeed({ sequence: 6 }));
  await writeFeed(older, signer, createFeed({ sequence: 4 }));
  await writeFeed(foreign, stranger, createFeed({ sequence: 9 }));
  await writeFeed(newest, signer, createFeed({ sequence: 10 }));
  const printed = await runPython(['-c', program, join(folder, 'pinned.json'), ...directories]);
  expect(printed.trim().split('\n')).toEqual([
    '6 None',
    '6 FeedError: Release 4 is older than 6, which runs.',
    expect.stringMatching(/^6 FeedError: The release is signed by the key .* which is not trusted\.$/),
    '10 None',
  ]);
});
