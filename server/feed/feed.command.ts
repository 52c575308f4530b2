import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Channel, CHANNELS } from '#domain/feed/channel.ts';
import type { FeedKey } from '#domain/feed/keys.ts';
import { documentsOf } from '#domain/feed/release.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { StartError } from '#server/start-error.ts';
import { endorse, feedSigners, rotateSeed } from './feed.key.ts';
import { releaseWriter } from './feed.release.ts';
import { payloadOf, readKeys } from './feed.service.ts';
import * as store from './feed.store.ts';

type Options = Readonly<{ db: Db; config: Config; now: Date }>;

/** The public keys, for the settings of engines. */
export const printKeys = async ({ db, config, now }: Options): Promise<string> =>
  JSON.stringify(await readKeys(db, now, feedSigners(config)), null, 2);

/**
 * Replaces the key. The old one signs a statement about the new one, so that engines trust it, and stays listed for some
 * time; `revokes`: it is no longer listed, because somebody else may have it, and signs no statement.
 */
export async function rotateKey(
  { db, config, now }: Options,
  { revokes }: Readonly<{ revokes: boolean }>,
): Promise<Readonly<{ kids: Readonly<Record<Channel, string>>; secret: string | undefined }>> {
  const { before, after, seed, store: storeSeed } = await rotateSeed(config);
  const keys: FeedKey[] = [];
  for (const channel of CHANNELS) {
    const old = revokes ? undefined : before?.[channel];
    keys.push(old === undefined ? after[channel].key : endorse(old, after[channel].key));
  }
  await transaction(db, async (trx) => {
    for (const old of Object.values(before ?? {})) await store.putKey(trx, old.key, now);
    for (const key of keys) await store.putKey(trx, key, now);
    if (revokes)
      await store.revokeOtherKeys(
        trx,
        keys.map(({ kid }) => kid),
        now,
      );
    await store.forgetState(trx);
  });
  // Afterwards: whoever signs with the new file finds the statement about its key in the database.
  await storeSeed();
  const signing = config.feedKey === undefined ? config : { ...config, feedKey: seed };
  await releaseWriter({ signers: feedSigners(signing), alarmSeconds: config.feedAlarmSeconds }).atStart(db, now);
  const kids = Object.fromEntries(CHANNELS.map((channel) => [channel, after[channel].key.kid])) as Record<
    Channel,
    string
  >;
  return { kids, secret: config.feedKey === undefined ? undefined : seed };
}

/** After a restore: engines refuse a release with a lower sequence than they run. The next one is written at once. */
export async function continueAfter(
  { db, config, now }: Options,
  sequence: number,
  channel: Channel,
): Promise<Readonly<{ sequence: number }>> {
  await transaction(db, async (trx) => {
    const head = await store.lockHead(trx, channel);
    if (sequence <= head.sequence)
      throw new StartError(`The newest release of ${channel} is ${head.sequence} already. Name a higher sequence.`);
    await store.raiseSequence(trx, channel, sequence);
    await store.forgetState(trx);
  });
  await releaseWriter({ signers: feedSigners(config), alarmSeconds: config.feedAlarmSeconds }).atStart(db, now);
  return { sequence: sequence + 1 };
}

/** Writes release, documents and keys as files: the bytes that the feed serves. The release is the last one. */
export async function exportFeed(
  { db, config, now }: Options,
  folder: string,
  channel: Channel,
): Promise<Readonly<{ sequence: number; documents: number }>> {
  const stored = await store.findRelease(db, channel);
  if (!stored?.jws) throw new StartError('There is no release yet. Run npm start once, then try again.');
  const release = payloadOf(stored.jws);
  const hashes = [...documentsOf(release), ...Object.values(release.meaning)];
  const documents = await store.findDocuments(db, hashes);
  await mkdir(join(folder, 'documents'), { recursive: true });
  for (const { hash, content } of documents) await put(join(folder, 'documents', hash), content);
  await put(join(folder, 'keys.json'), JSON.stringify(await readKeys(db, now, feedSigners(config))));
  await put(join(folder, `${channel}.jws`), stored.jws);
  return { sequence: stored.sequence, documents: documents.length };
}

/** Whoever reads the file meanwhile sees the old or the new one. */
async function put(path: string, content: string): Promise<void> {
  const draft = `${path}.new`;
  await writeFile(draft, content, { flush: true });
  await rename(draft, path);
}
