import type { z } from 'zod';
import type { feedRoutes } from '#contract/feed.ts';
import { Problem } from '#contract/problem.ts';
import type { Channel } from '#domain/feed/channel.ts';
import { type FeedKey, type FeedKeys, KEY_DAYS } from '#domain/feed/keys.ts';
import { documentsOf, FEED_BULK, limitToPartners, type Release } from '#domain/feed/release.ts';
import type { Db } from '#server/db/connect.ts';
import type { EngineCaller } from './engine.service.ts';
import { type LoadSigners, sha256 } from './feed.key.ts';
import * as store from './feed.store.ts';

/** A release as one reader sees it. */
export type ReadRelease = Readonly<{ sequence: number; jws: string; etag: string; documents: ReadonlySet<string> }>;
type ReadDocuments = z.output<(typeof feedRoutes)['readDocuments']['answer']>;
type Options = Readonly<{ db: Db; now: () => Date; signers: LoadSigners }>;
export type FeedService = ReturnType<typeof feedService>;

const DAY_MS = 86_400_000;
/** To look at what an engine received lately. Only the newest is served, and a large book writes 100 MB of them a day. */
const BYTES_DAYS = 7;
/** Of the newest release, one for each set of partners that engines are limited to. */
const MAX_CACHED = 50;

/** What engines read. */
export function feedService({ db, now, signers }: Options) {
  const cache = new Map<string, Promise<ReadRelease>>();

  async function load(channel: Channel, sequence: number, partners: readonly number[] | null): Promise<ReadRelease> {
    const stored = await store.findRelease(db, channel, sequence);
    if (!stored?.jws) throw new Problem('unavailable', 'There is no release yet. Please try again in a moment.');
    const release = payloadOf(stored.jws);
    const limited = limitToPartners(release, partners);
    const jws = partners === null ? stored.jws : (await signers())[channel].sign(JSON.stringify(limited));
    const documents = new Set([...documentsOf(limited), ...Object.values(release.meaning)]);
    return { sequence, jws, etag: `"${sha256(jws)}"`, documents };
  }

  return {
    /** The newest release for this engine. The sequence is read each time; the rest only when it is new. */
    async newest({ channel, partners }: Pick<EngineCaller, 'channel' | 'partners'>): Promise<ReadRelease> {
      const { sequence } = await store.readHead(db, channel);
      const key = `${channel} ${sequence} ${partners?.join(',') ?? 'all'}`;
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const loading = load(channel, sequence, partners);
      cache.set(key, loading);
      loading.catch(() => cache.delete(key));
      for (const old of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(old);
      return loading;
    },

    sequence: async (channel: Channel): Promise<number> => (await store.readHead(db, channel)).sequence,

    /** A document that the newest release of this engine names. */
    async document(caller: EngineCaller, hash: string): Promise<string> {
      const { documents } = await this.newest(caller);
      const content = documents.has(hash) ? await store.findDocument(db, hash) : undefined;
      if (content === undefined) throw new Problem('not-found', 'The newest release names no such document.');
      return content;
    },

    /** As many of these documents as fit into one answer. */
    async documents(caller: EngineCaller, hashes: readonly string[]): Promise<ReadDocuments> {
      const { documents } = await this.newest(caller);
      const known = [...new Set(hashes)].filter((hash) => documents.has(hash));
      return { documents: await store.listDocumentTexts(db, known, FEED_BULK.bytes) };
    },

    keys: (): Promise<FeedKeys> => readKeys(db, now(), signers),

    /** Nobody reads an old release; what it contained is in the records of its changes. */
    dropOldBytes: (): Promise<void> => store.dropBytes(db, new Date(now().getTime() - BYTES_DAYS * DAY_MS)),
  };
}

/** The keys in use, the key of this server first, and previous ones for some time. */
export async function readKeys(db: Db, now: Date, signers: LoadSigners): Promise<FeedKeys> {
  const rows = await store.listKeys(db, new Date(now.getTime() - KEY_DAYS * DAY_MS));
  const stored = new Map(rows.map((row) => [row.kid, keyOf(row)]));
  for (const { key } of Object.values(await signers())) if (!stored.has(key.kid)) stored.set(key.kid, key);
  return { keys: [...stored.values()] };
}

function keyOf({
  kid,
  x,
  channel,
  endorsed_by,
  endorsement,
}: Awaited<ReturnType<typeof store.listKeys>>[number]): FeedKey {
  return {
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    kid,
    alg: 'EdDSA',
    use: 'sig',
    channel,
    ...(endorsed_by !== null && endorsement !== null && { endorsed_by, endorsement }),
  };
}

/** Of a release that this server or another one signed. */
export function payloadOf(jws: string): Release {
  const [, payload = ''] = jws.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Release;
}
