import { expect } from 'vitest';
import { readRisk } from '#domain/evaluation/risk.ts';
import type { FeedKey } from '#domain/feed/keys.ts';
import type { Channel } from '#domain/feed/release.ts';
import { ServerError } from '#sdk/source.ts';
import { createStore } from '#sdk/store.ts';
import { createUpdater, type Updater } from '#sdk/update.ts';
import { createFeed, createSigner, type Feed, type FeedInput, hashOf, LINE, PARTNERS, RISK } from './feed.ts';
import { createMemoryDisk, type MemoryDisk } from './memory.ts';

/** `signer` and `candidate` are pinned. */
export const [signer, stranger, candidate] = await Promise.all([
  createSigner(),
  createSigner(),
  createSigner('candidate'),
]);

/** A feed in memory, and an updater on a disk in memory. */
export function createWorld(channel: Channel = 'production') {
  const disk = createMemoryDisk();
  const documents = new Map<string, string>();
  const requests: string[] = [];
  let listed: readonly FeedKey[] = [];
  let perAnswer = Number.POSITIVE_INFINITY;
  const applied: number[] = [];
  const open = (used: MemoryDisk = disk): Updater =>
    createUpdater({
      channel,
      pinned: [signer.key, candidate.key],
      source: {
        getDocument: async (hash) => {
          requests.push(hash);
          const text = documents.get(hash);
          if (text === undefined) throw new ServerError('The server answered 404.', 404);
          return new TextEncoder().encode(text);
        },
        getDocuments: async (hashes) => {
          requests.push(hashes.join(' '));
          const known = hashes.flatMap((hash) => {
            const text = documents.get(hash);
            return text === undefined ? [] : [[hash, new TextEncoder().encode(text)] as const];
          });
          return new Map(known.slice(0, perAnswer));
        },
        getKeys: async () => JSON.stringify({ keys: listed }),
      },
      store: createStore('/engine', channel, used.files),
      now: () => Date.parse('2026-12-01T10:00:00Z'),
      onApply: ({ rules }) => applied.push(rules.release.sequence),
    });
  const publish = async (input: FeedInput | Feed, by = signer) => {
    const feed = 'documents' in input ? input : createFeed(input);
    for (const [hash, text] of feed.documents) documents.set(hash, text);
    const jws = await by.sign(JSON.stringify(feed.release));
    return { jws, etag: `"${hashOf(jws)}"` };
  };
  const list = (...keys: readonly FeedKey[]) => {
    listed = keys;
  };
  /** So many documents fit into one answer. */
  const limitAnswers = (most: number) => {
    perAnswer = most;
  };
  return { disk, documents, requests, applied, open, publish, list, limitAnswers };
}

const reading = readRisk(RISK);
const risk = reading.ok ? reading.risk : undefined;

/** The release that every bucket answers by, from its values; fails if they are of different ones. */
export function sequenceOf(updater: Updater): number | null {
  const running = updater.running();
  if (running === null || risk === undefined) return null;
  const lines = PARTNERS.map(
    (partner) => running.rules.decide({ partner, cob: 'cargo' }, risk).evaluation.values.max_line?.winner.value,
  );
  const { sequence } = running.rules.release;
  expect(lines).toEqual([LINE + sequence, LINE + sequence, LINE]);
  return sequence;
}
