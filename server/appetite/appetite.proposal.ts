import { type AppetiteProposal, MAX_PROPOSALS, type WaitingProposal } from '#contract/appetite.ts';
import { Problem } from '#contract/problem.ts';
import {
  DECISION_OUTCOMES,
  explainClosed,
  explainMoved,
  ONLY_PROPOSER_WITHDRAWS,
  type RaiseDecision,
  refuseDecider,
} from '#domain/appetite/proposal.ts';
import { MAY_CONFIRM, maySeeProposals } from '#domain/appetite/permission.ts';
import { type BucketAddress, bucketEvent, type BucketEvent, bucketId } from '#domain/event/event.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Change } from '#server/change/change.ts';
import { forEachBucket } from '#server/change/together.ts';
import type { Db } from '#server/db/connect.ts';
import { clearProposals } from '#server/notification/notification.service.ts';
import {
  type DirectoryKind,
  findPeopleAllowed,
  lockPersonStates,
  type PersonState,
} from '#server/person/person.service.ts';
import { readRaiseRefusals } from '#server/review/review.authority.ts';
import { readSecondPerson, readVerified } from '#server/review/review.voter.ts';
import { nameBucket } from './appetite.change.ts';
import {
  closeRaises,
  findProposal,
  listWaiting,
  lockAppetites,
  setAppetites,
  type StoredProposal,
  type StoredRaise,
} from './appetite.store.ts';

/** One's own can always be seen. */
async function findVisible(db: Db, id: string, { id: person, permissions }: Actor) {
  const found = await findProposal(db, id);
  if (found === undefined || !(maySeeProposals(permissions) || found.by === person)) throw noSuchProposal();
  return found;
}

const noSuchProposal = () => new Problem('not-found', 'There is no such proposal.');

/** Everyone whose confirmation of a raised appetite would count. */
export async function readConfirmers(db: Db): Promise<string[]> {
  const people: PersonState[] = [];
  for (const needed of MAY_CONFIRM) people.push(...(await findPeopleAllowed(db, needed)));
  return readVerified(db, people);
}

/** Why this person cannot decide about each proposal; undefined if they can. `people` reads, or locks, their state. */
async function readRefusals<P extends StoredProposal>(
  db: Db,
  { actor, directory }: Readonly<{ actor: Actor; directory: DirectoryKind }>,
  proposals: readonly P[],
  people?: (db: Db, ids: readonly string[]) => Promise<readonly PersonState[]>,
): Promise<(proposal: P) => string | undefined> {
  const deciding = { actor, directory, rights: MAY_CONFIRM, people };
  const { decider, secondFor } = await readSecondPerson(db, deciding, proposals);
  return ({ id, by }) => refuseDecider(by, decider, secondFor(id));
}

/** Longest waiting first; none for people who may not see them. */
export async function listProposals(db: Db, actor: Actor, directory: DirectoryKind): Promise<WaitingProposal[]> {
  if (!maySeeProposals(actor.permissions)) return [];
  const found = await listWaiting(db, MAX_PROPOSALS);
  const refusalOf = await readRefusals(db, { actor, directory }, found);
  return found.map((row) => ({
    ...presentHead(row, actor, refusalOf(row)),
    buckets: row.buckets,
    cob: row.cob,
    partner: row.partner === null ? null : { number: row.partner, name: row.partner_name ?? '' },
  }));
}

export async function readProposal(
  db: Db,
  id: string,
  actor: Actor,
  directory: DirectoryKind,
): Promise<AppetiteProposal> {
  const found = await findVisible(db, id, actor);
  const refusalOf = await readRefusals(db, { actor, directory }, [found]);
  return { ...presentHead(found, actor, refusalOf(found)), buckets: found.raises.map(presentRaise) };
}

const presentHead = ({ id, by, by_name, at, reason }: StoredProposal, actor: Actor, refusal: string | undefined) => ({
  id,
  by: { id: by, name: by_name },
  at: at.toISOString(),
  reason,
  refusal: refusal ?? null,
  is_own: by === actor.id,
});

const presentRaise = ({
  partner,
  partner_name,
  cob,
  was,
  becomes,
  outcome,
  closed_by,
  closed_by_name,
  closed_at,
}: StoredRaise): AppetiteProposal['buckets'][number] => ({
  partner: { number: partner, name: partner_name },
  cob,
  was,
  becomes,
  closed:
    outcome === null || closed_by === null || closed_at === null
      ? null
      : { outcome, by: { id: closed_by, name: closed_by_name ?? '' }, at: closed_at.toISOString() },
});

export type DecisionInput = Readonly<{
  id: string;
  decision: RaiseDecision;
  reason: string;
  buckets: readonly BucketAddress[];
}>;

/**
 * Decides about raises of one proposal, all or none. The buckets are locked first, then whoever decides, so that neither
 * the appetites nor the permissions change before the commit.
 */
export async function decideProposal(
  { trx, actor, by, now }: Change,
  { id, decision, reason, buckets }: DecisionInput,
  directory: DirectoryKind,
): Promise<{ events: BucketEvent[]; at: Date }> {
  const locked = new Map((await lockAppetites(trx, buckets)).map((one) => [bucketId(one), one]));
  const at = now();
  const proposal = await findVisible(trx, id, actor);
  const refusal =
    decision === 'withdraw'
      ? proposal.by === by.id
        ? undefined
        : ONLY_PROPOSER_WITHDRAWS
      : (await readRefusals(trx, { actor, directory }, [proposal], lockPersonStates))(proposal);
  if (refusal !== undefined) throw new Problem('not-allowed', refusal);
  const authorityRefusal =
    decision === 'confirm'
      ? await readRaiseRefusals(trx, { person: by.id, proposer: proposal.by, at })
      : () => undefined;
  const raiseOf = new Map(proposal.raises.map((one) => [bucketId(one), one]));
  const addresses = buckets.map((address) => ({ address }));
  const raises = await forEachBucket(addresses, ({ address }) => {
    const [raise, bucket] = [raiseOf.get(bucketId(address)), locked.get(bucketId(address))];
    if (raise === undefined || bucket === undefined) throw noSuchProposal();
    const name = nameBucket(raise, raise.partner_name);
    if (raise.outcome !== null)
      throw new Problem('conflict', explainClosed(name, raise.outcome, raise.closed_by_name ?? ''));
    if (decision === 'confirm' && bucket.appetite !== raise.was)
      throw new Problem('stale', explainMoved(name, raise.was, bucket.appetite));
    const missing = authorityRefusal(address);
    if (missing !== undefined) throw new Problem('not-allowed', missing);
    return raise;
  });
  const ids = raises.map(({ bucket_id }) => bucket_id);
  await closeRaises(trx, ids, { outcome: DECISION_OUTCOMES[decision], by: by.id, at });
  if (decision === 'confirm')
    await setAppetites(
      trx,
      raises.map(({ bucket_id, becomes }) => ({ id: bucket_id, appetite: becomes })),
    );
  await clearProposals(trx, [id], at);
  const eventOf = (raise: StoredRaise): BucketEvent => {
    const { was, becomes } = raise;
    const proposed_by = proposal.by;
    if (decision === 'confirm')
      return bucketEvent('bucket_appetite_changed', raise, { was, became: becomes, proposal: id, proposed_by });
    if (decision === 'decline')
      return bucketEvent('bucket_appetite_declined', raise, { proposal: id, was, becomes, proposed_by, reason });
    return bucketEvent('bucket_appetite_withdrawn', raise, { proposal: id, was, becomes });
  };
  return { events: raises.map(eventOf), at };
}
