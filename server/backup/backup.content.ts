import { hashOf } from '#server/bucket/bucket.version.service.ts';
import type { LiveBucket, Manifest } from './backup.parts.ts';
import { listLiveAfter, readAudit } from './content.store.ts';
import type { Session } from './session.store.ts';

const PAGE = 200;

/** What a restored copy is compared by: the content hash of every live bucket, and the audit chain. */
export async function readContent({ db }: Session): Promise<Pick<Manifest, 'liveBuckets' | 'audit'>> {
  const liveBuckets: LiveBucket[] = [];
  for (let last: string | undefined; ;) {
    const page = await listLiveAfter(db, last, PAGE);
    for (const { partner, cob, number, entries } of page)
      liveBuckets.push({ partner, cob, number, sha256: hashOf(entries) });
    last = page.at(-1)?.id;
    if (page.length < PAGE) return { liveBuckets, audit: await readAudit(db) };
  }
}
