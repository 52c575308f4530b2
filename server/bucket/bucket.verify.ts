import type { Trx } from '#server/db/transaction.ts';
import type { VersionFacts } from '#domain/review/agreement.ts';
import { hashOf } from './bucket.change.ts';
import { findEntries } from './bucket.entry.store.ts';
import { objectOf } from './bucket.event.ts';
import { listEverLive } from './bucket.version.store.ts';

const PAGE = 200;

/** A version that is or was live, and the bucket as audit records name it. */
export type LiveVersion = Omit<VersionFacts, 'activated'> & Readonly<{ bucket: string }>;

/** Every version that is or was live, with the hash of its content computed anew from its entries. */
export async function* everLiveVersions(trx: Trx): AsyncGenerator<LiveVersion> {
  for (let after: string | undefined; ;) {
    const page = await listEverLive(trx, after, PAGE);
    const entriesOf = await findEntries(
      trx,
      page.map(({ id }) => id),
    );
    for (const { id, partner, cob, number, approved } of page) {
      const entries = entriesOf.get(id) ?? [];
      const isEmpty = entries.length === 0;
      yield { bucket: objectOf({ partner, cob }).id, number, content: hashOf(entries), isEmpty, approved };
    }
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}
