import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeedKey } from '#domain/feed/keys.ts';
import type { Feed, Signer } from './feed.ts';

/** Writes a feed as `npm run feed -- export` does. */
export async function writeFeed(
  directory: string,
  signer: Signer,
  feed: Feed,
  keys: readonly FeedKey[] = [],
): Promise<void> {
  await mkdir(join(directory, 'documents'), { recursive: true });
  for (const [hash, text] of feed.documents) await writeFile(join(directory, 'documents', hash), text);
  await writeFile(join(directory, 'keys.json'), JSON.stringify({ keys: [signer.key, ...keys] }));
  await writeFile(join(directory, `${feed.release.channel}.jws`), await signer.sign(JSON.stringify(feed.release)));
}
