import { createHash } from 'node:crypto';
import { canonicalJson } from '#domain/audit/canonical.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { bucketId } from '#domain/event/event.ts';
import type { Trx } from '#server/db/transaction.ts';
import { findEditors, findEntries, listEverLive } from './bucket.version.store.ts';

const PAGE = 200;

/** What a vote is bound to. */
export const hashOf = (entries: BucketEntries): string =>
  createHash('sha256').update(canonicalJson(entries)).digest('hex');

export const findDraftEditors = findEditors;

/** Every version that is or was live, with the hash of its content computed anew from its entries. */
export async function* everLivePages(trx: Trx) {
  for (let after: string | undefined; ;) {
    const page = await listEverLive(trx, after, PAGE);
    const entriesOf = await findEntries(trx, page);
    yield page.map(({ id, partner, cob, number }) => {
      const entries = entriesOf.get(id) ?? [];
      return {
        id,
        bucket: bucketId({ partner, cob }),
        number,
        content: hashOf(entries),
        isEmpty: entries.length === 0,
      };
    });
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}
