import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyCommand } from '#domain/feed/client.ts';
import { verifyFile } from './verify.ts';
import { createFeed } from './testing/feed.ts';
import { candidate, signer, stranger } from './testing/world.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lineslip-verify-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function verify(jws: string, keys: unknown = { keys: [signer.key, candidate.key] }): Promise<string> {
  const [file, list] = [join(folder, 'release.jws'), join(folder, 'keys.json')];
  await writeFile(file, `${jws}\n`);
  await writeFile(list, typeof keys === 'string' ? keys : JSON.stringify(keys));
  return verifyFile([file, '--keys', list]);
}

const release = JSON.stringify(createFeed({ sequence: 412 }).release);

test('a valid signature is described with its release', async () => {
  expect(await verify(await signer.sign(release))).toBe(
    'Signature valid. Sequence 412, production, 3 partners, 3 buckets.',
  );
});

test('the command of the page New engine checks it in the folder of Lineslip, without a registry of packages', async () => {
  const expected = await verify(await signer.sign(release));
  const [node, ...args] = verifyCommand(join(folder, 'release.jws'), join(folder, 'keys.json')).split(' ');
  expect(node).toBe('node');
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: join(import.meta.dirname, '..') });
  expect(stdout).toBe(`${expected}\n`);
});

test('anything else is a sentence', async () => {
  const jws = await signer.sign(release);
  await expect(verify(jws.slice(0, -9))).rejects.toThrow('The signature of the release is not valid.');
  await expect(verify('{}')).rejects.toThrow(/not a signed release/);
  await expect(verify(await stranger.sign(release))).rejects.toThrow(/is not in .*keys\.json/);
  await expect(verify(await candidate.sign(release))).rejects.toThrow(/channel production, not candidate/);
  await expect(verify(jws, 'nothing')).rejects.toThrow(/keys\.json is not JSON/);
  await expect(verifyFile([join(folder, 'none.jws'), '--keys', join(folder, 'no.json')])).rejects.toThrow(
    /no\.json cannot be read/,
  );
  await expect(verifyFile(['release.jws'])).rejects.toThrow(/Usage/);
  await expect(verifyFile(['a', 'b', '--keys', 'c'])).rejects.toThrow(/Usage/);
  await expect(verifyFile(['a', '--key', 'c'])).rejects.toThrow(/Usage/);
});
