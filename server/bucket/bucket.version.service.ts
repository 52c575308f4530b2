import { createHash } from 'node:crypto';
import { canonicalJson } from '#domain/audit/canonical.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { bucketId as nameOfBucket } from '#domain/event/event.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import { findEditors, findEntries, findNumber, listEverLive, listLiveHolding } from './bucket.version.store.ts';

const PAGE = 200;

/** What votes are bound to besides the entries: the day it goes live, and the stop it ends. */
export type RoundTerms = Readonly<{ live_on: string | null; restart: string | null }>;
const NO_TERMS: RoundTerms = { live_on: null, restart: null };

/** The hash that a vote is bound to: of the entries alone, unless there are terms. */
export function hashOf(entries: BucketEntries, { live_on, restart }: RoundTerms = NO_TERMS): string {
  const terms = { ...(live_on !== null && { live_on }), ...(restart !== null && { restart }) };
  const hasTerms = Object.keys(terms).length > 0;
  return createHash('sha256')
    .update(canonicalJson(hasTerms ? { entries, ...terms } : entries))
    .digest('hex');
}

export const findDraftEditors = findEditors;
export { findEditorsOf, findEntries, type SinceVersion } from './bucket.version.store.ts';

/** The entries of a version that is or was live. */
export async function readEntriesOf(db: Db, bucketId: string, number: number): Promise<BucketEntries | undefined> {
  const version = await findNumber(db, bucketId, number);
  return version && ((await findEntries(db, [version])).get(version.id) ?? []);
}

/** Live lists that pin another version of this dial, by class and partner, up to a limit. */
export const listListsToUpdate = listLiveHolding;

/** Every version that is or was live, with its hash recomputed from the entries. */
export async function* everLivePages(trx: Trx) {
  for (let after: string | undefined; ;) {
    const page = await listEverLive(trx, after, PAGE);
    const entriesOf = await findEntries(trx, page);
    yield page.map(({ id, partner, cob, number }) => {
      const entries = entriesOf.get(id) ?? [];
      return {
        id,
        bucket: nameOfBucket({ partner, cob }),
        number,
        content: hashOf(entries),
        hashFor: (terms: RoundTerms) => hashOf(entries, terms),
        isEmpty: entries.length === 0,
      };
    });
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}
