import { createHash, createHmac, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint } from 'jose';
import { ENDORSEMENT_TYPE, endorsementText, type FeedKey, RELEASE_TYPE } from '#domain/feed/keys.ts';
import { type Channel, CHANNELS } from '#domain/feed/release.ts';
import type { Config } from '#server/config.ts';
import {
  bytesOf,
  createSeed,
  ensureSeed,
  privateKeyOf,
  readSeed,
  replaceSeed,
  type SeedFile,
} from '#server/signing/seed.ts';

type Settings = Pick<Config, 'feedKey' | 'dataDir'>;
export type FeedSigner = Readonly<{
  key: FeedKey;
  /** A compact JWS (RFC 7515). Ed25519 is deterministic: the same payload gives the same bytes. */
  sign: (payload: string, type?: string) => string;
}>;
export type FeedSigners = Readonly<Record<Channel, FeedSigner>>;
/** The signers of today: the file may have been replaced. */
export type LoadSigners = () => Promise<FeedSigners>;

const fileIn = (dataDir: string): SeedFile => ({
  path: join(dataDir, 'feed-key'),
  title: 'The key that signs releases of the feed',
  setting: 'FEED_KEY',
});

/** The configured key, or the one in the data folder, which is created at the first start and read again when it changes. */
export function feedSigners({ feedKey, dataDir }: Settings): LoadSigners {
  const file = fileIn(dataDir);
  let loaded: Readonly<{ changedAt: number; signers: Promise<FeedSigners> }> | undefined;
  return async () => {
    const changedAt =
      feedKey === undefined
        ? await stat(file.path).then(
            ({ mtimeMs }) => mtimeMs,
            () => 0,
          )
        : 0;
    if (loaded === undefined || (loaded.changedAt !== changedAt && changedAt !== 0)) {
      const signers = feedKey === undefined ? ensureSeed(file).then(signersOf) : signersOf(feedKey);
      loaded = { changedAt, signers };
    }
    return loaded.signers;
  };
}

/** Replaces the key in the data folder, or, where FEED_KEY is set, creates the secret to set it to. */
export async function rotateSeed({
  feedKey,
  dataDir,
}: Settings): Promise<
  Readonly<{ before: FeedSigners | undefined; after: FeedSigners; seed: string; store: () => Promise<void> }>
> {
  const file = fileIn(dataDir);
  const old = feedKey ?? (await readSeed(file));
  const seed = createSeed();
  return {
    before: old === undefined ? undefined : await signersOf(old),
    after: await signersOf(seed),
    seed,
    store: async () => {
      if (feedKey === undefined) await replaceSeed(file, seed);
    },
  };
}

/** One secret gives one key for each channel. */
async function signersOf(seed: string): Promise<FeedSigners> {
  const bytes = Buffer.from(seed, 'base64');
  const entries = CHANNELS.map(async (channel) => {
    const own = createHmac('sha256', bytes).update(`Lineslip feed ${channel}`).digest();
    return [channel, await signerOf(privateKeyOf(own), channel)];
  });
  return Object.fromEntries(await Promise.all(entries)) as FeedSigners;
}

async function signerOf(privateKey: KeyObject, channel: Channel): Promise<FeedSigner> {
  const x = bytesOf(createPublicKey(privateKey));
  const kid = await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x });
  const headerOf = (typ: string) => Buffer.from(JSON.stringify({ alg: 'EdDSA', kid, typ })).toString('base64url');
  const release = headerOf(RELEASE_TYPE);
  return {
    key: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig', channel },
    // By hand, because it happens while others wait for the lock: the library takes three times the processor time.
    sign: (payload, type) => {
      const text = `${type === undefined ? release : headerOf(type)}.${Buffer.from(payload).toString('base64url')}`;
      return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
    },
  };
}

/** The statement by which whoever trusts the old key trusts the new one. */
export const endorse = (by: FeedSigner, key: FeedKey): FeedKey => ({
  ...key,
  endorsed_by: by.key.kid,
  endorsement: by.sign(endorsementText(key), ENDORSEMENT_TYPE),
});

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
