import { Problem } from '#contract/problem.ts';
import type { reviewRoutes } from '#contract/review-routes.ts';
import type { Answer, Checked } from '#contract/route.ts';
import { applyEdits, listPins } from '#domain/bucket/rollout.ts';
import { explainAboveBefore } from '#domain/authority/requirement.ts';
import { bucketId } from '#domain/event/event.ts';
import type { Actor } from '#domain/user/person.ts';
import { savedIn } from '#server/bucket/bucket.change.ts';
import { getBuckets, noSuchBucket } from '#server/bucket/bucket.open.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot } from '#server/db/transaction.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { findPinnedData } from '#server/dial/dial.pin.service.ts';
import { readAuthors } from './review.author.ts';
import { listsOf, MEASURED_LATER, presentSigners, readAuthority } from './review.authority.ts';
import type { Proofs } from './review.proof.ts';

type Request = Checked<typeof reviewRoutes.previewSigners>['body'];
type Preview = Answer<typeof reviewRoutes.previewSigners>;

/** Who must sign drafts if they were submitted now, by the functions that a submission uses. Proves before it reads rules. */
export async function previewSigners(
  db: Db,
  { actor, at, proofs }: Readonly<{ actor: Actor; at: Date; proofs: Pick<Proofs, 'prove'> }>,
  { buckets, restart }: Request,
): Promise<Preview> {
  const opened = new Map((await getBuckets(db, buckets)).map((open) => [bucketId(open.address), open]));
  const bases = buckets.map(({ entries, edits = [], ...address }) => {
    const open = opened.get(bucketId(address));
    if (open === undefined) throw noSuchBucket();
    return { open, base: entries ?? savedIn(open), edits };
  });
  const pins = bases.flatMap(({ base, edits }) => [...base, ...listPins(edits)]);
  const dataOf = await findPinnedData(db, pins);
  if (pins.some((pin) => dataOf(pin) === undefined))
    throw new Problem('conflict', 'A dial of this list has no such published version. Reload the page.');
  const submitted = bases.flatMap(({ open, base, edits }) => {
    const edited = applyEdits(base, edits, (pin) => dataOf(pin)?.values);
    if ('refusal' in edited) return [];
    const based_on = open.draft?.based_on ?? open.live.number;
    return [{ open, draft: { entries: edited.entries, based_on }, restart: restart ? open.head.stop_id : null }];
  });
  const proven = await proofs.prove(db, actor.id, submitted.map(listsOf));
  return snapshot(db, async (trx) => {
    const authorityOf = await readAuthority(trx, submitted, { proofs: async () => proven, owner: actor.id });
    const authorsOf = await readAuthors({ trx, actor, at }, submitted);
    const rounds = submitted.map(({ open }) => ({
      id: open.head.id,
      address: open.address,
      authors: authorsOf(open).map(({ person }) => person),
      started_at: null,
      authority: authorityOf(open),
      shares: MEASURED_LATER,
      isOpen: true,
      votes: [],
    }));
    const signersIn = await presentSigners(trx, rounds, { today: dayOf(at) });
    return {
      buckets: rounds.map((round) => ({
        ...round.address,
        signers: signersIn(round),
        above_before: round.authority === null ? [] : explainAboveBefore(round.authority),
      })),
    };
  });
}
