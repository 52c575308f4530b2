import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compactVerify, importJWK } from 'jose';
import { expect, test } from 'vitest';
import { ENDORSEMENT_TYPE, endorsementText, type FeedKey, type FeedKeys } from '#domain/feed/keys.ts';
import { readConfig } from '#server/config.ts';
import { createOwnApp } from '#server/testing/app.ts';
import { temporaryFolder } from '#server/testing/data-folder.ts';
import { feedTester } from '#server/testing/feeds.ts';
import { continueAfter, exportFeed, printKeys, rotateKey } from './feed.command.ts';

const now = new Date('2026-11-18T09:00:00.000Z');

/** A server whose key is in its data folder. */
async function start() {
  const folder = await temporaryFolder();
  const environment = { DATA_DIR: folder, FEED_KEY: '' };
  const server = await createOwnApp({ environment, now: () => now });
  const config = readConfig({ DATA_DIR: folder }, '/nowhere');
  const options = { db: server.database.db, config, now };
  const keys = async () => (JSON.parse(await printKeys(options)) as FeedKeys).keys;
  return { folder, server, options, keys, feed: feedTester(server) };
}

const isEndorsed = async (key: FeedKey, by: FeedKey): Promise<boolean> => {
  const { payload, protectedHeader } = await compactVerify(key.endorsement ?? '', await importJWK({ ...by }, 'EdDSA'));
  if (protectedHeader.typ !== ENDORSEMENT_TYPE) return false;
  return Buffer.from(payload).toString() === endorsementText(key) && key.endorsed_by === by.kid;
};

test('a new key is endorsed by the old one, signs the next release at once, and both are listed', async () => {
  const { options, keys, feed } = await start();
  const { token } = await feed.addEngine();
  const before = await keys();
  const first = await feed.release(token);
  const { kids, secret } = await rotateKey(options, { revokes: false });
  expect(secret).toBeUndefined();
  const after = await keys();
  expect(after).toHaveLength(before.length + 2);
  for (const old of before) {
    const key = after.find((one) => one.channel === old.channel && one.kid === kids[old.channel]);
    expect(key && (await isEndorsed(key, old))).toBe(true);
  }
  // The running server reads the new file.
  const second = await feed.release(token);
  expect(second.sequence).toBe(first.sequence + 1);
  expect(second.buckets).toEqual(first.buckets);
  const limited = await feed.addEngine({ partners: [9101] });
  const jws = (await feed.read(limited.token, 'production')).body;
  expect(JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString()).kid).toBe(kids.production);
});

test('a key that somebody else may have is revoked, and endorses nothing', async () => {
  const { options, keys, feed } = await start();
  const { token } = await feed.addEngine();
  const before = await keys();
  await rotateKey(options, { revokes: true });
  const after = await keys();
  expect(after.map(({ kid }) => kid).filter((kid) => before.some((old) => old.kid === kid))).toEqual([]);
  expect(after.every(({ endorsement }) => endorsement === undefined)).toBe(true);
  await feed.release(token);
});

test('the exported files are the bytes that the feed serves', async () => {
  const { folder, options, feed } = await start();
  const { token } = await feed.addEngine();
  const target = join(folder, 'exported');
  const { sequence, documents } = await exportFeed(options, target, 'production');
  const jws = (await feed.read(token, 'production')).body;
  expect(await readFile(join(target, 'production.jws'), 'utf8')).toBe(jws);
  expect((await feed.release(token)).sequence).toBe(sequence);
  expect(JSON.parse(await readFile(join(target, 'keys.json'), 'utf8'))).toEqual(
    (await feed.read(token, 'keys')).json(),
  );
  const files = await readdir(join(target, 'documents'));
  expect(files).toHaveLength(documents);
  for (const hash of files) {
    const content = await readFile(join(target, 'documents', hash), 'utf8');
    expect(createHash('sha256').update(content).digest('hex')).toBe(hash);
    expect((await feed.read(token, `documents/${hash}`)).body).toBe(content);
  }
});

test('after a restore the sequence continues after the highest that an engine runs, never before', async () => {
  const { options, feed } = await start();
  const { token } = await feed.addEngine();
  const before = await feed.release(token);
  await expect(continueAfter(options, before.sequence, 'production')).rejects.toThrow('Name a higher sequence.');
  expect(await continueAfter(options, 415, 'production')).toEqual({ sequence: 416 });
  expect(await feed.release(token)).toMatchObject({ sequence: 416, buckets: before.buckets });
});
