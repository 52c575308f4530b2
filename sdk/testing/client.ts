import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { openClient, type Ports } from '#sdk/client.ts';
import type { Lineslip, LineslipAnswer, LineslipOptions } from '#sdk/types.ts';
import { createToken, RISK } from './feed.ts';
import { type FeedServer, startFeedServer } from './server.ts';
import { candidate, signer } from './world.ts';

export let server: FeedServer;
export let directory: string;

/** A feed server and an empty directory for each test of a file. */
export function useFeedServer(): void {
  beforeEach(async () => {
    server = await startFeedServer();
    directory = await mkdtemp(join(tmpdir(), 'lineslip-client-'));
  });
  afterEach(async () => {
    for (const client of opened.splice(0)) await client.close();
    await server.close();
    await rm(directory, { recursive: true });
  });
}

const opened: Lineslip[] = [];
const token = createToken();

export async function open(options: Partial<LineslipOptions> = {}, ports: Partial<Ports> = {}): Promise<Lineslip> {
  const given = { url: server.url, token, keys: { keys: [signer.key, candidate.key] }, directory, ...options };
  // Retries come at once.
  const client = await openClient(given, { random: () => 0.01, ...ports });
  opened.push(client);
  return client;
}

export const ask = (client: Lineslip, partner = 9101): LineslipAnswer =>
  client.evaluate({ partner, cob: 'cargo', risk: RISK });
