import { Problem } from '#contract/problem.ts';
import { printAppetite } from '#domain/appetite/appetite.ts';
import { type BucketAddress, bucketEvent, type BucketEvent, bucketId, bucketObject } from '#domain/event/event.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { findLastEvent } from '#server/audit/audit.service.ts';
import { ADMIN_EDIT, type Change, changedProblem } from '#server/change/change.ts';
import type { Trx } from '#server/db/transaction.ts';
import { partnerNames } from '#server/partner/partner.service.ts';
import { addBuckets } from './bucket.change.ts';
import { lockAppetites, setAppetites } from './bucket.store.ts';

/** `was` is what the person saw; null: no bucket. */
export type AppetiteInput = BucketAddress & Readonly<{ appetite: number; was: number | null }>;

/** The inputs of one call, and the path of its list in the request. */
export type AppetiteRequest = Readonly<{
  inputs: readonly AppetiteInput[];
  place: 'appetites' | 'changes';
  /** Whether missing buckets are added. */
  adds: boolean;
}>;

type CurrentAppetites = Readonly<{ now: ReadonlyMap<string, number>; nameOf: (address: BucketAddress) => string }>;
export type OnRefusedBucket = (address: BucketAddress) => void;

/** All or nothing. Unchanged appetites leave no record. `onRefusedBucket` receives the bucket that a refusal is about. */
export async function changeAppetites(
  change: Change,
  request: AppetiteRequest,
  onRefusedBucket: OnRefusedBucket,
): Promise<{ events: BucketEvent[]; at: Date }> {
  const { trx } = change;
  const { inputs, adds } = request;
  const names = await partnerNames(trx);
  assertValidRequest(request, names);
  const locked = await lockAppetites(trx, inputs);
  const at = change.now();
  const now = new Map(locked.map((bucket) => [bucketId(bucket), bucket.appetite]));
  const nameOf = ({ partner, cob }: BucketAddress) =>
    `${findClass(cob)?.label ?? cob}, ${partner} ${names.get(partner) ?? ''}`.trim();
  await assertUnchanged(trx, request, { now, nameOf }, onRefusedBucket);
  const added = inputs.filter((one) => !now.has(bucketId(one)));
  const changed = inputs.filter((one) => now.has(bucketId(one)) && now.get(bucketId(one)) !== one.appetite);
  const [first] = changed;
  if (adds && first !== undefined) {
    onRefusedBucket(first);
    await change.require(ADMIN_EDIT);
  }
  const events = await addBuckets({ trx, at }, added.map(plain));
  if (changed.length > 0) await setAppetites(trx, changed.map(plain));
  const set = changed.map((one) =>
    bucketEvent('bucket_appetite_changed', one, { was: now.get(bucketId(one)) ?? 0, became: one.appetite }),
  );
  return { events: [...events, ...set], at };
}

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
