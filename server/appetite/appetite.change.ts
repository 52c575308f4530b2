import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { printAppetite } from '#domain/appetite/appetite.ts';
import { splitSteps } from '#domain/appetite/proposal.ts';
import { type BucketAddress, bucketEvent, type BucketEvent, bucketId, bucketObject } from '#domain/event/event.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { findLastEvent } from '#server/audit/audit.service.ts';
import { ADMIN_EDIT, type Change, changedProblem } from '#server/change/change.ts';
import type { Trx } from '#server/db/transaction.ts';
import { addBuckets } from '#server/bucket/bucket.change.ts';
import { clearProposals } from '#server/notification/notification.service.ts';
import { partnerNames } from '#server/partner/partner.service.ts';
import { closeRaises, insertProposal, type LockedAppetite, lockAppetites, setAppetites } from './appetite.store.ts';

/** `was` is what the person saw; null: no bucket. */
export type AppetiteInput = BucketAddress & Readonly<{ appetite: number; was: number | null }>;

/** The inputs of one call, and the path of its list in the request. */
export type AppetiteRequest = Readonly<{
  inputs: readonly AppetiteInput[];
  place: 'appetites' | 'changes';
  /** Whether missing buckets are added. */
  adds: boolean;
  /** Why appetites are raised. */
  reason: string;
}>;

type CurrentAppetites = Readonly<{ now: ReadonlyMap<string, number>; nameOf: (address: BucketAddress) => string }>;
export type OnRefusedBucket = (address: BucketAddress) => void;

export const nameBucket = ({ partner, cob }: BucketAddress, partnerName: string): string =>
  `${findClass(cob)?.label ?? cob}, ${partner} ${partnerName}`.trim();

/** How many appetites were lowered, and how many wait for a second person. */
type AppetiteResult = Readonly<{ events: BucketEvent[]; at: Date; lowered: number; raised: number }>;

/**
 * All or nothing. Lowered appetites are set, raised ones are proposed. Unchanged ones leave no record. `onRefusedBucket`
 * receives the bucket that a refusal is about.
 */
export async function changeAppetites(
  change: Change,
  request: AppetiteRequest,
  onRefusedBucket: OnRefusedBucket,
): Promise<AppetiteResult> {
  const { trx } = change;
  const { inputs, adds } = request;
  const names = await partnerNames(trx);
  assertValidRequest(request, names);
  const locked = await lockAppetites(trx, inputs);
  const at = change.now();
  const now = new Map(locked.map((bucket) => [bucketId(bucket), bucket.appetite]));
  const nameOf = (address: BucketAddress) => nameBucket(address, names.get(address.partner) ?? '');
  await assertUnchanged(trx, request, { now, nameOf }, onRefusedBucket);
  const added = inputs.filter((one) => !now.has(bucketId(one)));
  const inputOf = new Map(inputs.map((one) => [bucketId(one), one.appetite]));
  const steps = locked.map((bucket) => ({
    ...bucket,
    was: bucket.appetite,
    appetite: inputOf.get(bucketId(bucket)) ?? bucket.appetite,
  }));
  const { lowered, raised } = splitSteps(steps);
  const [first] = [...lowered, ...raised];
  if (adds && first !== undefined) {
    onRefusedBucket(first);
    await change.require(ADMIN_EDIT);
  }
  const events = await addBuckets({ trx, at }, added.map(plain));
  await setAppetites(trx, lowered);
  // Proposing the same again changes nothing.
  const proposed = raised.filter(({ raise, appetite }) => !isSame(raise, change.by.id, appetite));
  const replaced = [...lowered, ...proposed].filter(({ raise }) => raise !== null);
  await closeRaises(
    trx,
    replaced.map(({ id }) => id),
    { outcome: 'superseded', by: change.by.id, at },
  );
  const proposal = randomUUID();
  const { reason } = request;
  await insertProposal(trx, { id: proposal, by: change.by.id, at, reason, raises: proposed });
  await clearProposals(trx, [...new Set(replaced.flatMap(({ raise }) => raise?.proposal ?? []))], at);
  return {
    at,
    lowered: lowered.length,
    raised: raised.length,
    events: [
      ...events,
      ...lowered.map((one) =>
        bucketEvent('bucket_appetite_changed', one, { was: one.was, became: one.appetite, ...supersedes(one) }),
      ),
      ...proposed.map((one) =>
        bucketEvent('bucket_appetite_proposed', one, {
          proposal,
          was: one.was,
          becomes: one.appetite,
          reason,
          ...supersedes(one),
        }),
      ),
    ],
  };
}

const isSame = (raise: LockedAppetite['raise'], person: string, appetite: number): boolean =>
  raise?.proposed_by === person && raise.becomes === appetite;

const supersedes = ({ raise }: Pick<LockedAppetite, 'raise'>) => (raise === null ? {} : { supersedes: raise });

const plain = ({ partner, cob, appetite }: AppetiteInput) => ({ partner, cob, appetite });

/** Reports all errors at once: unknown partners, and buckets named twice. */
function assertValidRequest({ inputs, place }: AppetiteRequest, partners: ReadonlyMap<number, string>): void {
  const first = new Map<string, number>();
  const errors = inputs.flatMap((one, index) => {
    const path = `${place}.${index}.partner`;
    if (!partners.has(one.partner)) return [{ path, message: `There is no partner ${one.partner}` }];
    if (first.has(bucketId(one))) return [{ path, message: `${one.partner} is named twice for this class` }];
    first.set(bucketId(one), index);
    return [];
  });
  if (errors.length > 0) throw new Problem('invalid-input', 'Fix the marked fields and try again.', { errors });
}

/** Throws if the appetites changed since the person saw them, and says who changed them. */
async function assertUnchanged(
  trx: Trx,
  { inputs, place, adds }: AppetiteRequest,
  { now, nameOf }: CurrentAppetites,
  onRefusedBucket: OnRefusedBucket,
): Promise<void> {
  const missing = adds ? undefined : inputs.find((one) => !now.has(bucketId(one)));
  if (missing !== undefined) {
    onRefusedBucket(missing);
    throw new Problem('conflict', `There is no bucket for ${nameOf(missing)} yet. Please add the class first.`);
  }
  const nowOf = (one: BucketAddress) => now.get(bucketId(one)) ?? null;
  const stale = inputs.filter((one) => nowOf(one) !== one.was);
  const [first, ...more] = stale;
  if (first === undefined) return;
  onRefusedBucket(first);
  const errors = stale.map((one) => {
    const is = nowOf(one);
    const message = is === null ? 'There is no such bucket' : `This is ${printAppetite(is)} now`;
    return { path: `${place}.${inputs.indexOf(one)}.appetite`, message };
  });
  const last = await findLastEvent(trx, bucketObject(first), ['bucket_appetite_changed', 'bucket_added']);
  const is = nowOf(first);
  if (last === undefined || is === null)
    throw new Problem('stale', `The appetite of ${nameOf(first)} is not what it was when you opened it.`, { errors });
  const did = `set the appetite of ${nameOf(first)} to ${printAppetite(is)}`;
  const outcome = more.length === 0 ? undefined : `${more.length} more changed as well`;
  throw changedProblem({ by: last.by, did, outcome }, last.at, { errors });
}
