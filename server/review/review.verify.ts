import { everLivePages } from '#server/bucket/bucket.version.service.ts';
import type { Trx } from '#server/db/transaction.ts';
import { findApproved } from './review.store.ts';

/** Every version that is or was live: the hash of its content computed anew, and those that its reviews approved. */
export async function* everLiveVersions(trx: Trx) {
  for await (const page of everLivePages(trx)) {
    const approved = await findApproved(
      trx,
      page.map(({ id }) => id),
    );
    for (const { id, ...version } of page) yield { ...version, approved: approved.get(id) ?? [] };
  }
}
