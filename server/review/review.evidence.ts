import type { PersonRef } from '#contract/dial.ts';
import type { reviewRoutes } from '#contract/review-routes.ts';
import type { Answer } from '#contract/route.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import type { Actor } from '#domain/user/person.ts';
import { recordsOf } from '#server/audit/audit.service.ts';
import { hashOf } from '#server/bucket/bucket.change.ts';
import { objectOf } from '#server/bucket/bucket.event.ts';
import { presentBucket } from '#server/bucket/bucket.present.ts';
import { bucketReadService } from '#server/bucket/bucket.read.service.ts';
import type { Trx } from '#server/db/transaction.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { partnerService } from '#server/partner/partner.service.ts';
import { presentRounds } from './review.present.ts';
import { type Address, findRoundsOf } from './review.store.ts';

export type Evidence = Answer<typeof reviewRoutes.getEvidence>;
type Asked = Readonly<{ actor: Actor; by: PersonRef; at: Date; address: Address; number: number }>;

/** Everything about one version, all of it read from one snapshot of the database. */
export async function collectEvidence(trx: Trx, { actor, by, at, address, number }: Asked): Promise<Evidence> {
  const reader = bucketReadService({ db: trx, now: () => at, partners: partnerService(trx) });
  const { partner, appetite } = await presentBucket(trx, address, actor, dayOf(at));
  const version = await reader.version(address, number);
  const difference = number === 1 ? null : await reader.summarise(address, number - 1, number);
  const dials = await reader.dials(version.entries.map(({ dial_id, version }) => ({ dial_id, version })));
  return {
    made_at: at.toISOString(),
    made_by: by,
    bucket: { cob: address.cob, class: findClass(address.cob)?.label ?? address.cob, partner, appetite },
    version: version,
    content_hash: hashOf(version.entries),
    dials: dials,
    difference: difference,
    rounds: await presentRounds(trx, await findRoundsOf(trx, address, number)),
    audit: await recordsOf(trx, objectOf(address)),
  };
}
